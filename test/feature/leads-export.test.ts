import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { EXPORT_FACTS, EXPORT_SOURCE } from "#modules/leads/rules/export-columns.ts";
import { LEAD_FIELDS } from "#modules/leads/rules/fields.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { rowsOf, upload } from "#test/support/upload.ts";

const read = (csv: string): Record<string, string>[] =>
  parse(csv, { columns: true, bom: true }) as Record<string, string>[];

it("200: the leads of a filter in the list's order, with their custom fields; formulas made harmless; written to the audit log", async () => {
  const t = await harness();
  const { wid } = await t.signUp();
  const path = `/api/v1/workspaces/${wid}/leads/export`;
  const empty = await t.get(path);
  expect([empty.status, read(empty.text)]).toEqual([200, []]);
  await upload(
    t,
    wid,
    [
      "email,first_name,company,phone,Plan,Score",
      'ann@x.example,"Ann ""A"", \nLee",=1+1,+49 30 1,gold,7',
      "bob@y.example,Böb,Acme,,,",
      "cid@x.example,Cid,Acme,,silver,",
    ].join("\n"),
  );
  await t.client.execute(
    "UPDATE leads SET score = 90, validation_status = 'valid', validated_at = 86400000 WHERE id = 1",
  );
  await t.post(`/api/v1/workspaces/${wid}/suppressions`, { domain: "y.example" });
  const answer = await t.get(path);
  expect([
    answer.status,
    answer.headers.get("content-type"),
    answer.headers.get("content-disposition"),
  ]).toEqual([200, "text/csv; charset=utf-8", 'attachment; filename="leads-2026-11-18.csv"']);
  const all = read(answer.text);
  expect(Object.keys(all[0] ?? {})).toEqual([
    ...LEAD_FIELDS,
    ...EXPORT_FACTS,
    ...EXPORT_SOURCE,
    "plan",
    "custom_score",
  ]);
  expect(all.map((lead) => lead["email"])).toEqual([
    "cid@x.example",
    "bob@y.example",
    "ann@x.example",
  ]);
  expect(all[2]).toEqual({
    email: "ann@x.example",
    first_name: 'Ann "A", \nLee',
    last_name: "",
    company: "'=1+1",
    job_title: "",
    linkedin_url: "",
    phone: "'+49 30 1",
    score: "90",
    validation_status: "valid",
    validated_at: "1970-01-02T00:00:00.000Z",
    is_suppressed: "no",
    bounced_at: "",
    unsubscribed_at: "",
    lead_created_at: "2026-11-18T12:00:00.000Z",
    lead_source: "file",
    lead_source_name: "leads.csv",
    lead_source_by: "Ann Operator",
    lead_tags: "",
    plan: "gold",
    custom_score: "7",
  });
  expect(all.map((lead) => lead["is_suppressed"])).toEqual(["no", "yes", "no"]);

  const { campaignId } = await seedOutreach(t, wid, { leads: ["dan@z.example"] });
  for (const [query, expected] of [
    ["?status=valid", ["ann"]],
    ["?min_score=90&sort=score", ["ann"]],
    ["?status=unvalidated&sort=email&order=asc", ["bob", "cid", "dan"]],
    ["?list_id=1&order=asc", ["ann", "bob", "cid"]],
    [`?campaign_id=${campaignId}`, ["dan"]],
    ["?q=@x.exa", ["cid", "ann"]],
    ["?q=bob", ["bob"]],
  ] as const) {
    const found = read((await t.get(`${path}${query}`)).text);
    expect([query, found.map((lead) => lead["email"]?.slice(0, 3))]).toEqual([query, expected]);
    await assertNoScans(t.client, () => t.get(`${path}${query}`));
  }
  const written = await rowsOf(
    t,
    "SELECT workspace_id, user_id, details FROM audit_log WHERE action = 'leads.exported' ORDER BY id",
  );
  expect(written[1]).toEqual({ workspace_id: wid, user_id: 1, details: '{"q":false}' });
  expect(written.some(({ details }) => String(details).includes("bob"))).toBe(false);

  const wrong = await t.get(`${path}?status=good`);
  expect([wrong.status, wrong.json.code]).toEqual([400, "malformed_request"]);
});

it("uploaded anew, an export gives the same leads: facts left out, apostrophes taken off", async () => {
  const t = await harness();
  const { wid } = await t.signUp();
  await upload(
    t,
    wid,
    'email,first_name,company,phone,Plan\nann@x.example,"O\'Ann",=1+1,+49 30 1,-5\n',
  );
  const { text } = await t.get(`/api/v1/workspaces/${wid}/leads/export`);
  const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
  await upload(t, other.json.id, text);
  const columns = "email, first_name, last_name, company, job_title, phone, custom";
  const of = (id: number) => rowsOf(t, `SELECT ${columns} FROM leads WHERE workspace_id = ${id}`);
  expect(await of(other.json.id)).toEqual(await of(wid));
  expect((await of(wid))[0]).toMatchObject({ company: "=1+1", custom: '{"plan":"-5"}' });
});

it("goes over many pages without losing or repeating a lead, by any order", async () => {
  const t = await harness();
  const { wid } = await t.signUp();
  // As many equal scores as fill more than one page.
  await t.client
    .execute(`INSERT INTO leads (workspace_id, email, domain, score, created_at, updated_at)
    WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 11000)
    SELECT ${wid}, 'p' || i || '@x.example', 'x.example', CASE WHEN i > 200 THEN 50 ELSE i % 3 END, 1, 1 FROM n`);
  for (const sort of ["id", "email", "score"]) {
    const { text } = await t.get(`/api/v1/workspaces/${wid}/leads/export?sort=${sort}&order=asc`);
    const emails = text
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.slice(1, line.indexOf('"', 1)));
    expect([sort, emails.length, new Set(emails).size]).toEqual([sort, 11_000, 11_000]);
    if (sort === "email") expect(emails).toEqual(emails.toSorted());
  }
});

it("puts the custom fields of more names than columns into one", async () => {
  const t = await harness();
  const { wid } = await t.signUp();
  await t.client
    .execute(`INSERT INTO leads (workspace_id, email, domain, custom, created_at, updated_at)
    WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    SELECT ${wid}, 'p' || i || '@x.example', 'x.example', json_object('k' || i, 'v' || i), 1, 1 FROM n`);
  const rows = read((await t.get(`/api/v1/workspaces/${wid}/leads/export?order=asc`)).text);
  const names = Object.keys(rows[0] ?? {}).slice(
    LEAD_FIELDS.length + EXPORT_FACTS.length + EXPORT_SOURCE.length,
  );
  expect([names.length, names.at(-1)]).toEqual([201, "other_fields"]);
  const told = rows.map((row, i) => {
    const others = row["other_fields"] || "{}";
    return row[`k${i + 1}`] ?? (JSON.parse(others) as Record<string, string>)[`k${i + 1}`];
  });
  expect(told).toEqual(rows.map((_, i) => `v${i + 1}`));
});
