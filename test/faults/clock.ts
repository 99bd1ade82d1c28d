import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isOpen, type Schedule } from "#platform/rules/schedule.ts";
import { changeWithin } from "#platform/rules/zone.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from "#platform/rules/time.ts";
import { createApi } from "#test/demo/api.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { type AcceptedMail, startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { copyOf, mutant, removeTree, shiftedBy, TWICE } from "./copy.ts";
import { endEarly } from "./early.ts";
import { conclude, readLedger } from "./ledger.ts";
import { sleep, startWorld, until } from "./world.ts";

/*
 * `npm run faults -- clock [--zones N]`: the machine's clock jumps while mail is sent: an hour back,
 * an hour on, over a leap day, over the changes of daylight saving of six zones both ways, 400 days
 * on. No message leaves twice, none outside the sending hours by the clock of its moment, and no
 * mailbox sends more on a day than its limit.
 */
const { values } = parseArgs({
  options: { zones: { type: "string", default: "6" }, mutant: { type: "string" } },
  allowPositionals: true,
});
const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Sydney",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Beirut",
];
const START = Date.UTC(2027, 1, 28, 22);
/** Every day from 22:30 to 01:30 and from 02:15 to 02:45, so that each change cuts through a window. */
const schedule: Schedule = {
  timezone: "UTC",
  windows: [
    { days: [1, 2, 3, 4, 5, 6, 7], start: "22:30", end: "01:30" },
    { days: [1, 2, 3, 4, 5, 6, 7], start: "02:15", end: "02:45" },
  ],
  start_date: null,
  end_date: null,
  use_lead_timezone: false,
  holidays: [],
};
const MAILBOXES = 3;
const DAY_LIMIT = 60;
const STEP_REAL_MS = 1_200;
/** Mails at each step within the sending hours: over all steps they are more than a proof needs. */
const ENOUGH = 20;
const SLOW_MS = 20_000;

const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok" });
const file = join(process.env["TMPDIR"] ?? "/tmp", `outrider-clock-${process.pid}`);
/** What was so from when on: surely from `until` on, and perhaps since `from`, by the real clock. */
type Since<T> = { readonly from: number; until: number; readonly value: T };
/** Notes what a change makes so. */
async function change<T>(all: Since<T>[], value: T, act: () => Promise<unknown>): Promise<void> {
  const since = { from: performance.now(), until: Number.POSITIVE_INFINITY, value };
  all.push(since);
  await act();
  since.until = performance.now();
}
/** What was so at some moment of a span. */
const within = <T>(all: readonly Since<T>[], from: number, to: number): T[] =>
  all
    .filter((one, i) => one.from <= to && (all[i + 1]?.until ?? Number.POSITIVE_INFINITY) >= from)
    .map(({ value }) => value);
/** How far the fake clock was ahead of the real one. */
const settings: Since<number>[] = [];
async function setClock(to: number): Promise<void> {
  const ahead = to - Date.now();
  // In place, so that no reader finds it empty.
  const flag = settings.length === 0 ? "w" : "r+";
  await change(settings, ahead, () =>
    writeFile(file, String(Math.round(ahead)).padEnd(24), { flag }),
  );
}
/** The fake times at which a mail may have been granted: between the server's 354 and its last reply. */
function grantTimes({ begunAt, at }: AcceptedMail): number[] {
  const wall = Date.now() - performance.now();
  return within(settings, begunAt, at).flatMap((ahead) => [
    wall + begunAt + ahead,
    wall + at + ahead,
  ]);
}

await setClock(START);
const root = await copyOf([...mutant(values.mutant), TWICE, ...shiftedBy(file)]);
const world = await startWorld({ host: "node", root });
/** Which of the zones was the campaign's at a real time. */
const zones: Since<string>[] = [];
async function useZone(zone: string): Promise<void> {
  const value = JSON.stringify({ ...schedule, timezone: zone }).replaceAll("'", "''");
  await change(zones, zone, () => world.exec(`UPDATE campaigns SET schedule = '${value}'`));
}
const zonesOf = ({ begunAt, at }: AcceptedMail): string[] => within(zones, begunAt, at);
const outsideHours = (): AcceptedMail[] =>
  smtp.accepted.filter(
    (mail) =>
      !zonesOf(mail).some((timezone) =>
        grantTimes(mail).some((fake) => isOpen({ ...schedule, timezone }, unixMs(fake))),
      ),
  );
