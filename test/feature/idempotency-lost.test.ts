import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { alongFirstWrite } from "#platform/db/along-writes.ts";
import { changes, type Db, runBatch } from "#platform/db/db.ts";
import { rateWindows } from "#platform/limits/schema.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { openTestDatabase } from "#test/support/database.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { losingAnswers } from "#test/support/lost-answers.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const KEY = { "idempotency-key": "k" };
const IN_FLIGHT_MS = 2 * MINUTE_MS;

async function opened() {
  const t = await harness();
  onTestFinished(() => t.close());
  const { wid } = await t.signUp();
  return { t, wid, base: `/api/v1/workspaces/${wid}` };
}

/** A deed, and how many times it was done. */
type Deed = {
  readonly write: RegExp;
  readonly does: (
    headers?: Readonly<Record<string, string>>,
    name?: string,
  ) => ReturnType<Harness["post"]>;
  readonly count: () => Promise<number>;
};

/** Written by a batch. */
async function step(t: Harness, base: string): Promise<Deed> {
  const campaign = await t.post(`${base}/campaigns`, { name: "Autumn" });
  const path = `${base}/campaigns/${campaign.json.id}`;
  return {
    write: /insert into "steps"/i,
    does: (headers, name = "Hello") =>
      t.post(`${path}/steps`, { subject: name, body_text: "Hello" }, { ...headers }),
    count: async () => (await t.get(path)).json.steps.length,
  };
}

/** Written by a statement that stands alone. */
async function template(t: Harness, base: string): Promise<Deed> {
  const path = `${base}/reply-templates`;
  return {
    write: /insert into "reply_templates"/i,
    does: (headers, name = "Prices") => t.post(path, { name, body: "Hello" }, { ...headers }),
    count: async () => (await t.get(path)).json.data.length,
  };
}

/** Outside of workspaces. */
async function workspace(t: Harness): Promise<Deed> {
  const path = "/api/v1/workspaces";
  return {
    write: /insert into "workspaces"/i,
    does: (headers, name = "North") =>
      t.post(path, { name, slug: name.toLowerCase() }, { ...headers }),
    count: async () => (await t.get(path)).json.data.length - 1,
  };
}

const told = ({ status, json }: { status: number; json: { code?: string } }) => [
  status,
  json.code ?? null,
];
const UNCLEAR = [409, "outcome_unclear"];
const DONE = [201, null];

