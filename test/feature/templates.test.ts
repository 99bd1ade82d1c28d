import { describe, expect, it } from "vitest";
import { fitsTemplate, MAX_TEMPLATE_BYTES } from "#modules/campaigns/rules/template-content.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { harness } from "#test/support/harness.ts";
import { mcpClient } from "#test/support/mcp-client.ts";
import { auditOf, type Caller, everyRole } from "#test/support/staff.ts";
import { twoDatabases } from "#test/support/two-databases.ts";

const PATH = "/api/v1/templates";

const STEPS = [
  {
    subject: "Hello {{ first_name | default: 'there' }}",
    body_html: "<p>{Hi|Hello} {{ first_name }}, <b>{{ company }}</b>?</p>",
    variants: [{ label: "B", subject: "Another", body: "<p>B</p>", weight: 40 }],
  },
  { delay: 3, delay_unit: "days", subject: "", body_text: "Did you see it?" },
];
const CAMPAIGN = {
  kind: "campaign",
  name: "Four emails",
  description: "For logistics",
  steps: STEPS,
  settings: {
    track_opens: false,
    max_new_leads_per_day: 30,
    rotation: "weighted",
    ramp: { enabled: true, start: 5 },
    ooo_hold: { fallback_days: 10 },
    schedule: { windows: [{ days: [1, 2], start: "08:00", end: "12:00" }] },
    tags: ["cold"],
  },
};
const SNIPPET = { kind: "snippet", name: "Calendar", body_text: "Choose a time: https://c.test" };

