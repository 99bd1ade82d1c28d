import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { createApi } from "#test/demo/api.ts";
import { randomFrom } from "#test/demo/random.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { file, fileServer } from "#test/support/file-server.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { askTooOften, dueLink, follow, leave, noteTicks } from "./beside-processes.ts";
import { type Change, copyOf, mutant, PATIENT_LEASES, removeTree } from "./copy.ts";
import { endEarly } from "./early.ts";
import { conclude, readLedger, twiceAmong } from "./ledger.ts";
import { isUp, startSeveral } from "./several-world.ts";
import { patienceMs, sleep, until, untilReached, whileMoving } from "./world.ts";

/*
 * `npm run faults -- processes [--database server|file] [--sends N] [--kills N] [--seed N]`: three app
 * processes over one database, a libSQL server (the one of this repository, spoken to by Hrana) or a
 * file, behind a load balancer that gives each request to the next one. A campaign fills the day's
 * limits of several mailboxes, people unsubscribe, a program follows the events at one process while
 * the others write them, a key asks more often than it may, and an import link comes due again and
 * again, while one process at a time is killed (kill -9) at random. No mail is lost or leaves twice,
 * limits are met exactly, the follower misses nothing, what is due happens once, and all together tick
 * as often as one would. `--mutant uncounted` lets each count requests for itself, `--mutant turnless`
 * lets each tick by itself.
 */