describe.each([
  ["a step", step],
  ["a template", template],
  ["a workspace", workspace],
])("%s asked for with a key", (_, deedOf) => {
  it("409 outcome_unclear, at once and for a day, when its answer is lost after the commit", async () => {
    const { t, base } = await opened();
    const { write, does, count } = await deedOf(t, base);
    const { plan, unmet } = losingAnswers(t.client);
    plan(write, "after");
    const first = await does(KEY);
    expect(told(first)).toEqual(UNCLEAR);
    expect(first.json.detail).toMatch(/look whether .* is there/i);
    expect(first.headers.get("retry-after")).toBeNull();
    expect(t.lines.filter(({ event }) => event === "idempotency.outcome_unclear")).toHaveLength(1);
    for (const wait of [0, MINUTE_MS, IN_FLIGHT_MS, DAY_MS / 2]) {
      t.advance(wait);
      await t.tick();
      expect(told(await does(KEY))).toEqual(UNCLEAR);
    }
    expect(await count()).toBe(1);
    expect(unmet()).toBe(0);
    t.advance(DAY_MS);
    expect((await does(KEY)).json.code).not.toBe("outcome_unclear");
  });

  it("503, and the repetition does it, when it is lost before the commit", async () => {
    const { t, base } = await opened();
    const { write, does, count } = await deedOf(t, base);
    const { plan } = losingAnswers(t.client);
    plan(write, "before");
    expect(told(await does(KEY))).toEqual([503, "upstream_unavailable"]);
    expect(told(await does(KEY))).toEqual(DONE);
    expect((await does(KEY)).headers.get("idempotency-replayed")).toBe("true");
    expect(await count()).toBe(1);
  });

  it("once, however its process dies", async () => {
    const { t, base } = await opened();
    const { write, does, count } = await deedOf(t, base);
    const { plan } = losingAnswers(t.client);
    const behind = plan(write, "dies");
    void does(KEY);
    await behind.reached;
    // Its commit is on the way when the next one asks.
    await expect.poll(count).toBe(1);
    expect(told(await does(KEY))).toEqual([409, "conflict"]);
    t.advance(IN_FLIGHT_MS);
    await t.tick();
    expect(told(await does(KEY))).toEqual(UNCLEAR);
    expect(await count()).toBe(1);
  });

  it("once, when it died before its write", async () => {
    const { t, base } = await opened();
    const { write, does, count } = await deedOf(t, base);
    const { plan } = losingAnswers(t.client);
    const before = plan(write, "held");
    void does(KEY);
    await before.reached;
    expect(told(await does(KEY))).toEqual([409, "conflict"]);
    t.advance(IN_FLIGHT_MS);
    expect(told(await does(KEY))).toEqual(DONE);
    expect(await count()).toBe(1);
  });

  it("once, when it stood still while its repetition did it", async () => {
    const { t, base } = await opened();
    const { write, does, count } = await deedOf(t, base);
    const { plan } = losingAnswers(t.client);
    const stalled = plan(write, "held");
    const first = does(KEY);
    await stalled.reached;
    t.advance(IN_FLIGHT_MS);
    const second = await does(KEY);
    expect(told(second)).toEqual(DONE);
    expect((await stalled.go()).status).toBe("rejected");
    expect(told(await first)).toEqual([409, "conflict"]);
    expect(await count()).toBe(1);
    expect((await does(KEY)).json).toEqual(second.json);
  });

  it("once, when it stood still and nobody asked for it again", async () => {
    const { t, base } = await opened();
    const { write, does, count } = await deedOf(t, base);
    const { plan } = losingAnswers(t.client);
    const stalled = plan(write, "held");
    const first = does(KEY);
    await stalled.reached;
    t.advance(IN_FLIGHT_MS + 1);
    await t.tick();
    await stalled.go();
    expect(told(await first)).toEqual(DONE);
    expect((await does(KEY)).headers.get("idempotency-replayed")).toBe("true");
    expect(await count()).toBe(1);
  });

  it("once, when a write that was called lost comes behind the repetition", async () => {
    const { t, base } = await opened();
    const { write, does, count } = await deedOf(t, base);
    const { plan } = losingAnswers(t.client);
    const late = plan(write, "late");
    expect(told(await does(KEY))).toEqual([503, "upstream_unavailable"]);
    t.advance(5_000);
    expect(told(await does(KEY))).toEqual(DONE);
    expect((await late.go()).status).toBe("rejected");
    expect(await count()).toBe(1);
    expect((await does(KEY)).headers.get("idempotency-replayed")).toBe("true");
  });

  it("once, when a write that was called lost comes before the repetition", async () => {
    const { t, base } = await opened();
    const { write, does, count } = await deedOf(t, base);
    const { plan } = losingAnswers(t.client);
    const late = plan(write, "late");
    expect(told(await does(KEY))).toEqual([503, "upstream_unavailable"]);
    expect((await late.go()).status).toBe("fulfilled");
    expect(told(await does(KEY))).toEqual([409, "conflict"]);
    t.advance(IN_FLIGHT_MS);
    expect(told(await does(KEY))).toEqual(UNCLEAR);
    expect(await count()).toBe(1);
  });

  it("takes no more round trips than without a key, but to reserve it and to keep the answer", async () => {
    const { t, base } = await opened();
    const { does } = await deedOf(t, base);
    const { calls } = losingAnswers(t.client);
    const asked = async (name: string, headers?: typeof KEY): Promise<string[]> => {
      calls.length = 0;
      expect(told(await does(headers, name))).toEqual(DONE);
      return [...calls];
    };
    const plain = await asked("First");
    const keyed = await asked("Second", KEY);
    expect(plain.join()).not.toContain("idempotency_keys");
    expect(keyed).toHaveLength(plain.length + 2);
  });
});