endEarly("clock", values, () => {
  const outside = outsideHours().length;
  return outside > 0 ? `${outside} left outside the sending hours` : undefined;
});
try {
  await world.up();
  const api = createApi(world.url);
  const leads = Array.from({ length: 20_000 }, (_, i) => `lead${i}@acme.test`);
  await startBulkCampaign(api, {
    mailboxes: MAILBOXES,
    smtpPort: smtp.port,
    csv: ["email", ...leads].join("\n"),
    step: { subject: "Hello", body_text: "Hello from us" },
    async ready() {
      await world.exec(`UPDATE mailboxes SET daily_limit = ${DAY_LIMIT}`);
      await useZone("UTC");
    },
  });
  const isFull = async (): Promise<boolean> => {
    const full = await world.rows(
      `SELECT 1 FROM daily_usage WHERE scope = 'mailbox' AND used >= ${DAY_LIMIT}
         AND day = (SELECT max(day) FROM daily_usage)`,
    );
    return full.length === MAILBOXES;
  };
  const walk = async (from: number, to: number, stepMs: number): Promise<void> => {
    for (let at = from; at <= to; at += stepMs) {
      const before = smtp.accepted.length;
      await setClock(at);
      await sleep(STEP_REAL_MS);
      const timezone = zones.at(-1)?.value ?? "UTC";
      if (!isOpen({ ...schedule, timezone }, unixMs(at))) continue;
      // A slow machine needs longer, unless the day is full.
      const moved = async () => smtp.accepted.length >= before + ENOUGH || (await isFull());
      await until(moved, SLOW_MS, 50);
    }
  };

  const leapEve = Date.UTC(2028, 1, 28, 23);
  for (const to of [
    START + 40 * MINUTE_MS,
    START - 20 * MINUTE_MS,
    START + 100 * MINUTE_MS,
    START + 40 * MINUTE_MS,
  ]) {
    await setClock(to);
    await sleep(2 * STEP_REAL_MS);
  }
  await walk(leapEve, leapEve + 2 * HOUR_MS, 20 * MINUTE_MS);
  for (const zone of ZONES.slice(0, Number(values.zones))) {
    await setClock(Date.UTC(2028, 2, 1, 12));
    await useZone(zone);
    await sleep(400);
    for (const change of changesOf(zone)) {
      await walk(change - HOUR_MS - 20 * MINUTE_MS, change + 100 * MINUTE_MS, 20 * MINUTE_MS);
    }
  }
  await setClock(leapEve + 400 * DAY_MS);
  await useZone("UTC");
  await sleep(3_000);
  await world.halt();

  const ledger = await readLedger(world, smtp.accepted);
  const outside = outsideHours();
  for (const mail of outside.slice(0, 5)) {
    console.error(
      grantTimes(mail).map((fake) => iso(unixMs(Math.round(fake)))),
      zonesOf(mail).join(", "),
    );
  }
  const over = await world.rows(
    `SELECT key, day, used FROM daily_usage WHERE scope = 'mailbox' AND used > ${DAY_LIMIT}`,
  );
  console.log(`${smtp.accepted.length} sent over ${settings.length} settings of the clock`);
  conclude(
    "clock",
    [
      ...ledger.checks,
      [`${outside.length} left outside the sending hours`, outside.length === 0],
      [`${over.length} days of mailboxes hold more than ${DAY_LIMIT}`, over.length === 0],
      ["too little was sent to prove anything", smtp.accepted.length > 300, "enough"],
    ],
    values,
  );
} finally {
  await world.close();
  await smtp.close();
  for (const path of [root, file]) await removeTree(path);
}

/** The moments in the year from March 2028 on at which a zone's clocks are changed. */
function changesOf(zone: string): number[] {
  const found: number[] = [];
  for (let at = Date.UTC(2028, 2, 2); at < Date.UTC(2029, 1, 25); at += 20 * DAY_MS) {
    const change = changeWithin(zone, at, at + 20 * DAY_MS);
    if (change !== null) found.push(change);
  }
  return found;
}
