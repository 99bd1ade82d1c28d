import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { suppressions } from "#modules/leads/schema/leads.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { type Harness, harness } from "#test/support/harness.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const ADDRESSES = ["ann@x.example", "bo@y.example", "cy@z.example"];

/** Entries as versions before keyed hashes stored them: two by hash alone, one with its value. */
async function plainEntries(t: Harness) {
  const { wid } = await t.signUp();
  const path = `/api/v1/workspaces/${wid}/suppressions`;
  const row = (value: string, hashOnly: boolean) => ({
    workspaceId: wid as WorkspaceId,
    kind: "address" as const,
    value: hashOnly ? null : value,
    hash: sha256(value),
    hashOnly,
    reason: hashOnly ? ("erased" as const) : ("unsubscribed" as const),
    createdAt: t.clock.now,
  });
  await t.db
    .insert(suppressions)
    .values([row("ann@x.example", true), row("bo@y.example", true), row("cy@z.example", false)]);
  const ctx = inWorkspace(t.deps, wid as WorkspaceId);
  const barred = async () => [...(await suppressedAmong(ctx, [...ADDRESSES, "di@x.example"]))];
  const rows = () => t.db.select().from(suppressions);
  return { wid, path, barred, rows };
}

describe("hashes of suppressions", () => {
  it("are stored under the install's key: no SHA-256 of an address stands in the database", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/suppressions`;
    await t.post(path, { email: "ann@x.example", hash_only: true });
    await t.post(path, { hash: sha256("bo@y.example") });
    await t.post(`${path}/import?hash_only=true`, ["cy@z.example", sha256("di@x.example")]);
    const rows = await t.db.select().from(suppressions);
    const plain = [...ADDRESSES, "di@x.example"].map(sha256);
    expect(rows).toHaveLength(4);
    expect(rows.every(({ hash, hashKey }) => hashKey !== null && !plain.includes(hash))).toBe(true);
    const ctx = inWorkspace(t.deps, wid as WorkspaceId);
    const asked = [...ADDRESSES, "di@x.example", "ed@x.example"];
    expect([...(await suppressedAmong(ctx, asked))]).toEqual(asked.slice(0, 4));
  });

  it("plain ones of an older version suppress before, during and after they are keyed, as often as the sweep runs", async () => {
    const t = await harness();
    const w = await plainEntries(t);
    expect(await w.barred()).toEqual(ADDRESSES);
    const repeat = await t.post(w.path, { hash: sha256("ann@x.example") });
    expect([repeat.status, repeat.json.reason]).toEqual([200, "erased"]);
    expect((await t.post(w.path, { email: "bo@y.example" })).status).toBe(200);
    const imported = await t.post(`${w.path}/import`, ADDRESSES.map(sha256));
    expect(imported.json).toMatchObject({ added: 0, already_suppressed: 3 });
    for (let i = 0; i < 2; i++) {
      await t.tick();
      expect(await w.barred()).toEqual(ADDRESSES);
      const rows = await w.rows();
      expect(rows).toHaveLength(3);
      expect(
        rows.some(({ hash, hashKey }) => hashKey === null || ADDRESSES.map(sha256).includes(hash)),
      ).toBe(false);
    }
    expect((await t.post(w.path, { hash: sha256("ann@x.example") })).status).toBe(200);
    expect(await w.rows()).toHaveLength(3);
  });

  it("an entry that an older version wrote beside its keyed one becomes one with it", async () => {
    const t = await harness();
    const w = await plainEntries(t);
    await t.tick();
    const first = (await w.rows())[0];
    await t.db.insert(suppressions).values({
      workspaceId: w.wid as WorkspaceId,
      kind: "address",
      value: "ann@x.example",
      hash: sha256("ann@x.example"),
      reason: "manual",
      createdAt: t.clock.now,
    });
    await t.tick();
    const rows = await w.rows();
    expect(rows).toHaveLength(3);
    expect(rows.find(({ id }) => id === first?.id)).toMatchObject({
      value: "ann@x.example",
      reason: "erased",
      hashOnly: true,
    });
    expect(await w.barred()).toEqual(ADDRESSES);
  });

  it("a lead that comes later is suppressed by a hash, plain or keyed", async () => {
    for (const isKeyed of [false, true]) {
      const t = await harness();
      const w = await plainEntries(t);
      if (isKeyed) await t.tick();
      const form = new FormData();
      form.set("file", new File(["email\nann@x.example\n"], "leads.csv", { type: "text/csv" }));
      const upload = await t.post(`/api/v1/workspaces/${w.wid}/leads/upload`, form);
      expect(upload.json).toMatchObject({ suppressed: 1 });
      const entry = (await w.rows()).find(({ value }) => value === "ann@x.example");
      expect(entry?.hashOnly).toBe(true);
    }
  });

  it("201: what a list shows of a hash-only entry may be put back after it was removed; 422 under another key", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/suppressions`;
    const made = await t.post(path, { email: "ann@x.example", hash_only: true });
    await t.delete(`${path}/${made.json.id}`);
    const ctx = inWorkspace(t.deps, wid as WorkspaceId);
    expect((await suppressedAmong(ctx, ["ann@x.example"])).size).toBe(0);
    const back = await t.post(path, { hash: made.json.hash });
    expect([back.status, back.json.hash]).toEqual([201, made.json.hash]);
    expect((await suppressedAmong(ctx, ["ann@x.example"])).size).toBe(1);
    const foreign = `00000000:${made.json.hash.split(":")[1]}`;
    const refused = await t.post(path, { hash: foreign });
    expect([refused.status, refused.json.errors[0].code]).toEqual([422, "unknown_key"]);
    const imported = await t.post(`${path}/import`, [made.json.hash, foreign]);
    expect(imported.json).toMatchObject({ already_suppressed: 1, invalid: 1 });
  });
});