/** A statement in each form in which one is written. */
const own = (key: string) => and(eq(rateWindows.key, key), eq(rateWindows.window, 0));
const more = { count: sql`${rateWindows.count} + 1` };
const WRITES: readonly ((db: Db) => Promise<unknown>)[] = [
  async (db) => changes(await db.insert(rateWindows).values({ key: "a", window: 0, count: 1 })),
  (db) => db.insert(rateWindows).values({ key: "b", window: 0, count: 2 }).returning(),
  (db) => db.update(rateWindows).set(more).where(own("a")).returning({ n: rateWindows.count }),
  async (db) => changes(await db.update(rateWindows).set(more).where(own("b")).run()),
  (db) => db.delete(rateWindows).where(own("nobody")).returning(),
  (db) =>
    db.all(sql`INSERT INTO ${rateWindows} ("key", "window", count) VALUES (${"c"}, 0, 3), (${"d"}, 0, 4)
      RETURNING "key", count AS n`),
  async (db) =>
    changes(
      await db.run(sql`WITH x AS (SELECT 'd' AS k) DELETE FROM ${rateWindows}
        WHERE "key" IN (SELECT k FROM x)`),
    ),
  (db) =>
    runBatch(db, [
      db.update(rateWindows).set(more).where(own("c")).returning({ n: rateWindows.count }),
      db.all(sql`SELECT count(*) AS n FROM ${rateWindows} WHERE "window" = 0`),
    ]),
];
const READS: readonly ((db: Db) => Promise<unknown>)[] = [
  (db) => db.select().from(rateWindows).where(eq(rateWindows.window, 0)).orderBy(rateWindows.key),
  (db) => db.all(sql`WITH x AS (SELECT 'update' AS k) SELECT k FROM x`),
  (db) => runBatch(db, [db.select({ key: rateWindows.key }).from(rateWindows).where(own("a"))]),
];

it("a statement answers the same whether a note goes along or not; the note goes with writes alone", async () => {
  const seen = new Map<string, unknown>();
  const notes: unknown[] = [];
  for (const way of ["never", "ended", "first", "each"] as const) {
    const { db, client } = await openTestDatabase();
    onTestFinished(() => client.close());
    const note = db
      .insert(rateWindows)
      .values({ key: "note", window: 1, count: 1 })
      .onConflictDoUpdate({ target: [rateWindows.key, rateWindows.window], set: more });
    let along = alongFirstWrite(db, note);
    if (way === "ended") along.end();
    const answers: unknown[] = [];
    for (const form of [...READS, ...WRITES, ...READS]) {
      if (way === "each") along = alongFirstWrite(db, note);
      answers.push(await form(way === "never" ? db : along.db));
    }
    // Rows of the drivers are read by name and by position; by name they are compared.
    seen.set(way, JSON.parse(JSON.stringify(answers)));
    const [row] = await db.select().from(rateWindows).where(eq(rateWindows.key, "note"));
    notes.push(row?.count ?? 0);
  }
  expect(notes).toEqual([0, 0, 1, WRITES.length]);
  expect((seen.get("never") as unknown[]).slice(0, 4)).toEqual([[], [{ k: "update" }], [[]], 1]);
  for (const way of ["ended", "first", "each"]) expect(seen.get(way)).toEqual(seen.get("never"));
});

