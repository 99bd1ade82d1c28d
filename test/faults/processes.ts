import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
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
import { type Change, copyOf, mutant, PATIENT_LEASES } from "./copy.ts";
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
const ASKERS = 8;
const DUE_TIMES = Math.max(2, Math.ceil(KILLS / 2));
const TICK_SECONDS = 1;
const WATCH_MS = 10 * SECOND_MS;
/** Turns are 0.9 of a tick apart at least; one more stands at the edge, one more for a lost turn's end. */
const MOST_TICKS = Math.ceil(WATCH_MS / (900 * TICK_SECONDS)) + 2;
/** A turn of a process that was killed, and a tick, on a slow machine. */
const LONGEST_SILENCE_MS = 2 * MINUTE_MS;
const STILL_MS = patienceMs(values.mutant);
const AT = "/api/v1/workspaces/1";
const random = randomFrom(Number(values.seed));
const database = values.database === "file" ? "file" : "server";

const tickFile = join(tmpdir(), `outrider-ticks-${process.pid}`);
const NOTED_TICKS: Change = {
  file: "src/app/jobs/tick.ts",
  from: "  usedOnlyBy(null);",
  to: `  usedOnlyBy(null); process.getBuiltinModule("node:fs").appendFileSync(${JSON.stringify(tickFile)}, Date.now() + " " + process.pid + "\\n");`,
};
/** A run of a link whose process was killed is taken over soon. */
const SOON: readonly Change[] = [
  { from: "LEASE_MS = 5 * MINUTE_MS", to: "LEASE_MS = 5_000" },
  { from: "WAKE_MS = MINUTE_MS", to: "WAKE_MS = 5_000" },
].map((change) => ({ file: "src/modules/leads/import-links/lease-store.ts", ...change }));

const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok", replyMs: 100 });
const contacts = await fileServer(file("email\nfair@acme.test\n"));
const root = await copyOf([...mutant(values.mutant), ...PATIENT_LEASES, ...SOON, NOTED_TICKS]);
const world = await startSeveral({
  root,
  count: PROCESSES,
  database,
  env: { TICK_SECONDS: String(TICK_SECONDS), API_LIMIT_PER_MINUTE: String(LIMIT) },
});
const one = async (query: string): Promise<number> =>
  Number(Object.values((await world.rows(query))[0] ?? {})[0] ?? 0);

const began = Date.now();
/** Answers of the key that asks too often: which were granted, which broken off by a kill. */
const burst = { from: 0, ok: 0, refused: 0, cut: 0 };
const allowed = (now: number): number =>
  LIMIT * (Math.floor(now / MINUTE_MS) - Math.floor(burst.from / MINUTE_MS) + 1);
const followed: number[] = [];
const leavers = new Set<string>();
let isOver = false;

const twice = twiceAmong(smtp.accepted);
endEarly(`processes over one ${database}`, values, () => {
  if (burst.from > 0 && burst.ok > allowed(Date.now())) return tooManyWords();
  return twice() ?? tooManyTicks();
});

