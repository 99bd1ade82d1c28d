import { parseArgs } from "node:util";
import { z } from "zod";
import { openLibsql } from "#platform/db/libsql.ts";
import { createApi } from "#test/demo/api.ts";
import { randomFrom } from "#test/demo/random.ts";
import { writeEvents } from "#test/support/write-events.ts";
import { type Behaviour, startReceivers } from "#test/support/receivers.ts";
import { copyOf, mutant, removeTree, TWICE } from "./copy.ts";
import { endEarly } from "./early.ts";
import { conclude } from "./ledger.ts";
import { patienceMs, type Row, sleep, startWorld, untilReached, whileMoving } from "./world.ts";

/*
 * `npm run faults -- webhooks [--each N] [--events N] [--kills N] [--seed N]`: events go to receivers
 * that work, flap, refuse, redirect, break off, answer a gigabyte or a byte a second, while every
 * wake-up comes twice and the app is killed (kill -9) at random. Afterwards what the receivers got is
 * held against the log: every request is in it, and what is in it without a request is marked as
 * interrupted; who works or flaps gets every event; who always fails is switched off after exactly
 * ten failures and hears nothing more. `--mutant parallel` lets failing webhooks go on side by side.
 */
const { values } = parseArgs({
  options: {
    each: { type: "string", default: "4" },
    events: { type: "string", default: "15" },
    kills: { type: "string", default: "6" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const random = randomFrom(Number(values.seed));
const WORKING: readonly Behaviour[] = ["good", "giant", "bomb", "flapping"];
const FAILING: readonly Behaviour[] = ["error", "redirect", "reset"];
/** These take 10 s an attempt, and a time-out waits a minute: they only must not be in the way. */
const SLOW: readonly Behaviour[] = ["drip", "silent"];
const SECRET = "a-secret-of-the-receivers";

const KILLS = Number(values.kills);
const STILL_MS = patienceMs(values.mutant);

const receivers = await startReceivers();
const root = await copyOf([...mutant(values.mutant), TWICE]);
const world = await startWorld({
  host: "node",
  root,
  appEnv: () => ({ WEBHOOK_RETRY_SECONDS: "0,0,0,0,0,0,0,0,0,0", TICK_SECONDS: "0.2" }),
});
const broken: string[] = [];
try {
  await world.up();
  const api = createApi(world.url);
  await api.call("POST", "/auth/register", z.unknown(), {
    name: "Ann",
    email: "ann@example.com",
    password: "correct horse battery",
  });
  const [first] = await world.rows("SELECT id FROM workspaces");
  const wid = Number(first?.["id"]);
  const hooks = new Map<number, { behaviour: Behaviour; path: string }>();
  for (let i = 0; i < Number(values.each); i++) {
    for (const behaviour of [...WORKING, ...FAILING, ...SLOW]) {
      const url = receivers.url(behaviour, i);
      const hook = await api.call(
        "POST",
        `/workspaces/${wid}/webhooks`,
        z.object({ id: z.number() }),
        { url, secret: SECRET, events: ["campaign.started"] },
      );
      hooks.set(hook.id, { behaviour, path: new URL(url).pathname });
    }
  }
  const keys = Array.from({ length: Number(values.events) }, (_, i) => `fault:${i}`);
  const began = performance.now();
  /** Of those who must end: an attempt of a slow one is no progress. */
  const told = async (): Promise<number> =>
    receivers.received.filter(({ path }) => !SLOW.some((slow) => path.startsWith(`/${slow}/`)))
      .length;
  let killsAmid = 0;
  endEarly("webhooks", values, () => brokenForGood(hooks));
  await write(wid, keys);
  const kills = (async () => {
    for (let i = 0; i < KILLS; i++) {
      // Each amid what was told since the last one.
      await untilReached(told, (await told()) + 1, STILL_MS, 5);
      await sleep(random() * 500);
      if ((await open(hooks, [...WORKING, ...FAILING])) > 0) killsAmid++;
      world.app.kill();
    }
  })();
  await kills;
  await whileMoving(() => settled(hooks), told, STILL_MS);
  // What was switched off must hear nothing of what happens now.
  await world.up();
  const heard = receivers.received.length;
  await write(wid, ["fault:after"]);
  await whileMoving(async () => (await open(hooks, WORKING)) === 0, told, STILL_MS);
  await sleep(2_000);
  for (const { path } of receivers.received.slice(heard)) {
    if (FAILING.some((behaviour) => path.startsWith(`/${behaviour}/`)))
      broken.push(`${path} was called after it was switched off`);
  }
  await world.halt();
  const counts = await judge(hooks, keys.length + 1);
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.table([{ seed: Number(values.seed), ...counts, seconds }]);
  conclude(
    "webhooks",
    [
      ...broken.map((wrong) => [wrong, false] as const),
      [`only ${killsAmid} of ${KILLS} kills came amid deliveries`, killsAmid > KILLS / 2, "enough"],
    ],
    values,
  );
} finally {
  await world.close();
  await receivers.close();
  await removeTree(root);
}

async function write(wid: number, keys: readonly string[]): Promise<void> {
  const client = openLibsql(`file:${world.database()}`, { timeoutMs: 10_000 });
  try {
    await client.execute("PRAGMA busy_timeout = 10000");
    await writeEvents(client, wid, keys);
  } finally {
    client.close();
  }
}

type Hooks = ReadonlyMap<number, { behaviour: Behaviour; path: string }>;

function idsOf(hooks: Hooks, behaviours: readonly Behaviour[]): string {
  return [...hooks]
    .filter(([, hook]) => behaviours.includes(hook.behaviour))
    .map(([id]) => id)
    .join(",");
}

/** Deliveries that these receivers still wait for. */
async function open(hooks: Hooks, behaviours: readonly Behaviour[]): Promise<number> {
  const [row] = await world.rows(
    `SELECT count(*) AS n FROM webhook_deliveries WHERE state IN ('pending', 'leased') AND webhook_id IN (${idsOf(hooks, behaviours)})`,
  );
  return Number(row?.["n"]);
}

async function settled(hooks: Hooks): Promise<boolean> {
  const [row] = await world.rows(
    `SELECT count(*) AS n FROM webhooks WHERE is_active = 1 AND id IN (${idsOf(hooks, FAILING)})`,
  );
  return Number(row?.["n"]) === 0 && (await open(hooks, WORKING)) === 0;
}

/** Whether an attempt of the log failed by its receiver. */
function isFailure(row: Row): boolean {
  return row["finished_at"] !== null && row["error"] !== null && row["error"] !== "interrupted";
}

/** The attempts that reached receivers, each with its path, and what is wrong with those that did twice. */
function attemptsAsked(): { asked: ReadonlyMap<string, string>; twice: readonly string[] } {
  const asked = new Map<string, string>();
  const twice: string[] = [];
  for (const { id, attempt, path } of receivers.received) {
    const name = `${/^msg_(\d+)_/.exec(id)?.[1]}:${attempt}`;
    if (asked.has(name)) twice.push(`${path} got attempt ${name} twice`);
    asked.set(name, path);
  }
  return { asked, twice };
}

/** What no later attempt can mend. */
async function brokenForGood(hooks: Hooks): Promise<string | undefined> {
  const [twice] = attemptsAsked().twice;
  if (twice !== undefined) return twice;
  const rows = await world.rows(
    `SELECT webhook_id, error, finished_at FROM webhook_attempts WHERE webhook_id IN (${idsOf(hooks, FAILING)})`,
  );
  for (const [id, { path }] of hooks) {
    const failures = rows.filter((row) => row["webhook_id"] === id && isFailure(row)).length;
    if (failures > 10) return `${path} failed ${failures} times before it was switched off`;
  }
  return undefined;
}

async function judge(hooks: Hooks, events: number) {
  const rows = await world.rows(
    "SELECT webhook_id, delivery_id, attempt, status_code, error, finished_at FROM webhook_attempts",
  );
  const logged = new Map(
    rows.map((row) => [`${String(row["delivery_id"])}:${String(row["attempt"])}`, row]),
  );
  const { asked, twice } = attemptsAsked();
  broken.push(...twice);
  for (const [name, path] of asked) {
    if (!logged.has(name)) broken.push(`${path} got attempt ${name}, which is not in the log`);
  }
  let interrupted = 0;
  for (const [name, row] of logged) {
    const isMarked = row["error"] === "interrupted" || row["finished_at"] === null;
    if (isMarked) interrupted++;
    // The app may have died before it could connect.
    else if (!asked.has(name) && row["error"] !== "refused") {
      broken.push(`attempt ${name} is in the log, but nobody got it`);
    }
  }
  for (const [id, { behaviour, path }] of hooks) {
    const own = rows.filter((row) => row["webhook_id"] === id);
    if (WORKING.includes(behaviour)) {
      const ids = new Set(receivers.received.filter((r) => r.path === path).map((r) => r.id));
      if (ids.size !== events) broken.push(`${path} heard of ${ids.size} events of ${events}`);
    }
    const failures = own.filter(isFailure).length;
    if (FAILING.includes(behaviour) && failures !== 10) {
      broken.push(`${path} failed ${failures} times before it was switched off`);
    }
  }
  return { webhooks: hooks.size, events, requests: receivers.received.length, interrupted };
}