const { values } = parseArgs({
  options: {
    database: { type: "string", default: "server" },
    sends: { type: "string", default: "600" },
    kills: { type: "string", default: "8" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const PROCESSES = 3;
const MAILBOXES = 4;
const DAILY = Math.ceil(Number(values.sends) / MAILBOXES);
const SENDS = DAILY * MAILBOXES;
/** Those for whom no place is left today. */
const TOO_MANY = 20;
const KILLS = Number(values.kills);
const LIMIT = 80;
/** More than all processes would let pass if each counted for itself. */
const BURST = PROCESSES * LIMIT + 40;
const DUE_TIMES = Math.max(2, Math.ceil(KILLS / 2));
const TICK_SECONDS = 1;
/** A turn of a process that was killed, and a tick, on a slow machine. */
const LONGEST_SILENCE_MS = 2 * MINUTE_MS;
const STILL_MS = patienceMs(values.mutant);
const random = randomFrom(Number(values.seed));
const database = values.database === "file" ? "file" : "server";
const plan = `processes over one ${database}`;

/** A run of a link whose process was killed is taken over soon. */
const SOON: readonly Change[] = [
  { from: "LEASE_MS = 5 * MINUTE_MS", to: "LEASE_MS = 5_000" },
  { from: "WAKE_MS = MINUTE_MS", to: "WAKE_MS = 5_000" },
].map((change) => ({ file: "src/modules/leads/import-links/lease-store.ts", ...change }));

const tickFile = join(tmpdir(), `outrider-ticks-${process.pid}`);
const ticks = noteTicks(tickFile, TICK_SECONDS * SECOND_MS);
const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok", replyMs: 100 });
const contacts = await fileServer(file("email\nfair@acme.test\n"));
const root = await copyOf([...mutant(values.mutant), ...PATIENT_LEASES, ...SOON, ...ticks.changes]);
const world = await startSeveral({
  root,
  count: PROCESSES,
  database,
  env: { TICK_SECONDS: String(TICK_SECONDS), API_LIMIT_PER_MINUTE: String(LIMIT) },
});
const one = async (query: string): Promise<number> =>
  Number(Object.values((await world.rows(query))[0] ?? {})[0] ?? 0);
const began = Date.now();
const beside = { isOver: (): boolean => isOver };
let isOver = false;
let asking: ReturnType<typeof askTooOften> | undefined;

const twice = twiceAmong(smtp.accepted);
endEarly(plan, values, () => asking?.tooMany() ?? twice() ?? ticks.tooMany());

try {
  console.log(
    `${PROCESSES} ${plan}, seed ${values.seed}: ${SENDS} sends over ${MAILBOXES} mailboxes, ${KILLS} kills`,
  );
  await world.up();
  const api = createApi(world.url);
  const keyOf = async (name: string): Promise<string> => {
    const Made = z.object({ key: z.string() });
    return (await api.call("POST", "/workspaces/1/api-keys", Made, { name })).key;
  };
  const leads = Array.from({ length: SENDS + TOO_MANY }, (_, i) => `lead${i}@acme.test`);
  const keys: string[] = [];
  await startBulkCampaign(api, {
    mailboxes: MAILBOXES,
    smtpPort: smtp.port,
    dailyLimit: DAILY,
    csv: ["email", ...leads].join("\n"),
    step: { subject: "Hello", body_text: "Hello from us" },
    ready: async () => {
      keys.push(await keyOf("follower"), await keyOf("asker"));
      const link = { name: "Fair", url: contacts.url, every: "day" };
      await api.call("POST", "/workspaces/1/leads/import-links", z.unknown(), link);
    },
  });
  const link = dueLink(world, patienceMs(undefined));
  await link.settled(0);

  const following = follow(world.apps[0]?.url ?? "", keys[0] ?? "", beside);
  const leaving = leave(smtp, beside);
  asking = askTooOften(world.url, keys[1] ?? "", {
    ...beside,
    times: BURST,
    atOnce: 8,
    limit: LIMIT,
  });
  const due = link.comeDue(DUE_TIMES, () => 500 + random() * 2_000);
  await killAtRandom();
  const ended = (): Promise<number> =>
    one("SELECT count(*) FROM sends WHERE state IN ('sent', 'unknown', 'failed')");
  const isFull = await untilReached(ended, SENDS, STILL_MS);
  await asking.ended;
  const runs = await due;
  await untilReached(async () => leaving.gone.size, leaving.leaving(), STILL_MS);
  // What would come too much comes within a few ticks.
  await sleep(4 * TICK_SECONDS * SECOND_MS);
  const last = await one("SELECT max(id) FROM events");
  const followed = async (): Promise<number> => following.ids.at(-1) ?? 0;
  await whileMoving(async () => (await followed()) >= last, followed, STILL_MS);
  isOver = true;
  await Promise.all([following.ended, leaving.ended]);
  await world.halt();

  const ledger = await readLedger(world, smtp.accepted);
  const events = (await world.rows("SELECT id FROM events ORDER BY id")).map(({ id }) => id);
  const left = await one("SELECT count(*) FROM events WHERE type = 'lead.unsubscribed'");
  const days = Math.floor(Date.now() / DAY_MS) - Math.floor(began / DAY_MS) + 1;
  const used = await world.rows(
    "SELECT mailbox_id, count(*) AS n FROM sends WHERE state IN ('sent', 'unknown') GROUP BY 1",
  );
  const wrong = used.filter(({ n }) => Number(n) < DAILY || Number(n) > DAILY * days);
  const kills = world.apps.reduce((sum, app) => sum + app.starts() - 1, 0);
  const unknown = ledger.in("unknown").length;
  const { granted, refused, cut } = asking.answers;
  const ticking = new Set(ticks.read().map(({ pid }) => pid)).size;
  console.table([
    {
      sent: ledger.in("sent").length,
      unknown,
      granted,
      refused,
      "cut off": cut,
      events: events.length,
      ticks: ticks.read().length,
      "by processes": ticking,
      "longest silence (s)": Math.round(ticks.silence() / SECOND_MS),
      kills,
      seconds: Math.round((Date.now() - began) / SECOND_MS),
    },
  ]);
  conclude(
    plan,
    [
      ...ledger.checks,
      [`not each of ${SENDS} places of the day was used`, isFull],
      [`mailboxes sent otherwise than ${DAILY}: ${JSON.stringify(wrong)}`, wrong.length === 0],
      [`${used.length} of ${MAILBOXES} mailboxes sent`, used.length === MAILBOXES],
      [`${unknown} are unclear, though the companion lived`, unknown === 0],
      [asking.tooMany() ?? "", asking.tooMany() === undefined],
      [
        `${asking.most()} of ${LIMIT} were granted and ${cut} cut off, though others were refused`,
        refused === 0 || asking.most() + cut >= LIMIT,
      ],
      [
        `the follower read ${following.ids.length} events, not the ${events.length} that there are`,
        following.ids.join() === events.join(),
      ],
      [`${leaving.gone.size} people left, ${left} events tell of it`, left === leaving.gone.size],
      [`what came due ${DUE_TIMES} times ran ${runs} times`, runs === DUE_TIMES],
      [ticks.tooMany() ?? "", ticks.tooMany() === undefined],
      [`no tick came for ${ticks.silence()} ms`, ticks.silence() <= LONGEST_SILENCE_MS],
      [`${kills} of ${KILLS} kills came`, kills === KILLS, "enough"],
      ["no request was too many for its minute", refused > 0, "enough"],
      ["nobody left", left > 0, "enough"],
      ["one process alone ticked", ticking > 1, "enough"],
    ],
    values,
  );
} finally {
  isOver = true;
  await world.close();
  await Promise.all([smtp.close(), contacts.close()]);
  for (const path of [root, tickFile]) await removeTree(path);
}

/** One process at a time, the one that is followed first; each after its share of the mail. */
async function killAtRandom(): Promise<void> {
  for (let i = 0; i < KILLS; i++) {
    const share = ((i + random()) / (KILLS + 1)) * SENDS;
    await untilReached(async () => smtp.accepted.length, share, STILL_MS, 20);
    await sleep(random() * 200);
    const app = world.apps[i === 0 ? 0 : Math.floor(random() * PROCESSES)];
    const before = app?.starts() ?? 0;
    app?.kill();
    await until(async () => (app?.starts() ?? 0) > before, STILL_MS, 20);
    if (app && !(await isUp(app.url))) throw new Error("a process that was killed does not start");
  }
}