try {
  console.log(
    `${PROCESSES} processes over one ${database}, seed ${values.seed}: ${SENDS} sends over ${MAILBOXES} mailboxes, ${KILLS} kills`,
  );
  await world.up();
  const api = createApi(world.url);
  const keyOf = async (name: string): Promise<string> =>
    (await api.call("POST", "/workspaces/1/api-keys", z.object({ key: z.string() }), { name })).key;
  let keys: readonly string[] = [];
  await startBulkCampaign(api, {
    mailboxes: MAILBOXES,
    smtpPort: smtp.port,
    dailyLimit: DAILY,
    csv: [
      "email",
      ...Array.from({ length: SENDS + TOO_MANY }, (_, i) => `lead${i}@acme.test`),
    ].join("\n"),
    step: { subject: "Hello", body_text: "Hello from us" },
    ready: async () => {
      keys = [await keyOf("follower"), await keyOf("asker")];
      await api.call("POST", "/workspaces/1/leads/import-links", z.unknown(), {
        name: "Fair",
        url: contacts.url,
        every: "day",
      });
    },
  });
  const [follower = "", asker = ""] = keys;
  const runs = (): Promise<number> => one("SELECT count(*) FROM jobs WHERE kind = 'link'");
  const firstRuns = await settledRuns(0, runs);

  const following = follow(follower);
  const goings = leave();
  const dueTimes = comeDue(firstRuns, runs);
  const asking = askTooOften(asker);
  await killAtRandom();
  const ended = (): Promise<number> =>
    one("SELECT count(*) FROM sends WHERE state IN ('sent', 'unknown', 'failed')");
  const isFull = await untilReached(ended, SENDS, STILL_MS);
  await asking;
  const madeRuns = await dueTimes;
  await untilReached(async () => leavers.size, leaving().length, STILL_MS);
  // What would come too much comes within a few ticks.
  await sleep(4 * TICK_SECONDS * SECOND_MS);
  const last = await one("SELECT max(id) FROM events");
  await whileMoving(
    async () => (followed.at(-1) ?? 0) >= last,
    async () => followed.length,
    STILL_MS,
  );
  isOver = true;
  await Promise.all([following, goings]);
  await world.halt();

  const ledger = await readLedger(world, smtp.accepted);
  const events = (await world.rows("SELECT id FROM events ORDER BY id")).map(({ id }) =>
    Number(id),
  );
  const left = await one("SELECT count(*) FROM events WHERE type = 'lead.unsubscribed'");
  const days = Math.floor(Date.now() / DAY_MS) - Math.floor(began / DAY_MS) + 1;
  const used = await world.rows(
    "SELECT mailbox_id, count(*) AS n FROM sends WHERE state IN ('sent', 'unknown') GROUP BY 1",
  );
  const unmet = used.filter(({ n }) => Number(n) < DAILY || Number(n) > DAILY * days);
  const ticks = readTicks();
  const silence = Math.max(0, ...ticks.slice(1).map(({ at }, i) => at - (ticks[i]?.at ?? at)));
  const starts = world.apps.reduce((sum, app) => sum + app.starts(), 0);
  const unknown = ledger.in("unknown").length;
  console.table([
    {
      sent: ledger.in("sent").length,
      unknown,
      granted: burst.ok,
      refused: burst.refused,
      "cut off": burst.cut,
      events: events.length,
      ticks: ticks.length,
      "by processes": new Set(ticks.map(({ pid }) => pid)).size,
      "longest silence (s)": Math.round(silence / SECOND_MS),
      kills: starts - PROCESSES,
      seconds: Math.round((Date.now() - began) / SECOND_MS),
    },
  ]);
  conclude(
    `processes over one ${database}`,
    [
      ...ledger.checks,
      [`not each of ${SENDS} places of the day was used`, isFull],
      [`mailboxes sent otherwise than ${DAILY}: ${JSON.stringify(unmet)}`, unmet.length === 0],
      [`${used.length} of ${MAILBOXES} mailboxes sent`, used.length === MAILBOXES],
      [`${unknown} are unclear, though the companion lived`, unknown === 0],
      [tooManyWords(), burst.ok <= allowed(Date.now())],
      [
        `only ${burst.ok} of ${LIMIT} requests were granted, and ${burst.cut} cut off`,
        burst.ok + burst.cut >= LIMIT,
      ],
      [
        `the follower read ${followed.length} events, not the ${events.length} that there are`,
        followed.join() === events.join(),
      ],
      [`${leavers.size} people left, ${left} events tell of it`, left === leavers.size],
      [
        `what came due ${DUE_TIMES} times ran ${madeRuns - firstRuns} times`,
        madeRuns - firstRuns === DUE_TIMES,
      ],
      [tooManyTicks() ?? "", tooManyTicks() === undefined],
      [`no tick came for ${silence} ms`, silence <= LONGEST_SILENCE_MS],
      [`${starts - PROCESSES} of ${KILLS} kills came`, starts - PROCESSES === KILLS, "enough"],
      ["nobody left", leavers.size > 0, "enough"],
      ["one process alone ticked", new Set(ticks.map(({ pid }) => pid)).size > 1, "enough"],
    ],
    values,
  );
} finally {
  isOver = true;
  await world.close();
  await Promise.all([smtp.close(), contacts.close()]);
  for (const path of [root, tickFile]) await rm(path, { recursive: true, force: true });
}

/** One process at a time, the one that is followed first; each after its share of the mail. */
async function killAtRandom(): Promise<void> {
  for (let i = 0; i < KILLS; i++) {
    const due = ((i + random()) / (KILLS + 1)) * SENDS;
    await untilReached(async () => smtp.accepted.length, due, STILL_MS, 20);
    await sleep(random() * 200);
    const app = world.apps[i === 0 ? 0 : Math.floor(random() * PROCESSES)];
    const before = app?.starts() ?? 0;
    app?.kill();
    await until(async () => (app?.starts() ?? 0) > before, STILL_MS, 20);
    if (app && !(await isUp(app.url))) throw new Error("a process that was killed does not start");
  }
}

