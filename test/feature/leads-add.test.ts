import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { AddedRow } from "#modules/leads/contract/add-leads.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { ANSWERING } from "#test/support/records.ts";
import { everyRole, signIn } from "#test/support/staff.ts";
import { counterDrift, rowsOf, upload } from "#test/support/upload.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const leadsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ email: `l${from + i}@acme.example` }));

async function world(options: Parameters<typeof harness>[0] = {}) {
  const t = await harness(options);
  const { wid } = await t.signUp();
  const at = `/api/v1/workspaces/${wid}`;
  return { t, wid, at, add: (body: object) => t.post(`${at}/leads`, body) };
}

/** What became of each row: status, and the code of its reason. */
const told = (answer: { json: { results: AddedRow[] } }) =>
  answer.json.results.map(({ status, reason }) => [status, reason?.code ?? null]);

describe("POST /leads", () => {
  it("200: stores leads with their fields, and answers each row in order", async () => {
    const { t, wid, at, add } = await world();
    const body = {
      leads: [
        {
          email: " Ann <ANN@Example.com> ",
          first_name: " Ann ",
          company: "Example Ltd",
          phone: 4420,
          custom: { "Company Size": 250, is_hot: true, note: null, empty: " " },
        },
        { email: "bob@example.com", linkedin_url: "", custom: { linkedin_url: "https://in/bob" } },
      ],
      source_name: "Clay",
    };
    const answer = await add(body);
    expect(answer.json).toEqual({
      created: 2,
      updated: 0,
      skipped: 0,
      invalid: 0,
      suppressed: 0,
      enrolled: null,
      hint: null,
      validation: null,
      results: ["ann@example.com", "bob@example.com"].map((email, index) => ({
        index,
        email,
        status: "created",
        lead_id: index + 1,
        is_suppressed: false,
        enrolment: null,
        reason: null,
      })),
    });
    expect((await t.get(`${at}/leads/1`)).json).toMatchObject({
      workspace_id: wid,
      email: "ann@example.com",
      first_name: "Ann",
      company: "Example Ltd",
      phone: "4420",
      custom: { company_size: "250", is_hot: "true" },
      source: "api",
      source_name: "Clay",
      source_by: "Ann Operator",
      lists: [],
    });
    // A field that was a custom one before is the field.
    expect((await t.get(`${at}/leads/2`)).json).toMatchObject({
      linkedin_url: "https://in/bob",
      custom: {},
    });
    expect((await t.get(`${at}/leads?q=example+ltd`)).json.data).toHaveLength(1);
    expect(await counterDrift(t)).toEqual([]);
    await assertNoScans(t.client, () => add({ ...body, on_duplicate: "update" }));
  });

  it("200: one bad row costs that row, and says which field and what to do", async () => {
    const { add } = await world();
    const deep = JSON.parse(`${'{"a":'.repeat(20)}1${"}".repeat(20)}`);
    const bad: readonly (readonly [row: unknown, field: string, code: string])[] = [
      ["text", "", "not_an_object"],
      [null, "", "not_an_object"],
      [7, "", "not_an_object"],
      [["ann@example.com"], "", "not_an_object"],
      [{}, "email", "missing_email"],
      [{ email: "" }, "email", "missing_email"],
      [{ email: null }, "email", "missing_email"],
      [{ email: ["a@b.example"] }, "email", "not_text"],
      [{ email: "ann" }, "email", "invalid_email"],
      [{ email: "a@b.example, c@d.example" }, "email", "several_addresses"],
      [{ email: `${"a".repeat(1_000)}@b.example` }, "email", "field_too_long"],
      [{ email: "a@b.example", fist_name: "Ann" }, "fist_name", "unknown_field"],
      [{ email: "a@b.example", company: { name: "x" } }, "company", "not_text"],
      [{ email: "a@b.example", company: "x".repeat(1_001) }, "company", "field_too_long"],
      [{ email: "a@b.example", custom: "x" }, "custom", "not_an_object"],
      [{ email: "a@b.example", custom: { deep } }, "custom.deep", "not_text"],
      [{ email: "a@b.example", custom: { x: "x".repeat(1_001) } }, "custom.x", "field_too_long"],
      [{ email: "a@b.example", custom: { "?!": "x" } }, "custom.?!", "unknown_field"],
      [{ email: "a@b.example", custom: { "A B": 1, a_b: 2 } }, "custom.a_b", "duplicate_field"],
      [
        {
          email: "a@b.example",
          custom: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`f${i}`, i])),
        },
        "custom",
        "too_many",
      ],
    ];
    const answer = await add({ leads: [...bad.map(([row]) => row), { email: "good@b.example" }] });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ created: 1, invalid: bad.length });
    const results = answer.json.results as AddedRow[];
    expect(results.map(({ reason }) => reason && [reason.field, reason.code])).toEqual([
      ...bad.map(([, field, code]) => [field, code]),
      null,
    ]);
    expect(results.map(({ index }) => index)).toEqual(results.map((_, i) => i));
    for (const { reason } of results) if (reason) expect(reason.message).toMatch(/\.$/);
  });

  it("200: odd text is stored as a database keeps it", async () => {
    const { t, at, add } = await world();
    const answer = await add({
      leads: [
        // Half a character, NUL, and an address as a Japanese keyboard writes it.
        { email: "\ud800ann@example.com", company: "A\u0000B\udc00", custom: { __proto__: "x" } },
        { email: "ｂｏｂ＠ｅｘａｍｐｌｅ．ｃｏｍ" },
        { email: "jörg@müller.example" },
      ],
    });
    expect(told(answer)).toEqual([
      ["created", null],
      ["created", null],
      ["created", null],
    ]);
    const emails = answer.json.results.map((row: AddedRow) => row.email);
    expect(emails.slice(1)).toEqual(["bob@example.com", "jörg@müller.example"]);
    expect((await t.get(`${at}/leads/1`)).json).toMatchObject({ company: "AB\ufffd" });
  });

  it("200: an address that is here already is skipped, updated or refused, and so is one that comes twice", async () => {
    const { t, at, add } = await world();
    await add({ leads: [{ email: "ann@x.example", company: "Old", custom: { a: "1", b: "1" } }] });
    const leads = [
      { email: "ANN@x.example", company: "New", job_title: "Boss", custom: { b: "2" } },
      { email: "bob@x.example", first_name: "Bob" },
      { email: "bob@x.example", last_name: "Builder" },
    ];
    const skipped = await add({ leads });
    expect(told(skipped)).toEqual([
      ["skipped", "exists"],
      ["created", null],
      ["skipped", "repeated"],
    ]);
    expect((await t.get(`${at}/leads/1`)).json).toMatchObject({ company: "Old", job_title: "" });
    expect((await t.get(`${at}/leads/2`)).json).toMatchObject({ first_name: "Bob", last_name: "" });
    const updated = await add({ leads, on_duplicate: "update" });
    expect(told(updated)).toEqual([
      ["updated", null],
      ["updated", null],
      ["updated", null],
    ]);
    expect(updated.json.results.map((row: AddedRow) => row.lead_id)).toEqual([1, 2, 2]);
    expect((await t.get(`${at}/leads/1`)).json).toMatchObject({
      company: "New",
      job_title: "Boss",
      custom: { a: "1", b: "2" },
    });
    expect((await t.get(`${at}/leads/2`)).json).toMatchObject({
      first_name: "Bob",
      last_name: "Builder",
    });
    // What is left empty keeps what is there.
    await add({ leads: [{ email: "ann@x.example", company: "" }], on_duplicate: "update" });
    expect((await t.get(`${at}/leads/1`)).json.company).toBe("New");
    const refused = await add({
      leads: [...leads, { email: "new@x.example" }, { email: "new@x.example" }],
      on_duplicate: "error",
    });
    expect(told(refused)).toEqual([
      ["invalid", "exists"],
      ["invalid", "exists"],
      ["invalid", "exists"],
      ["created", null],
      ["invalid", "repeated"],
    ]);
    expect(await counterDrift(t)).toEqual([]);
  });

  it("200: into a list, those that were here as well; 404 for a foreign list or campaign, nothing stored", async () => {
    const { t, wid, at, add } = await world();
    await upload(t, wid, "email\na@x.example\n");
    const leads = [{ email: "a@x.example" }, { email: "b@x.example" }, { email: "c@x.example" }];
    await add({ leads: leads.slice(1, 2) });
    expect((await add({ leads, list_id: 1 })).json).toMatchObject({ created: 1, skipped: 2 });
    expect((await t.get(`${at}/lists/1`)).json.lead_count).toBe(3);
    for (const body of [{ list_id: 9 }, { campaign_id: 9 }]) {
      const missing = await add({ leads: leadsOf(1, 2), ...body });
      expect([missing.status, missing.json.code]).toEqual([404, "not_found"]);
    }
    expect(await rowsOf(t, "SELECT count(*) AS n FROM leads")).toEqual([{ n: 3 }]);
    expect(await counterDrift(t)).toEqual([]);
  });

  it("422 for a body that is wrong as a whole, 413 with the limit above 4 MB, and nothing stored", async () => {
    const { t, at, add } = await world();
    for (const [body, path] of [
      [{}, "leads"],
      [{ leads: [] }, "leads"],
      [{ leads: {} }, "leads"],
      [{ leads: leadsOf(1, 1_001) }, "leads"],
      [{ leads: leadsOf(1, 1), on_duplicate: "merge" }, "on_duplicate"],
      [{ leads: leadsOf(1, 1), list: 1 }, "list"],
    ] as const) {
      const answer = await add(body);
      expect([answer.status, answer.json.errors[0].path]).toEqual([422, path]);
    }
    const largest = 4 * 1024 * 1024;
    const send = (bytes: number) => {
      const [before, after] = ['{"leads":[{"email":"a@x.example"}', "]}"];
      const text = `${before}${" ".repeat(bytes - before.length - after.length)}${after}`;
      return t.request("POST", `${at}/leads`, text, { "content-type": "application/json" });
    };
    const over = await send(largest + 1);
    expect([over.status, over.json.code, over.json.detail]).toEqual([
      413,
      "payload_too_large",
      "The body can be up to 4096 KB.",
    ]);
    expect(await rowsOf(t, "SELECT count(*) AS n FROM leads")).toEqual([{ n: 0 }]);
    expect((await send(largest)).json.created).toBe(1);
  });

  it("200: four megabytes of long cells go in whole", async () => {
    const { t, add } = await world();
    const long = "é".repeat(1_000);
    const leads = leadsOf(1, 500).map((lead) => ({
      ...lead,
      custom: { a: long, b: long, c: long },
    }));
    expect((await add({ leads })).json).toMatchObject({ created: 500, invalid: 0 });
    expect((await add({ leads, on_duplicate: "update" })).json.updated).toBe(500);
    expect(await counterDrift(t)).toEqual([]);
  });

  it("200: a repeat with the same Idempotency-Key stores nothing twice and gets the same answer", async () => {
    const { t, at } = await world();
    const body = { leads: leadsOf(1, 3) };
    const send = () => t.post(`${at}/leads`, body, { "idempotency-key": "k1" });
    const first = await send();
    const again = await send();
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect([first.json.created, again.json]).toEqual([3, first.json]);
  });

  it("200: a quota and the limit of leads refuse the surplus row by row; known leads need no room", async () => {
    const { t, wid, add } = await world({ settings: { MAX_LEADS_PER_WORKSPACE: "6" } });
    await t.put(`/api/v1/admin/clients/${wid}/quota`, { leads: 4 });
    await add({ leads: leadsOf(1, 2) });
    const answer = await add({
      leads: [...leadsOf(1, 5), ...leadsOf(5, 5)],
      on_duplicate: "update",
    });
    expect(told(answer)).toEqual([
      ["updated", null],
      ["updated", null],
      ["created", null],
      ["created", null],
      ["invalid", "quota_reached"],
      ["invalid", "quota_reached"],
    ]);
    expect(answer.json.results[4].reason.message).toContain(
      "The quota of this workspace is 4 leads",
    );
    await t.put(`/api/v1/admin/clients/${wid}/quota`, { leads: null });
    expect(told(await add({ leads: leadsOf(5, 7) }))).toEqual([
      ["created", null],
      ["created", null],
      ["invalid", "limit_reached"],
    ]);
    expect(await counterDrift(t)).toEqual([]);
  });

  it("calls at the same moment never exceed a quota, and make each lead once", async () => {
    const { t, wid, add } = await world();
    await t.put(`/api/v1/admin/clients/${wid}/quota`, { leads: 10 });
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) => add({ leads: leadsOf(i * 3, i * 3 + 5) })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const created = answers.reduce((sum, { json }) => sum + json.created, 0);
    expect(await rowsOf(t, "SELECT count(*) AS n FROM leads")).toEqual([{ n: created }]);
    expect(created).toBe(10);
    expect(await counterDrift(t)).toEqual([]);
  });

  it("never subscribes again who opted out, and tells who is suppressed by workspace, hash or installation", async () => {
    const { t, at, add } = await world();
    await add({ leads: [{ email: "out@x.example" }] });
    await t.client.execute("UPDATE leads SET unsubscribed_at = 5 WHERE id = 1");
    await t.post(`${at}/suppressions`, { email: "out@x.example", reason: "unsubscribed" });
    await t.post(`${at}/suppressions`, { domain: "never.example" });
    await t.post(`${at}/suppressions`, { hash: sha256("erased@x.example") });
    await t.post("/api/v1/admin/suppressions", { email: "install@x.example" });
    const answer = await add({
      leads: ["out@x.example", "a@never.example", "erased@x.example", "install@x.example"]
        .concat("free@x.example")
        .map((email) => ({ email, company: "X" })),
      on_duplicate: "update",
    });
    expect(answer.json.results.map((row: AddedRow) => [row.status, row.is_suppressed])).toEqual([
      ["updated", true],
      ["created", true],
      ["created", true],
      ["created", true],
      ["created", false],
    ]);
    expect(answer.json.suppressed).toBe(4);
    expect((await t.get(`${at}/leads/1`)).json).toMatchObject({
      unsubscribed_at: expect.any(String),
      is_suppressed: true,
    });
    // The hash has its address again, so that sending sees it.
    expect(await rowsOf(t, "SELECT value FROM suppressions WHERE hash_only")).toEqual([
      { value: "erased@x.example" },
    ]);
  });

  it("200: into a campaign in the same call, with the reasons of add-to-campaign", async () => {
    const { t, wid, at, add } = await world();
    await t.post(`${at}/campaigns`, { name: "A" });
    await upload(t, wid, "email\nout@x.example\nbounced@x.example\nin@x.example\n");
    await t.client.execute("UPDATE leads SET unsubscribed_at = 5 WHERE email = 'out@x.example'");
    await t.client.execute("UPDATE leads SET bounced_at = 5 WHERE email = 'bounced@x.example'");
    await t.post(`${at}/suppressions`, { domain: "never.example" });
    await t.post(`${at}/leads/add-to-campaign`, { campaign_id: 1, lead_ids: [3] });
    const leads = ["out", "bounced", "in", "new"].map((name) => ({ email: `${name}@x.example` }));
    const answer = await add({
      leads: [...leads, { email: "a@never.example" }, { email: "broken" }, leads[3]],
      campaign_id: 1,
    });
    expect(answer.json.results.map((row: AddedRow) => row.enrolment)).toEqual([
      "unsubscribed",
      "bounced",
      "already_in_campaign",
      "added",
      "suppressed",
      null,
      "added",
    ]);
    expect([answer.json.enrolled, answer.json.hint]).toEqual([1, null]);
    const inside = (await t.get(`${at}/campaigns/1/leads`)).json.data;
    expect(inside.map((row: { email: string }) => row.email)).toEqual([
      "in@x.example",
      "new@x.example",
    ]);
    await t.client.execute("UPDATE campaigns SET status = 'completed'");
    const late = await add({ leads: [{ email: "late@x.example" }], campaign_id: 1 });
    expect(late.json).toMatchObject({ enrolled: 1, hint: expect.stringContaining("completed") });
    expect(await counterDrift(t)).toEqual([]);
  });

  it("starts one validation of those that have no result yet", async () => {
    const { t, at, add } = await world(ANSWERING);
    await add({ leads: leadsOf(1, 2) });
    await t.client.execute(
      "UPDATE leads SET validated_at = 5, score = 90, validation_status = 'valid' WHERE id = 1",
    );
    const answer = await add({ leads: leadsOf(1, 3), validate: true });
    const { validation } = answer.json;
    expect(validation).toEqual({ job_id: 1, list_id: null, total: 2, status: "queued" });
    await t.drain();
    const job = (await t.get(`${at}/leads/validate/${validation.job_id}`)).json;
    expect(job).toMatchObject({ list_id: null, status: "completed", done: 2, total: 2 });
    const leads = (await t.get(`${at}/leads?order=asc`)).json.data;
    expect(leads.map((lead: { validated_at: string }) => lead.validated_at !== null)).toEqual([
      true,
      true,
      true,
    ]);
    // All have a result, or wait for another try of theirs.
    expect((await add({ leads: leadsOf(1, 3), validate: true })).json.validation).toBeNull();
  });

  it("403 where a client or a key may add leads but not enrol or validate, and nothing is stored", async () => {
    const t = await harness();
    const { admin, clientWid } = await everyRole(t);
    await admin.put(`/api/v1/admin/clients/${clientWid}/access`, { preset: "manager" });
    const client = await signIn(t, "client@example.com");
    const path = `/api/v1/workspaces/${clientWid}/leads`;
    await admin.post(`/api/v1/workspaces/${clientWid}/campaigns`, { name: "A" });
    for (const more of [{ campaign_id: 1 }, { validate: true }]) {
      const refused = await client.post(path, { leads: leadsOf(1, 1), ...more });
      expect([refused.status, refused.json.code]).toEqual([403, "forbidden"]);
    }
    expect(await rowsOf(t, "SELECT count(*) AS n FROM leads")).toEqual([{ n: 0 }]);
    expect((await client.post(path, { leads: leadsOf(1, 1) })).json.created).toBe(1);
    const made = await admin.post(`/api/v1/workspaces/${clientWid}/api-keys`, {
      name: "Clay",
      scopes: ["leads.import"],
    });
    const byKey = (body: object) =>
      t.post(path, body, { cookie: "", authorization: `Bearer ${made.json.key}` });
    expect((await byKey({ leads: leadsOf(2, 2), campaign_id: 1 })).status).toBe(403);
    expect((await byKey({ leads: leadsOf(2, 2) })).json.created).toBe(1);
    expect(await sourcesOf(t)).toEqual(["Client", "Clay"]);
  });
});

