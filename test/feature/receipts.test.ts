import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { workspaceSettings } from "#modules/accounts/schema/accounts.ts";
import { events } from "#modules/events/schema/events.ts";
import { receiptPeople, receipts } from "#modules/receipts/schema/receipts.ts";
import { appendFacts } from "#modules/receipts/collecting/append-facts.ts";
import { suppressedFacts } from "#modules/receipts/facts/cause-facts.ts";
import { asId, unixMs } from "#platform/rules/ids.ts";
import { collectReceipts } from "#modules/receipts/collecting/collect-receipts.ts";
import { noteRestored } from "#modules/receipts/collecting/note-marks.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { chance } from "#test/prove/winners/chance.ts";
import { damage } from "#test/prove/receipts/damage.ts";
import { everyKind } from "#test/prove/receipts/every-kind.ts";
import { secondReading } from "#test/prove/receipts/second-reading.ts";
import { needs } from "#test/support/needs.ts";
import { receiptsWorld } from "#test/support/receipts-world.ts";
import { verifyReceipts } from "#test/support/verify-receipts.ts";

const LEADS = ["ann@acme.test", "bob@acme.test", "cay@beta.test", "dan@beta.test"];
const rowsOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === "row");
/** In the order of their names. */
const sorted = (texts: readonly string[]): string[] => texts.toSorted((a, b) => (a < b ? -1 : 1));
const kinds = (text: string) => rowsOf(text).map(({ kind }): string => kind);