async function make(who: Caller, body: object): Promise<number> {
  const answer = await who.post(PATH, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

describe("templates of the install", () => {
  it("201, 200, 204: are made, read, listed, changed and deleted by staff, each with a line of the audit log", async () => {
    const t = await harness();
    const { admin, employee } = await everyRole(t);
    const made = await employee.post(PATH, CAMPAIGN);
    expect([made.status, made.headers.get("location")]).toEqual([201, `${PATH}/${made.json.id}`]);
    expect(made.json).toMatchObject({
      kind: "campaign",
      name: "Four emails",
      description: "For logistics",
      created_by: { id: employee.id, name: "employee" },
      settings: CAMPAIGN.settings,
      steps: [
        {
          delay: 0,
          subject: STEPS[0]?.subject,
          body_html: STEPS[0]?.body_html,
          variants: [{ label: "B", subject: "Another", body: "<p>B</p>", weight: 40 }],
        },
        { delay: 3, delay_unit: "days", subject: "", body_text: "Did you see it?", variants: [] },
      ],
    });
    const step = await make(employee, { kind: "step", name: "Nudge", step: STEPS[1] });
    const snippet = await make(admin, SNIPPET);
    const list = await admin.get(PATH);
    expect(list.json.pagination.total).toBe(3);
    expect(list.json.data).toMatchObject([
      { id: snippet, kind: "snippet", subject: "", excerpt: SNIPPET.body_text, step_count: 1 },
      { id: step, kind: "step", subject: "", excerpt: "Did you see it?", step_count: 1 },
      { id: made.json.id, kind: "campaign", subject: STEPS[0]?.subject, step_count: 2 },
    ]);
    expect(list.json.data[2].excerpt).toBe("{Hi|Hello} {{ first_name }}, {{ company }}?");
    expect(list.text).not.toContain("body_html");
    expect((await admin.get(`${PATH}?kind=step`)).json.data).toHaveLength(1);
    expect((await admin.get(`${PATH}?q=emaILS`)).json.data).toMatchObject([{ id: made.json.id }]);
    const page = await admin.get(`${PATH}?limit=2`);
    const rest = await admin.get(`${PATH}?limit=2&cursor=${page.json.pagination.next_cursor}`);
    expect(rest.json.data).toMatchObject([{ id: made.json.id }]);

    // What was read can be put back.
    t.advance(1_000);
    for (const id of [made.json.id, step, snippet]) {
      const read = (await admin.get(`${PATH}/${id}`)).json;
      const { updated_at: _, ...kept } = read;
      expect((await employee.put(`${PATH}/${id}`, read)).json).toMatchObject(kept);
    }
    const changed = await admin.put(`${PATH}/${step}`, { step: { subject: "Again" } });
    expect(changed.json).toMatchObject({
      name: "Nudge",
      step: { subject: "Again", body_text: "Did you see it?", delay: 3 },
    });
    await admin.put(`${PATH}/${made.json.id}`, { settings: {}, steps: [STEPS[1]] });
    expect((await admin.get(`${PATH}/${made.json.id}`)).json).toMatchObject({
      name: "Four emails",
      settings: {},
      steps: [{ body_text: "Did you see it?" }],
    });
    expect((await admin.delete(`${PATH}/${snippet}`)).status).toBe(204);
    for (const answer of [
      await admin.delete(`${PATH}/${snippet}`),
      await admin.get(`${PATH}/${snippet}`),
      await admin.put(`${PATH}/${snippet}`, { name: "X" }),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([404, "not_found"]);
    }
    expect(await auditOf(admin, "template.created")).toHaveLength(3);
    expect((await auditOf(admin, "template.changed"))[0]).toMatchObject({
      target: { type: "template", id: String(made.json.id) },
      details: { name: "Four emails", fields: ["steps", "settings"] },
    });
    expect(await auditOf(admin, "record.deleted")).toMatchObject([
      { target: { type: "template", id: String(snippet) }, details: { name: "Calendar" } },
    ]);
  });

  it("409: a name that is taken among its kind, a version that is not the present one; of many at once one wins", async () => {
    const t = await harness();
    const { admin, employee } = await everyRole(t);
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(PATH, SNIPPET)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    const id = answers.find(({ status }) => status === 201)?.json.id as number;
    // Another kind may have the name.
    const step = await make(admin, { kind: "step", name: "Calendar", step: STEPS[1] });
    const other = await make(admin, { ...SNIPPET, name: "Short" });
    const taken = await admin.put(`${PATH}/${other}`, { name: "Calendar" });
    expect(taken).toMatchObject({
      status: 409,
      json: { code: "conflict", errors: [{ path: "name", code: "taken" }] },
    });
    expect((await admin.put(`${PATH}/${id}`, { name: "Calendar" })).status).toBe(200);
    const { updated_at: read } = (await admin.get(`${PATH}/${step}`)).json;
    t.advance(1_000);
    await employee.put(`${PATH}/${step}`, { description: "theirs" });
    const late = await t.request(
      "PUT",
      `${PATH}/${step}`,
      { description: "mine" },
      { cookie: admin.cookie, "if-match": `"${read}"` },
    );
    expect([late.status, late.json.code]).toEqual([409, "conflict"]);
    expect((await admin.get(`${PATH}/${step}`)).json.description).toBe("theirs");
    const wins = await Promise.all(
      ["a", "b", "c"].map((description) => admin.put(`${PATH}/${step}`, { description })),
    );
    const won = wins.filter(({ status }) => status === 200);
    expect(wins.length - won.length).toBe(wins.filter(({ status }) => status === 409).length);
    expect(await auditOf(admin, "template.changed")).toHaveLength(2 + won.length);
  });

  it("422: texts that do not render, empty ones, fields of another kind; nothing is stored", async () => {
    const t = await harness();
    const { admin } = await everyRole(t);
    const refused = async (body: object, path: string, code: string, put?: number) => {
      const answer = put ? await admin.put(`${PATH}/${put}`, body) : await admin.post(PATH, body);
      expect(answer.status, JSON.stringify(body)).toBe(422);
      expect(answer.json.errors[0]).toMatchObject({ path, code });
    };
    const broken = { body_html: "<p>{{ first_name | nonsense }}</p>" };
    const campaign = { ...CAMPAIGN, steps: [STEPS[1], broken] };
    await refused(campaign, "steps.1.body_html", "template_error");
    await refused({ kind: "step", name: "X", step: broken }, "step.body_html", "template_error");
    await refused({ ...SNIPPET, body_text: "{{ first_name" }, "body_text", "template_error");
    await refused({ kind: "snippet", name: "X" }, "body_html", "required");
    await refused({ kind: "campaign", name: "X", steps: [] }, "steps", "too_small");
    await refused(
      { ...CAMPAIGN, steps: [STEPS[1], { subject: "x" }] },
      "steps.1.body_html",
      "required",
    );
    const long = { delay: 366, body_text: "x" };
    await refused({ ...CAMPAIGN, steps: [long] }, "steps.0.delay", "too_big");
    for (const field of ["mailbox_ids", "cc", "bcc"]) {
      const settings = { [field]: [] };
      await refused({ ...CAMPAIGN, settings }, `settings.${field}`, "unknown_field");
    }
    await refused({ ...SNIPPET, kind: "letter" }, "kind", "invalid_union");
    await refused({ ...SNIPPET, steps: STEPS }, "steps", "unknown_field");
    await refused({ ...SNIPPET, name: "  " }, "name", "too_small");
    expect((await admin.get(PATH)).json.data).toEqual([]);
    const id = await make(admin, SNIPPET);
    await refused({ steps: STEPS }, "steps", "unknown_field", id);
    await refused({ kind: "step" }, "kind", "read_only_field", id);
    await refused({ id: id + 1 }, "id", "read_only_field", id);
    await refused({ body_text: "", body_html: " " }, "body_html", "required", id);
  });

  it("409: more text than a row can hold, more templates than an install can have", async () => {
    const t = await harness();
    const { admin } = await everyRole(t);
    const text = "ä".repeat(30_000);
    const steps = (count: number) => Array.from({ length: count }, () => ({ body_text: text }));
    const content = (count: number) => ({
      settings: {},
      steps: steps(count).map(() => ({
        delay: 0,
        delayUnit: "days" as const,
        subject: "",
        bodyHtml: "",
        bodyText: text,
        variants: [],
      })),
    });
    const most = Math.floor(MAX_TEMPLATE_BYTES / 60_100);
    expect([fitsTemplate(content(most)), fitsTemplate(content(most + 1))]).toEqual([true, false]);
    await make(admin, { kind: "campaign", name: "Large", steps: steps(most) });
    const over = await admin.post(PATH, { kind: "campaign", name: "X", steps: steps(most + 1) });
    expect([over.status, over.json.code]).toEqual([409, "limit_reached"]);
    const whole = await admin.post(PATH, { kind: "campaign", name: "X", steps: steps(80) });
    expect([whole.status, whole.json.code]).toEqual([413, "payload_too_large"]);
    await t.client.execute(`
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
      INSERT INTO templates (kind, name, content, step_count, subject, excerpt, created_at, updated_at)
      SELECT 'snippet', 'T' || i, '{"steps":[],"settings":{}}', 1, '', '', 1, 1 FROM n`);
    const full = await admin.post(PATH, SNIPPET);
    expect([full.status, full.json.code]).toEqual([409, "limit_reached"]);
  });

  it("walk no table", async () => {
    const t = await harness();
    const { admin } = await everyRole(t);
    const id = await make(admin, CAMPAIGN);
    await assertNoScans(t.client, async () => {
      await admin.get(PATH);
      await admin.get(`${PATH}?kind=campaign&cursor=aWQ6OQ`);
      await admin.put(`${PATH}/${id}`, { name: "Other" });
      await admin.post(PATH, SNIPPET);
      await admin.delete(`${PATH}/${id}`);
    });
  });
});

describe("a template that is used", () => {
  it("201: makes a draft with its steps and settings, where the workspace decides the rest and the body counts first", async () => {
    const t = await harness();
    const { admin, rootWid, clientWid } = await everyRole(t);
    const id = await make(admin, CAMPAIGN);
    const W = `/api/v1/workspaces/${clientWid}`;
    await admin.put(`${W}/settings`, {
      general: { timezone: "Europe/Berlin" },
      sending: { default_schedule: { timezone: "Europe/Berlin" } },
      guardrails: { bounce: { threshold_pct: 3 } },
    });
    const body = {
      name: "Acme, spring",
      template_id: id,
      track_clicks: false,
      ramp: { ceiling: 40 },
    };
    const made = await admin.post(`${W}/campaigns`, body);
    expect(made.status, made.text).toBe(201);
    expect(made.json).toMatchObject({
      name: "Acme, spring",
      status: "draft",
      workspace_id: clientWid,
      track_opens: false,
      track_clicks: false,
      max_new_leads_per_day: 30,
      rotation: "weighted",
      ramp: { enabled: true, start: 5, increment: 5, ceiling: 40 },
      ooo_hold: { enabled: true, fallback_days: 10 },
      tags: ["cold"],
      bounce_threshold_pct: 3,
      schedule: {
        timezone: "Europe/Berlin",
        windows: [{ days: [1, 2], start: "08:00", end: "12:00" }],
      },
      steps: [
        { position: 1, subject: STEPS[0]?.subject, variants: [{ label: "B", weight: 40 }] },
        { position: 2, delay: 3, delay_unit: "days", body_text: "Did you see it?" },
      ],
    });
    expect(await auditOf(admin, "template.used")).toMatchObject([
      {
        workspace_id: clientWid,
        target: { type: "campaign", id: String(made.json.id) },
        details: { template_id: id },
      },
    ]);
    // The template's later changes leave it as it is.
    await admin.put(`${PATH}/${id}`, { steps: [STEPS[1]] });
    await admin.delete(`${PATH}/${id}`);
    expect((await admin.get(`${W}/campaigns/${made.json.id}`)).json.steps).toHaveLength(2);
    const gone = await admin.post(`${W}/campaigns`, { name: "X", template_id: id });
    expect([gone.status, gone.json.code]).toEqual([404, "not_found"]);
    expect((await admin.get(`/api/v1/workspaces/${rootWid}/campaigns`)).json.data).toEqual([]);
  });

  it("201: adds a step with its texts and wait, at a place; 422 for a template of another kind", async () => {
    const t = await harness();
    const { employee, admin, rootWid } = await everyRole(t);
    await admin.post("/api/v1/admin/assignments", {
      employee_id: employee.id,
      workspace_id: rootWid,
    });
    const campaigns = `/api/v1/workspaces/${rootWid}/campaigns`;
    const nudge = await make(employee, { kind: "step", name: "Nudge", step: STEPS[1] });
    const whole = await make(employee, CAMPAIGN);
    const { id } = (await employee.post(campaigns, { name: "Spring" })).json;
    await employee.post(`${campaigns}/${id}/steps`, { subject: "Hi", body_text: "First" });
    const added = await employee.post(`${campaigns}/${id}/steps`, {
      template_id: nudge,
      subject: "Own subject",
    });
    expect([added.status, added.json]).toMatchObject([
      201,
      { position: 2, delay: 3, subject: "Own subject", body_text: "Did you see it?" },
    ]);
    const first = await employee.post(`${campaigns}/${id}/steps`, {
      template_id: nudge,
      position: 1,
    });
    expect(first.json.position).toBe(1);
    expect(await auditOf(admin, "template.used")).toHaveLength(2);
    for (const [path, body] of [
      [`${campaigns}/${id}/steps`, { template_id: whole }],
      [campaigns, { name: "X", template_id: nudge }],
    ] as const) {
      const wrong = await employee.post(path, body);
      expect([wrong.status, wrong.json.errors?.[0]?.path]).toEqual([422, "template_id"]);
    }
  });

  it("409: more steps than a campaign can have, and nothing is made", async () => {
    const t = await harness({ settings: { MAX_STEPS_PER_CAMPAIGN: "1" } });
    const { admin, rootWid } = await everyRole(t);
    const id = await make(admin, CAMPAIGN);
    const campaigns = `/api/v1/workspaces/${rootWid}/campaigns`;
    const made = await admin.post(campaigns, { name: "X", template_id: id });
    expect([made.status, made.json.code]).toEqual([409, "limit_reached"]);
    expect((await admin.get(campaigns)).json.data).toEqual([]);
  });

  it("works in a workspace whose rows lie in another database, and nothing of it lies there", async () => {
    const { t, admin, super_admin, inside, second } = await twoDatabases();
    const id = await make(admin, CAMPAIGN);
    const nudge = await make(admin, { kind: "step", name: "Nudge", step: STEPS[1] });
    const made = await super_admin.post(`${inside}/campaigns`, { name: "X", template_id: id });
    expect([made.status, made.json.steps.length]).toEqual([201, 2]);
    const added = await super_admin.post(`${inside}/campaigns/${made.json.id}/steps`, {
      template_id: nudge,
    });
    expect([added.status, added.json.position]).toEqual([201, 3]);
    const saved = await super_admin.post(`${inside}/campaigns/${made.json.id}/template`, {
      name: "Back",
    });
    expect([saved.status, saved.json.steps.length]).toEqual([201, 3]);
    const count = async (client: typeof t.client) =>
      (await client.execute("SELECT count(*) AS n FROM templates")).rows[0]?.["n"];
    expect([await count(t.client), await count(second.client)]).toEqual([3, 0]);
    expect(await auditOf(admin, "template.used")).toHaveLength(2);
  });
});

describe("a campaign that is saved as a template", () => {
  async function campaignIn(who: Caller, wid: number) {
    const W = `/api/v1/workspaces/${wid}`;
    const made = await who.post(`${W}/campaigns`, {
      name: "Spring",
      track_opens: false,
      bounce_threshold_pct: 2,
      cc: ["boss@client.test"],
      bcc: ["crm@client.test"],
      tags: ["cold"],
      mailbox_tags: ["warm"],
      schedule: {
        timezone: "America/New_York",
        windows: [{ days: [5], start: "10:00", end: "11:00" }],
        start_date: "2026-12-01",
        end_date: "2026-12-31",
        holidays: ["2026-12-25"],
        use_lead_timezone: true,
      },
    });
    expect(made.status, made.text).toBe(201);
    const path = `${W}/campaigns/${made.json.id}`;
    const steps: number[] = [];
    for (const step of STEPS) steps.push((await who.post(`${path}/steps`, step)).json.id);
    return { path, steps };
  }

  it("201: has its steps and settings, but nothing that belongs to the workspace", async () => {
    const t = await harness();
    const { admin, rootWid, clientWid } = await everyRole(t);
    const { path, steps } = await campaignIn(admin, rootWid);
    const saved = await admin.post(`${path}/template`, { name: "Spring", description: "Good one" });
    expect([saved.status, saved.headers.get("location")]).toEqual([
      201,
      `${PATH}/${saved.json.id}`,
    ]);
    expect(saved.json).toMatchObject({
      kind: "campaign",
      name: "Spring",
      description: "Good one",
      steps: [{ subject: STEPS[0]?.subject }, { body_text: "Did you see it?" }],
    });
    expect(saved.json.settings).toMatchObject({
      track_opens: false,
      bounce_threshold_pct: 2,
      tags: ["cold"],
      mailbox_tags: ["warm"],
      schedule: {
        windows: [{ days: [5], start: "10:00", end: "11:00" }],
        use_lead_timezone: true,
      },
    });
    expect(Object.keys(saved.json.settings.schedule)).toEqual(["windows", "use_lead_timezone"]);
    expect(saved.text).not.toMatch(
      /client\.test|mailbox_ids|New_York|2026-12-(?:01|25|31)|list_ids/,
    );
    // What was saved makes the like in another workspace.
    const again = await admin.post(`/api/v1/workspaces/${clientWid}/campaigns`, {
      name: "Again",
      template_id: saved.json.id,
    });
    expect(again.json).toMatchObject({
      track_opens: false,
      bounce_threshold_pct: 2,
      cc: [],
      bcc: [],
      mailbox_tags: ["warm"],
      schedule: { timezone: "UTC", start_date: null, use_lead_timezone: true, holidays: [] },
    });
    const step = await admin.post(`${path}/steps/${steps[0]}/template`, { name: "Opening" });
    expect([step.status, step.json]).toMatchObject([
      201,
      { kind: "step", step: { subject: STEPS[0]?.subject, variants: [{ label: "B" }] } },
    ]);
  });

  it("201: takes the place of a template; 409, 422 where it can't", async () => {
    const t = await harness();
    const { admin, rootWid } = await everyRole(t);
    const { path, steps } = await campaignIn(admin, rootWid);
    const id = await make(admin, { ...CAMPAIGN, steps: [STEPS[1]] });
    const snippet = await make(admin, SNIPPET);
    const replaced = await admin.post(`${path}/template`, { template_id: id });
    expect([replaced.status, replaced.json]).toMatchObject([
      201,
      { id, name: "Four emails", description: "For logistics", steps: [{}, {}] },
    ]);
    expect(await auditOf(admin, "template.changed")).toHaveLength(1);
    for (const [route, body, status, code] of [
      [`${path}/template`, {}, 422, "required"],
      [`${path}/template`, { template_id: snippet }, 422, "wrong_kind"],
      [`${path}/steps/${steps[0]}/template`, { template_id: id }, 422, "wrong_kind"],
      [`${path}/template`, { name: "Four emails" }, 409, "taken"],
      [`${path}/template`, { template_id: 999 }, 404, "not_found"],
      [`${path}/steps/999/template`, { name: "X" }, 404, "not_found"],
    ] as const) {
      const answer = await admin.post(route, body);
      expect([answer.status, answer.json.errors[0]?.code ?? answer.json.code]).toEqual([
        status,
        code,
      ]);
    }
    const W = `/api/v1/workspaces/${rootWid}/campaigns`;
    const empty = (await admin.post(W, { name: "Empty" })).json.id;
    const answer = await admin.post(`${W}/${empty}/template`, { name: "X" });
    expect([answer.status, answer.json.code]).toEqual([409, "invalid_state"]);
  });
});

describe("attack: templates", () => {
  it("403: no client and no key of a client reads, uses or writes one, by no route and no tool", async () => {
    const t = await harness();
    const { admin, super_admin, client, clientWid } = await everyRole(t);
    const id = await make(admin, { ...CAMPAIGN, name: "Secret of the agency" });
    await admin.put(`/api/v1/admin/clients/${clientWid}/access`, { preset: "manager" });
    const W = `/api/v1/workspaces/${clientWid}`;
    const keyOf = async (role: string) =>
      (await super_admin.post(`${W}/api-keys`, { name: role, role })).json.key as string;
    const theirs = await keyOf("client");
    const campaign = (await admin.post(`${W}/campaigns`, { name: "Spring" })).json.id;
    const step = (await admin.post(`${W}/campaigns/${campaign}/steps`, STEPS[1] ?? {})).json.id;
    const attempts = [
      ["GET", PATH],
      ["GET", `${PATH}/${id}`],
      ["POST", PATH, SNIPPET],
      ["PUT", `${PATH}/${id}`, { name: "X" }],
      ["DELETE", `${PATH}/${id}`],
      ["POST", `${W}/campaigns/${campaign}/template`, { name: "X" }],
      ["POST", `${W}/campaigns/${campaign}/steps/${step}/template`, { name: "X" }],
      ["POST", `${W}/campaigns`, { name: "X", template_id: id }],
      ["POST", `${W}/campaigns/${campaign}/steps`, { template_id: id }],
    ] as const;
    for (const headers of [
      { cookie: client.cookie },
      { cookie: "", authorization: `Bearer ${theirs}` },
    ]) {
      for (const [method, path, body] of attempts) {
        const answer = await t.request(method, path, body, headers);
        expect([method, path, answer.status, answer.json.code]).toEqual([
          method,
          path,
          403,
          "forbidden",
        ]);
        expect(answer.text).not.toContain("Secret");
      }
    }
    const namesOf = async (key: string) =>
      (await (await mcpClient(t, { authorization: `Bearer ${key}` })).client.listTools()).tools.map(
        ({ name }) => name,
      );
    expect((await namesOf(theirs)).filter((name) => name.includes("template"))).toEqual([]);
    const staff = await keyOf("employee");
    expect(await namesOf(staff)).toEqual(
      expect.arrayContaining(["list_templates", "get_template"]),
    );
    // A key of one workspace uses them, and changes none that others use.
    const by = { cookie: "", authorization: `Bearer ${staff}` };
    expect((await t.get(PATH, by)).json.data).toHaveLength(1);
    expect((await t.post(PATH, SNIPPET, by)).json.code).toBe("forbidden");
    expect((await t.request("DELETE", `${PATH}/${id}`, undefined, by)).json.code).toBe("forbidden");
    expect((await admin.get(PATH)).json.data).toHaveLength(1);
  });

  it("403: a key without the scope makes no campaign of one", async () => {
    const t = await harness();
    const { admin, super_admin, rootWid } = await everyRole(t);
    const id = await make(admin, CAMPAIGN);
    const W = `/api/v1/workspaces/${rootWid}`;
    const made = await super_admin.post(`${W}/api-keys`, {
      name: "narrow",
      scopes: ["campaigns.edit", "campaigns.read"],
    });
    const by = { cookie: "", authorization: `Bearer ${made.json.key}` };
    expect((await t.post(`${W}/campaigns`, { name: "Own" }, by)).status).toBe(201);
    const used = await t.post(`${W}/campaigns`, { name: "X", template_id: id }, by);
    expect([used.status, used.json.code]).toEqual([403, "forbidden"]);
    const other = await t.post(
      `/api/v1/workspaces/999/campaigns/1/template`,
      { name: "X" },
      {
        cookie: super_admin.cookie,
      },
    );
    expect(other.status).toBe(404);
  });
});