describe("a request with a key", () => {
  it("409 outcome_unclear when only what it reads behind its write is lost", async () => {
    const { t, base } = await opened();
    const { does, count } = await step(t, base);
    losingAnswers(t.client).plan(/from "steps".* limit/i, "before");
    expect(told(await does(KEY))).toEqual(UNCLEAR);
    expect(told(await does(KEY))).toEqual(UNCLEAR);
    expect(told(await does(KEY, "Other"))).toEqual([422, "idempotency_mismatch"]);
    expect(await count()).toBe(1);
    // Who looked takes a new key.
    expect(told(await does({ "idempotency-key": "new" }))).toEqual(DONE);
  });

  it("500 for a fault of ours behind its write, and 409 for its repetitions", async () => {
    const { t, base } = await opened();
    const { does, count } = await step(t, base);
    const fault = new TypeError("a fault of ours");
    losingAnswers(t.client).plan(/from "steps".* limit/i, "before", fault);
    // Told by the harness, for no answer of ours may be one.
    await expect(does(KEY)).rejects.toThrow("status 500");
    expect(told(await does(KEY))).toEqual(UNCLEAR);
    expect(await count()).toBe(1);
  });

  it("the same answer when keeping it failed once; 409 and no second deed when it failed for good", async () => {
    const { t, base } = await opened();
    const { does, count } = await step(t, base);
    const { plan } = losingAnswers(t.client);
    const keeping = /update "idempotency_keys"/i;
    plan(keeping, "before");
    const first = await does(KEY);
    expect((await does(KEY)).json).toEqual(first.json);
    expect(await count()).toBe(1);
    const other = { "idempotency-key": "other" };
    plan(keeping, "before");
    plan(keeping, "before");
    expect(told(await does(other))).toEqual(DONE);
    expect(told(await does(other))).toEqual([409, "conflict"]);
    t.advance(IN_FLIGHT_MS);
    expect(told(await does(other))).toEqual(UNCLEAR);
    expect(await count()).toBe(2);
  });

  it("409 in the end when its key could not be ended either", async () => {
    const { t, base } = await opened();
    const { write, does, count } = await step(t, base);
    const { plan, unmet } = losingAnswers(t.client);
    plan(write, "after");
    plan(/delete from "idempotency_keys"/i, "before");
    plan(/delete from "idempotency_keys"/i, "before");
    expect(told(await does(KEY))).toEqual([503, "upstream_unavailable"]);
    expect(unmet()).toBe(0);
    expect(told(await does(KEY))).toEqual([409, "conflict"]);
    t.advance(IN_FLIGHT_MS);
    expect(told(await does(KEY))).toEqual(UNCLEAR);
    expect(await count()).toBe(1);
  });

  it("409 at once although the answer of what ended its key was lost", async () => {
    const { t, base } = await opened();
    const { write, does } = await step(t, base);
    const { plan, unmet } = losingAnswers(t.client);
    plan(write, "after");
    plan(/delete from "idempotency_keys"/i, "after");
    expect(told(await does(KEY))).toEqual(UNCLEAR);
    expect(unmet()).toBe(0);
  });

  it("a refusal gives the key up, whatever was written before it", async () => {
    const { t, wid, base } = await opened();
    const { mailboxIds } = await seedOutreach(t, wid);
    await t.db.update(mailboxes).set({ smtpPassword: "v1.gone.x.y" });
    const { calls } = losingAnswers(t.client);
    const test = () => t.post(`${base}/mailboxes/${mailboxIds[0]}/test`, {}, KEY);
    const first = await test();
    expect(told(first)).toEqual([422, "validation_failed"]);
    expect(calls.some((call) => /update "mailboxes"/i.test(call))).toBe(true);
    expect(told(await test())).toEqual([422, "validation_failed"]);
  });

  it("once in a workspace that has a database of its own, which keeps the key as well", async () => {
    const second = await openTestDatabase();
    onTestFinished(() => second.client.close());
    let moved: number | null = null;
    const t: Harness = await harness({
      shards: {
        of: (id) => (id === moved ? second.db : t.deps.db),
        get first() {
          return t.deps.db;
        },
        all: () => [t.deps.db, second.db],
      },
    });
    onTestFinished(() => t.close());
    const { wid } = await t.signUp();
    const [row] = await t.db
      .select()
      .from(workspaces)
      .where(eq(workspaces.id, wid as WorkspaceId));
    if (row) await second.db.insert(workspaces).values(row);
    moved = wid;
    const { write, does, count } = await step(t, `/api/v1/workspaces/${wid}`);
    const { plan, unmet } = losingAnswers(second.client);
    plan(write, "after");
    expect(told(await does(KEY))).toEqual(UNCLEAR);
    expect(told(await does(KEY))).toEqual(UNCLEAR);
    expect(await count()).toBe(1);
    expect(unmet()).toBe(0);
  });
});
