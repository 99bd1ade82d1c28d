import { describe, expect, it } from "vitest";
import { assertNoScans } from "#test/support/explain.ts";
import { type Harness, harness } from "#test/support/harness.ts";

type Parts = readonly (readonly [name: string, value: string | Uint8Array])[];

/** A multipart body with its parts in this order; bytes become the file part. */
function form(parts: Parts, filename = "leads.csv"): FormData {
  const data = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === "string" && name !== "file") data.append(name, value);
    else data.append(name, new Blob([value as string]), filename);
  }
  return data;
}
const upload = (t: Harness, wid: number, parts: Parts, filename?: string) =>
  t.post(`/api/v1/workspaces/${wid}/leads/upload`, form(parts, filename));
const file = (value: string | Uint8Array) => [["file", value]] as const;
async function rowsOf(t: Harness, sql: string) {
  return (await t.client.execute(sql)).rows.map((row) => ({ ...row }));
}
/** Everything that must never drift apart. */
async function expectCountersRight(t: Harness) {
  const drift = await rowsOf(
    t,
    `SELECT 'workspace ' || id AS what FROM workspaces w WHERE lead_count <> (SELECT count(*) FROM leads WHERE workspace_id = w.id)
     UNION ALL
     SELECT 'list ' || id FROM lists l WHERE lead_count <> (SELECT count(*) FROM list_leads WHERE list_id = l.id)`,
  );
  expect(drift).toEqual([]);
}

describe("uploading leads", () => {
  it("201: stores the rows, names the list after the file, answers the counts of the contract", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const csv = "email,first_name,last_name,company,job_title,phone,City\nAnn@Example.com,Ann,Lee,Acme,CTO,+49 1,Berlin\nbob@example.com,Bob\n";
    const answer = await upload(t, wid, file(csv), "My leads.csv");
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      list_id: 1,
      list_name: "My leads",
      total: 2,
      created: 2,
      duplicates: 0,
      updated: 0,
      invalid: 0,
      suppressed: 0,
      errors: [],
      errors_url: `/api/v1/workspaces/${wid}/leads/imports/1/errors`,
    });
    expect(answer.headers.get("location")).toBe(`/api/v1/workspaces/${wid}/leads/imports/1`);
    expect(await rowsOf(t, "SELECT email, domain, first_name, last_name, company, job_title, phone, custom, score FROM leads ORDER BY id")).toEqual([
      { email: "ann@example.com", domain: "example.com", first_name: "Ann", last_name: "Lee", company: "Acme", job_title: "CTO", phone: "+49 1", custom: '{"city":"Berlin"}', score: null },
      { email: "bob@example.com", domain: "example.com", first_name: "Bob", last_name: "", company: "", job_title: "", phone: "", custom: "{}", score: null },
    ]);
    await expectCountersRight(t);
    const progress = await t.get(`/api/v1/workspaces/${wid}/leads/imports/1`);
    expect(progress.json).toMatchObject({ id: 1, list_id: 1, list_name: "My leads", status: "completed", done: 2, total: 2, percent: 100, created: 2, error: null });
    expect((await t.get(`/api/v1/workspaces/${wid}/leads/imports`)).json).toMatchObject({ data: [{ id: 1 }], pagination: { total: 1 } });
  });
});
