import { describe, expect, it } from "vitest";
import { sql } from "drizzle-orm";
import { leads } from "#modules/leads/schema/leads.ts";
import { assertNoScan, assertNoScans, planOf, statementsOf } from "#test/support/explain.ts";
import { harness } from "#test/support/harness.ts";

describe("the query plan check", () => {
  it("passes look-ups and walks over one JSON parameter, by client and by database", async () => {
    const t = await harness();
    for (const target of [t.client, t.db]) {
      await assertNoScan(target, "SELECT 1 FROM leads WHERE workspace_id = ? AND email = ?");
      await assertNoScan(
        target,
        "SELECT count(*) FROM json_each(?) j WHERE EXISTS (SELECT 1 FROM leads WHERE workspace_id = 1 AND email = j.value)",
      );
    }
    await assertNoScan(
      t.db,
      t.db
        .select()
        .from(leads)
        .where(sql`workspace_id = ${1}`),
    );
  });

  it("fails on a walk over a table or a whole index", async () => {
    const t = await harness();
    await expect(
      assertNoScan(t.client, "SELECT * FROM leads WHERE first_name = ?"),
    ).rejects.toThrow(/SCAN leads/);
    await expect(assertNoScan(t.client, "SELECT count(*) FROM leads")).rejects.toThrow(
      /SCAN leads/,
    );
    expect(await planOf(t.client, "SELECT 1")).toEqual(["SCAN CONSTANT ROW"]);
  });

  it("sees what a request sends to the database", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const read = () => t.get(`/api/v1/workspaces/${wid}`);
    expect((await statementsOf(t.client, read)).join("\n")).toMatch(/from "sessions"/);
    await assertNoScans(t.client, read);
  });
});