/** Follows the events at one process, by the id of the last one; asks again where it is away. */
async function follow(key: string): Promise<void> {
  const { url = "" } = world.apps[0] ?? {};
  while (!isOver) {
    const after = followed.at(-1) ?? 0;
    const answer = await fetch(`${url}${AT}/events?after=${after}&limit=100`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(20_000),
    }).catch(() => null);
    const page = answer?.ok ? await answer.json().catch(() => null) : null;
    const read = z.object({ data: z.array(z.object({ id: z.int() })) }).safeParse(page);
    if (read.success) followed.push(...read.data.data.map(({ id }) => id));
    // Fewer than it may ask in a minute.
    await sleep(900);
  }
}

/** Mails of the people who leave: every tenth. */
function leaving() {
  return smtp.accepted.filter(({ to }) => Number(/^lead(\d+)@/.exec(to[0] ?? "")?.[1]) % 10 === 0);
}

/** Unsubscribes as mailbox providers do, by the link of the mail, until it is answered. */
async function leave(): Promise<void> {
  while (!isOver) {
    for (const { to, raw } of leaving()) {
      const who = to[0] ?? "";
      const link = /^list-unsubscribe:\s*<([^>]+)>/im.exec(raw.replace(/\r\n[ \t]+/g, " "))?.[1];
      if (leavers.has(who) || link === undefined) continue;
      const answer = await fetch(link, {
        method: "POST",
        body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
      }).catch(() => null);
      if (answer?.ok) leavers.add(who);
    }
    await sleep(100);
  }
}

/** Has the link come due again and again, each time once its last run is over; answers how many runs there are. */
async function comeDue(before: number, runs: () => Promise<number>): Promise<number> {
  for (let time = 1; time <= DUE_TIMES; time++) {
    await sleep(500 + random() * 2_000);
    await world.rows(`UPDATE import_links SET next_at = ${Date.now()}`);
    await settledRuns(before + time - 1, runs);
  }
  return runs();
}

/** Waits until there is one run more and none goes on. */
async function settledRuns(before: number, runs: () => Promise<number>): Promise<number> {
  const open = "SELECT count(*) FROM jobs WHERE kind = 'link' AND state = 'running'";
  const due = `SELECT count(*) FROM import_links WHERE next_at <= unixepoch() * 1000`;
  const isSettled = async (): Promise<boolean> =>
    (await runs()) > before && (await one(open)) === 0 && (await one(due)) === 0;
  if (!(await until(isSettled, STILL_MS, 100))) throw new Error("a link that was due did not run");
  return runs();
}

/** Asks as fast as it is answered, by way of the load balancer. */
async function askTooOften(key: string): Promise<void> {
  burst.from = Date.now();
  let left = BURST;
  const ask = async (): Promise<void> => {
    while (left-- > 0 && !isOver) {
      const answer = await fetch(`${world.url}${AT}/events?limit=1`, {
        headers: { authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(60_000),
      }).catch(() => null);
      await answer?.text().catch(() => "");
      if (answer?.status === 200) burst.ok++;
      else if (answer?.status === 429) burst.refused++;
      else burst.cut++;
    }
  };
  await Promise.all(Array.from({ length: ASKERS }, ask));
}

function tooManyWords(): string {
  return `${burst.ok} requests were granted, more than ${LIMIT} a minute`;
}

function readTicks(): readonly { readonly at: number; readonly pid: string }[] {
  let text = "";
  try {
    text = readFileSync(tickFile, "utf8");
  } catch {
    // None came yet.
  }
  return text
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(" "))
    .map(([at = "", pid = ""]) => ({ at: Number(at), pid }));
}

/** Whether more ticks began within ten seconds than one process makes. */
function tooManyTicks(): string | undefined {
  const ticks = readTicks();
  const most = Math.max(
    0,
    ...ticks.map(({ at }) => ticks.filter((two) => two.at >= at && two.at < at + WATCH_MS).length),
  );
  return most > MOST_TICKS ? `${most} ticks in ${WATCH_MS / SECOND_MS} s` : undefined;
}
