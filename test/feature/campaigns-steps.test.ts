import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS } from "#platform/rules/time.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const BODY = { subject: "Hi {{ first_name }}", body_html: "<p>Hello {{ first_name }}</p>" };
const open: Harness[] = [];
afterEach(() => open.splice(0).forEach((t) => t.close()));

async function setUp() {
  const t = await harness();
  open.push(t);
  const { wid } = await t.signUp();
  const campaigns = `/api/v1/workspaces/${wid}/campaigns`;
  const path = `${campaigns}/${(await t.post(campaigns, { name: "Spring" })).json.id}`;
  const add = async (body: object) => {
    const answer = await t.post(`${path}/steps`, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.json;
  };
  const subjects = async () =>
    (await t.get(path)).json.steps.map(
      (s: { position: number; subject: string }) => `${s.position} ${s.subject}`,
    );
  return { t, wid, path, add, subjects };
}

/** A running campaign of three steps whose leads stand at different places. */
async function midway() {
  const { t, wid } = await setUp();
  const seed = await seedOutreach(t, wid, {
    leads: ["none@x.test", "one@x.test", "two@x.test"],
    steps: [
      { subject: "one", bodyHtml: "1" },
      { subject: "two", bodyHtml: "2", delay: 2 },
      { subject: "three", bodyHtml: "3", delay: 5 },
    ],
  });
  const path = `/api/v1/workspaces/${wid}/campaigns/${seed.campaignId}`;
  const due = t.clock.now + 2 * DAY_MS;
  for (const [i, leadId] of seed.leadIds.entries()) {
    await t.client.execute({
      sql: "UPDATE campaign_leads SET current_step = ?, status = ?, next_send_at = ? WHERE lead_id = ?",
      args: [i, i === 0 ? "pending" : "in_progress", due, leadId],
    });
  }
  const places = async () => {
    const { rows } = await t.client.execute(
      "SELECT current_step AS s, next_send_at AS n FROM campaign_leads ORDER BY lead_id",
    );
    return rows.map((row) => [row["s"], (Number(row["n"]) - due) / DAY_MS]);
  };
  const ids = (await t.get(path)).json.steps.map((s: { id: number }) => s.id) as number[];
  return { t, path, seed, places, ids };
}

describe("steps", () => {
  it("201: steps are appended in order and carry their wait, copy and arms", async () => {
    const { t, path, add } = await setUp();
    const first = await add(BODY);
    expect(first).toMatchObject({
      position: 1,
      type: "email",
      delay: 0,
      delay_unit: "days",
      ...BODY,
      body_text: "",
      variants: [],
    });
    const second = await add({
      type: "email",
      delay: 3,
      subject: "",
      body_text: "Still there, {{ first_name }}?",
      variants: [
        { body: "Another word" },
        { label: "E", subject: "Other", body_html: "x", weight: 10 },
      ],
    });
    expect(second).toMatchObject({
      position: 2,
      delay: 3,
      body_html: "",
      variants: [
        {
          label: "B",
          subject: "",
          body: "",
          body_text: "Another word",
          weight: 33,
          is_active: true,
        },
        { label: "E", subject: "Other", weight: 10 },
      ],
    });
    expect(second.variants[0].id).not.toBe(second.variants[1].id);
    const read = await t.get(`${path}/steps/${second.id}`);
    expect([read.status, read.json]).toEqual([200, second]);
    const back = await t.put(`${path}/steps/${second.id}`, second);
    expect([back.status, back.json]).toEqual([200, second]);
  });

  it("422: a template error names its field, line and column; nothing is stored", async () => {
    const { t, path, add } = await setUp();
    const refused = async (body: object) => {
      const answer = await t.post(`${path}/steps`, { ...BODY, ...body });
      expect([answer.status, answer.json.code], answer.text).toEqual([422, "validation_failed"]);
      const [error] = answer.json.errors;
      return [error.path, error.code, error.message];
    };
    expect(await refused({ subject: "Hi {{ first_name" })).toEqual([
      "subject",
      "template_error",
      expect.stringMatching(/^1:4: .*not closed/),
    ]);
    expect(await refused({ body_html: "<p>Hi</p>\n<p>{% if company %}x</p>" })).toEqual([
      "body_html",
      "template_error",
      expect.stringMatching(/^2:4: /),
    ]);
    expect(await refused({ body_text: "{{ company | shout }}" })).toEqual([
      "body_text",
      "template_error",
      expect.stringContaining("undefined filter: shout"),
    ]);
    expect(await refused({ variants: [{ body: "ok" }, { body: "{Hi|Yo {% bogus %}}" }] })).toEqual([
      "variants.1.body",
      "template_error",
      expect.stringMatching(/^1:8: tag "bogus" not found/),
    ]);
    expect(await refused({ body_html: "{% include 'secret' %}" })).toEqual([
      "body_html",
      "template_error",
      expect.stringContaining('tag "include" not found'),
    ]);
    expect(await refused({ body_html: "x".repeat(70_000) })).toEqual([
      "body_html",
      "template_error",
      expect.stringContaining("64 KB"),
    ]);
    const step = await add(BODY);
    const update = await t.put(`${path}/steps/${step.id}`, { subject: "{{ first name }}" });
    expect(update.json.errors[0]).toMatchObject({ path: "subject", code: "template_error" });
    expect((await t.get(path)).json.steps).toEqual([step]);
  });

  it("422: no words, too long a wait, an unknown field, too many and clashing arms", async () => {
    const { t, path } = await setUp();
    const refused = async (body: object) => {
      const answer = await t.post(`${path}/steps`, body);
      expect([answer.status, answer.json.code], answer.text).toEqual([422, "validation_failed"]);
      return answer.json.errors[0].path;
    };
    expect(await refused({ subject: "Only a subject" })).toBe("body_html");
    expect(await refused({ ...BODY, delay: 366 })).toBe("delay");
    expect(await refused({ ...BODY, delay: 9_000, delay_unit: "hours" })).toBe("delay");
    expect(await refused({ ...BODY, delay: -1 })).toBe("delay");
    expect(await refused({ ...BODY, delay_unit: "weeks" })).toBe("delay_unit");
    expect(await refused({ ...BODY, body: "x" })).toBe("body");
    expect(await refused({ ...BODY, type: "call" })).toBe("type");
    const arm = { body: "x" };
    expect(await refused({ ...BODY, variants: Array(6).fill(arm) })).toBe("variants");
    expect(
      await refused({
        ...BODY,
        variants: [
          { ...arm, label: "B" },
          { ...arm, label: "B" },
        ],
      }),
    ).toBe("variants");
    expect(await refused({ ...BODY, variants: [{ ...arm, weight: 0 }] })).toBe("variants.0.weight");
    expect(await refused({ ...BODY, variants: [{ subject: "x" }] })).toBe("variants.0.body");
    expect(await refused({ ...BODY, variants: [{ body: "x", body_html: "y" }] })).toBe(
      "variants.0.body_html",
    );
    const fine = await t.post(`${path}/steps`, { ...BODY, delay: 8_760, delay_unit: "hours" });
    expect(fine.status).toBe(201);
  });

  it("409: a campaign takes fifty steps, however many come at once", async () => {
    const { t, path, add } = await setUp();
    for (let i = 0; i < 48; i++) await add(BODY);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => t.post(`${path}/steps`, BODY)),
    );
    expect(answers.map((a) => a.status).sort((a, b) => a - b)).toEqual([
      201, 201, 409, 409, 409, 409,
    ]);
    expect(answers.find((a) => a.status === 409)?.json.code).toBe("limit_reached");
    const { steps } = (await t.get(path)).json;
    expect(steps.map((s: { position: number }) => s.position)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    );
  });

  it("200: reorder takes every step once; anything else is 422 and changes nothing", async () => {
    const { t, path, add, subjects } = await setUp();
    const ids = [];
    for (const subject of ["a", "b", "c"]) ids.push((await add({ ...BODY, subject })).id);
    const [a, b, c] = ids;
    const moved = await t.post(`${path}/steps/reorder`, { step_ids: [c, a, b] });
    expect(moved.json.data.map((s: { subject: string }) => s.subject)).toEqual(["c", "a", "b"]);
    for (const step_ids of [[a, b], [a, b, b], [a, b, 999], [a, b, c, 999], []]) {
      const refused = await t.post(`${path}/steps/reorder`, { step_ids });
      expect([refused.status, refused.json.errors[0].path]).toEqual([422, "step_ids"]);
    }
    expect(await subjects()).toEqual(["1 c", "2 a", "3 b"]);
    expect((await t.post(`${path}/steps/reorder`, { step_ids: ["x"] })).status).toBe(422);
  });

  it("404: a step of another campaign; 422: a changed read-only field", async () => {
    const { t, path, add } = await setUp();
    const step = await add(BODY);
    const campaigns = path.slice(0, path.lastIndexOf("/"));
    const other = (await t.post(campaigns, { name: "Other" })).json.id;
    for (const answer of [
      await t.get(`${campaigns}/${other}/steps/${step.id}`),
      await t.put(`${campaigns}/${other}/steps/${step.id}`, BODY),
      await t.delete(`${campaigns}/${other}/steps/${step.id}`),
      await t.delete(`${path}/steps/999`),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([404, "not_found"]);
    }
    for (const [field, value] of [
      ["id", 9],
      ["campaign_id", other],
      ["position", 2],
    ] as const) {
      const refused = await t.put(`${path}/steps/${step.id}`, { [field]: value });
      expect([refused.status, refused.json.errors[0]]).toEqual([
        422,
        expect.objectContaining({ path: field, code: "read_only_field" }),
      ]);
    }
  });

  it("a step put in front moves the leads that have had later ones, and the waits with it", async () => {
    const { t, path, places } = await midway();
    await t.post(`${path}/steps`, { ...BODY, position: 2, delay: 1 });
    // none: waits for step 1; one: now for the new step, a day sooner; two: has had one more.
    expect(await places()).toEqual([
      [0, 0],
      [1, -1],
      [3, 0],
    ]);
  });

  it("a deleted step is cancelled where it was on its way, and its leads go on to the next", async () => {
    const { t, path, places, seed, ids } = await midway();
    await t.client.execute({
      sql: `INSERT INTO sends (workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, mailbox_id,
              state, due_at, message_id, to_email, created_at)
            SELECT workspace_id, campaign_id, id, lead_id, ?, 2, 1, 'queued', 0, 'm1', 'one@x.test', 0
            FROM campaign_leads WHERE lead_id = ?`,
      args: [ids[1] ?? 0, seed.leadIds[1] ?? 0],
    });
    expect((await t.delete(`${path}/steps/${ids[1]}`)).status).toBe(204);
    const { rows } = await t.client.execute("SELECT state FROM sends");
    expect(rows.map((row) => row["state"])).toEqual(["cancelled"]);
    // one: step 3 stands five days after step 1 instead of two; two: has had one step less.
    expect(await places()).toEqual([
      [0, 0],
      [1, 3],
      [1, 0],
    ]);
    expect((await t.get(path)).json.steps.map((s: { position: number }) => s.position)).toEqual([
      1, 2,
    ]);
  });

  it("a changed wait moves the leads that wait for it, and no others", async () => {
    const { t, path, places, ids } = await midway();
    await t.put(`${path}/steps/${ids[1]}`, { delay: 4 });
    await t.put(`${path}/steps/${ids[2]}`, { delay: 48, delay_unit: "hours" });
    expect(await places()).toEqual([
      [0, 0],
      [1, 2],
      [2, -3],
    ]);
  });

  it("a new order keeps each lead behind the step that it had last", async () => {
    const { t, path, places, ids } = await midway();
    const [one, two, three] = ids;
    await t.post(`${path}/steps/reorder`, { step_ids: [three, two, one] });
    expect((await places()).map(([step]) => step)).toEqual([0, 3, 2]);
  });
});