describe("receipts", () => {
  it("tell what left, and that nothing left twice or after an opt-out", async () => {
    const w = await receiptsWorld(LEADS);
    expect(kinds(await w.export())).toEqual(["step", "step", "step", "step"]);
    await w.optOut("ann@acme.test");
    const id = await w.suppress("bob@acme.test");
    await w.collect();
    await w.lift(id);
    await w.nextStep();
    const text = await w.export();
    expect(sorted(kinds(text))).toEqual([
      "lifted",
      "opt_out",
      ...Array<string>(7).fill("step"),
      "suppressed",
      "suppressed",
    ]);
    const verdict = await verifyReceipts(text, { key: await w.key() });
    expect(verdict.faults).toEqual([]);
    expect(verdict.signaturesChecked).toBe(true);
    expect(text).not.toMatch(/acme|beta|@/);
  });

  it("name second tries and forced replies as what they are", async () => {
    const w = await receiptsWorld(LEADS, ["cay@beta.test"]);
    await w.sendAgain("cay@beta.test");
    expect(await w.converse("ann@acme.test", { body_text: "Gladly." })).toBe(201);
    await w.suppress("bob@acme.test");
    w.t.advance(3_600_000);
    expect(await w.converse("bob@acme.test", { body_text: "You asked.", force: true })).toBe(201);
    await w.collect();
    const text = await w.export();
    expect(sorted(kinds(text).slice(4))).toEqual(["again", "forced_reply", "reply", "suppressed"]);
    const [again] = rowsOf(text).filter(({ kind }) => kind === "again");
    const first = rowsOf(text).filter(({ kind, step }) => kind === "step" && step === again.step);
    expect(first).toMatchObject([{ detail: "unclear", person: again.person }]);
    expect((await verifyReceipts(text)).faults).toEqual([]);
  });

  it("are the same once more where the work is repeated, and two at once append one of each", async () => {
    const w = await receiptsWorld(LEADS);
    await w.optOut("ann@acme.test");
    w.t.advance(DAY_MS / 24);
    const twice = async () => Promise.all([w.t.sweep(collectReceipts), w.t.sweep(collectReceipts)]);
    await twice();
    await twice();
    const text = await w.export();
    expect(kinds(text)).toHaveLength(6);
    expect((await verifyReceipts(text)).faults).toEqual([]);
  });

  it("go on from the chains themselves where their database does not know how far it was read", async () => {
    const w = await receiptsWorld(LEADS);
    await w.optOut("ann@acme.test");
    await w.collect();
    await w.t.db.delete(workspaceSettings).where(eq(workspaceSettings.workspaceId, asId(0)));
    await w.suppress("bob@acme.test");
    await w.collect();
    const text = await w.export();
    expect(sorted(kinds(text).slice(4))).toEqual(["opt_out", "suppressed", "suppressed"]);
    expect((await verifyReceipts(text)).faults).toEqual([]);
  });

  it("append nothing that was prepared before a person was erased", async () => {
    const w = await receiptsWorld(LEADS);
    await w.suppress("dan@beta.test");
    const facts = (await suppressedFacts(w.t.deps, 0, 10)).facts;
    const since = { beganAt: unixMs(0), readTo: "{}" };
    let erased = false;
    // The erasure is stored while the append is being prepared.
    const db = new Proxy(w.ctx.db, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== "batch" || erased)
          return typeof value === "function" ? value.bind(target) : value;
        return async (...args: unknown[]) => {
          erased = true;
          await w.erase("dan@beta.test");
          return (value as (...given: unknown[]) => unknown).apply(target, args);
        };
      },
    });
    expect(await appendFacts({ ...w.ctx, db }, facts, since)).toBe(false);
    await w.collect();
    expect(sorted(kinds(await w.export()).slice(4))).toEqual(["erased"]);
    const known = await w.t.db.select().from(receiptPeople);
    expect(known).toHaveLength(5);
  });

  it("close a day with a signed head, which webhooks hear of and exports continue behind", async () => {
    const w = await receiptsWorld(LEADS);
    const early = await w.export();
    w.t.advance(DAY_MS);
    await w.collect();
    await w.nextStep();
    const told = (await w.t.db.select().from(events)).filter(
      ({ type }) => type === "receipts.head",
    );
    expect(told).toHaveLength(1);
    const days = await w.days();
    expect(days.data.map(({ is_closed }: { is_closed: boolean }) => is_closed)).toEqual([
      false,
      true,
    ]);
    const text = await w.export();
    const earlier = early.split("\n").filter((line) => line.includes('"type":"head"'));
    const heads = [...told.map(({ body }) => body), ...earlier];
    const verdict = await verifyReceipts(text, { heads });
    expect(verdict.faults).toEqual([]);
    expect(verdict.counts["held"]).toBe(2);
    const part = await w.export(`?from=${days.data[0].day}`);
    expect(rowsOf(part)).toHaveLength(days.data[0].count);
    expect((await verifyReceipts(part)).faults).toEqual([]);
    // The end is cut off: the file alone does not show it, a head that was kept does.
    const lines = (await w.export(`?to=${days.data[1].day}`)).replace(/"to":"[^"]*"/, '"to":null');
    const kept = text.split("\n").filter((line) => line.includes('"type":"head"'));
    expect((await verifyReceipts(lines)).faults).toEqual([]);
    expect((await verifyReceipts(lines, { heads: kept })).faults).toEqual([
      { line: 0, code: "cut" },
    ]);
  });

  it("forget whom a commitment means with an erasure, and say so", async () => {
    const w = await receiptsWorld(LEADS);
    const before = await w.t.db.select().from(receiptPeople);
    await w.erase("dan@beta.test");
    await w.collect();
    const after = await w.t.db.select().from(receiptPeople);
    expect(before.length - after.length).toBe(1);
    const text = await w.export();
    expect(kinds(text)).toEqual(["step", "step", "step", "step", "erased"]);
    const [gone] = before.filter(({ hash }) => !after.some((one) => one.hash === hash));
    expect(rowsOf(text).at(-1).person).toBe(gone?.commitment);
    expect((await verifyReceipts(text)).faults).toEqual([]);
  });

  it("say after a restore what is no longer provable", async () => {
    const w = await receiptsWorld(LEADS);
    const saved = await w.t.db.select().from(receipts);
    expect(saved).toHaveLength(4);
    const from = w.t.clock.now;
    w.t.advance(DAY_MS / 24);
    await noteRestored(w.t.deps, from);
    await w.collect();
    const verdict = await verifyReceipts(await w.export());
    expect(verdict.faults).toEqual([]);
    expect(verdict.restored).toEqual([{ at: expect.any(Number), to: from }]);
  });

  it(
    "find every change, and a second implementation finds the same",
    needs("python3"),
    async () => {
      const { text, heads } = await everyKind();
      const draw = chance(7);
      const damaged = Array.from({ length: 60 }, () => damage(text, draw)).filter(
        (one) => one.text !== text,
      );
      const all = [{ what: "none", text, cut: false }, ...damaged];
      const own = [];
      for (const one of all) {
        const { faults } = await verifyReceipts(one.text, one.cut ? { heads } : {});
        own.push(faults.map(({ line, code }) => [line, code]));
      }
      expect(own.map((faults) => faults.length > 0)).toEqual(all.map((_, i) => i > 0));
      expect(
        await secondReading(all.map((one) => ({ text: one.text, heads: one.cut ? heads : [] }))),
      ).toEqual(own);
    },
  );

  it("are checked by a page without any request", async () => {
    const w = await receiptsWorld([]);
    const page = await w.t.get("/api/v1/receipts/verifier");
    expect(page.status).toBe(200);
    expect(page.text).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/https?:|src=|href=|@import|fetch\(|XMLHttp|WebSocket/);
  });
});
