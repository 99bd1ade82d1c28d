import { expect, it } from "vitest";
import { idempotencyKeys } from "#platform/idempotency/schema.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { harness } from "#test/support/harness.ts";

const key = (value: string) => ({ "idempotency-key": value });

it("answers a repeated key with the first answer, another body with 422, and forgets after a day", async () => {
  const t = await harness();
  await t.signUp();
  const make = (slug: string, header = "abc") =>
    t.post("/api/v1/workspaces", { name: "North", slug }, key(header));
  const first = await make("north");
  expect(first.status).toBe(201);
  const again = await make("north");
  expect([again.status, again.json, again.headers.get("idempotency-replayed")]).toEqual([
    201,
    first.json,
    "true",
  ]);
  expect(again.headers.get("location")).toBe(first.headers.get("location"));
  const other = await make("south");
  expect([other.status, other.json.code]).toEqual([422, "idempotency_mismatch"]);
  expect(JSON.stringify(await t.db.select().from(idempotencyKeys))).not.toContain("North");
  t.advance(DAY_MS);
  expect((await make("south")).status).toBe(201);
});

it("gives the key up when the request failed, and keeps callers apart", async () => {
  const t = await harness();
  const ann = await t.signUp();
  await t.post("/api/v1/workspaces", { name: "N", slug: "taken" });
  const make = (slug: string) => t.post("/api/v1/workspaces", { name: "N", slug }, key("k"));
  expect((await make("taken")).status).toBe(409);
  expect((await make("free")).status).toBe(201);
  await t.signUp("Bob", "bob@example.com");
  expect((await make("bobs")).status).toBe(201);
  t.useCookie(ann.cookie);
  expect((await make("free")).headers.get("idempotency-replayed")).toBe("true");
});

it("lets one of many at the same time act", async () => {
  const t = await harness();
  await t.signUp();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      t.post("/api/v1/workspaces", { name: "N", slug: "once" }, key("k")),
    ),
  );
  const statuses = answers.map((a) => a.status);
  expect(statuses.filter((s) => s === 201).length).toBeGreaterThanOrEqual(1);
  expect(statuses.every((s) => s === 201 || s === 409)).toBe(true);
  const list = await t.get("/api/v1/workspaces");
  expect(list.json.data.filter((w: { slug: string }) => w.slug === "once")).toHaveLength(1);
});

it("a lost connection to the database makes nobody act twice, and a repetition is not refused", async () => {
  const t = await harness();
  await t.signUp();
  const make = (slug: string) => t.post("/api/v1/workspaces", { name: "N", slug }, key(slug));
  const { db } = t.deps;
  /** Writes of keys are done, and then nobody hears of it. */
  const losing = (verb: "insert" | "update") =>
    Object.assign(Object.create(db), {
      [verb]: (table: never) =>
        table === idempotencyKeys ? unheard(db[verb](table)) : db[verb](table),
    });
  Object.assign(t.deps, { db: losing("update") });
  expect((await make("kept")).status).toBe(201);
  Object.assign(t.deps, { db: losing("insert") });
  expect((await make("later")).status).toBe(503);
  Object.assign(t.deps, { db });
  expect((await make("kept")).headers.get("idempotency-replayed")).toBe("true");
  expect((await make("later")).status).toBe(201);
});

/** A statement whose answer is lost after its commit. */
function unheard(statement: object): object {
  const lost = new Error("Failed query", {
    cause: new Error("D1_ERROR: Network connection lost."),
  });
  return new Proxy(statement, {
    get(target, name) {
      const part = Reflect.get(target, name).bind(target);
      if (name !== "then") return (...args: unknown[]) => unheard(part(...args));
      return (_: unknown, failed: (cause: unknown) => void) => part(() => failed(lost), failed);
    },
  });
}