const sourcesOf = async (t: Harness) =>
  (await rowsOf(t, "SELECT source_by FROM leads ORDER BY id")).map((row) => row["source_by"]);

describe("POST /leads/lookup", () => {
  it("200: a result for each address in order, with its lead and whether it is suppressed", async () => {
    const { t, at, add } = await world();
    await add({
      leads: [{ email: "ann@x.example", first_name: "Ann" }, { email: "bob@x.example" }],
    });
    await t.post(`${at}/suppressions`, { email: "never@x.example" });
    const emails = ["never@x.example", "Bob <BOB@x.example>", "nobody@x.example", "ann@x.example"];
    const found = await t.post(`${at}/leads/lookup`, { emails: [...emails, "ann@x.example"] });
    expect(
      found.json.data.map((row: { email: string; lead: { id: number } | null }) => [
        row.email,
        row.lead?.id ?? null,
      ]),
    ).toEqual([
      ["never@x.example", null],
      ["bob@x.example", 2],
      ["nobody@x.example", null],
      ["ann@x.example", 1],
      ["ann@x.example", 1],
    ]);
    expect(found.json.data[0].is_suppressed).toBe(true);
    expect(found.json.data[3].lead).toMatchObject({ first_name: "Ann", is_suppressed: false });
    await assertNoScans(t.client, () => t.post(`${at}/leads/lookup`, { emails }));
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const foreign = await t.post(`/api/v1/workspaces/${other.json.id}/leads/lookup`, { emails });
    expect(foreign.json.data.every((row: { lead: unknown }) => row.lead === null)).toBe(true);
  });

  it("422 for no address, more than 1,000, and what is none", async () => {
    const { t, at } = await world();
    const many = leadsOf(1, 1_001).map(({ email }) => email);
    for (const emails of [[], many, ["nobody"], "ann@x.example"]) {
      const answer = await t.post(`${at}/leads/lookup`, { emails });
      expect(answer.status).toBe(422);
    }
  });
});
