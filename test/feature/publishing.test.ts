import { afterEach, describe, expect, it } from "vitest";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { auditOf, caller } from "#test/support/staff.ts";

const open: Harness[] = [];
afterEach(() => open.splice(0).forEach((t) => t.close()));

const STEPS = [
  { subject: "one", bodyHtml: "<p>1</p>" },
  { subject: "two", bodyHtml: "<p>2</p>", delay: 2 },
  { subject: "three", bodyHtml: "<p>3</p>", delay: 5 },
];
const LEADS = ["none@x.test", "one@x.test", "two@x.test"];

type Numbered = { readonly id: number };
type Subject = { readonly subject: string };

/** A running campaign of three steps whose leads have had none, one and two of them. */
async function midway() {
  const t = await harness();
  open.push(t);
  const { wid, cookie, user } = await t.signUp();
  const seed = await seedOutreach(t, wid, { leads: LEADS, steps: STEPS });
  const path = `/api/v1/workspaces/${wid}/campaigns/${seed.campaignId}`;
  const due = t.clock.now + 2 * DAY_MS;
  for (const [i, leadId] of seed.leadIds.entries()) {
    await t.client.execute({
      sql: "UPDATE campaign_leads SET current_step = ?, status = ?, next_send_at = ? WHERE lead_id = ?",
      args: [i, i === 0 ? "pending" : "in_progress", due, leadId],
    });
  }
  const [one, two, three] = (await t.get(path)).json.steps.map(({ id }: Numbered) => id) as [
    number,
    number,
    number,
  ];
  const draft = `${path}/draft`;
  const save = async (body: object, revision?: number) =>
    t.request("PUT", draft, body, revision === undefined ? {} : { "if-match": `"${revision}"` });
  const subjects = async () =>
    (await t.get(path)).json.steps.map(({ subject }: Subject) => subject) as string[];
  const places = async () => {
    const { rows } = await t.client.execute(
      "SELECT current_step AS s, next_send_at AS n FROM campaign_leads ORDER BY lead_id",
    );
    return rows.map((row) => [row["s"], (Number(row["n"]) - due) / DAY_MS]);
  };
  const me = caller(t, user.id, cookie);
  return { t, wid, seed, path, draft, save, subjects, places, one, two, three, me };
}

describe("the draft of a campaign that runs", () => {
  it("shows what is published, then what differs and for how many leads; nothing of it is sent", async () => {
    const { t, path, draft, save, subjects, one, two, three } = await midway();
    const none = (await t.get(draft)).json;
    expect(none).toMatchObject({ revision: 0, changes: 0, updated_by: null, version: null });
    expect(none.steps.map((step: Subject) => step.subject)).toEqual(["one", "two", "three"]);
    const saved = await save({
      steps: [
        { id: one, subject: "ONE" },
        { id: -1, subject: "between", body_html: "<p>new</p>", delay: 1 },
        { id: two, delay: 3 },
      ],
      removed_step_ids: [three],
      settings: { daily_limit: 40 },
    });
    expect(saved.status, saved.text).toBe(200);
    expect(saved.json).toMatchObject({ revision: 1, changes: 5, removed_step_ids: [three] });
    expect(saved.json.steps).toMatchObject([
      { id: one, subject: "ONE", changed: ["subject"], is_new: false, position: 1 },
      { id: -1, subject: "between", is_new: true, position: 2 },
      { id: two, delay: 3, changed: ["delay"], position: 3 },
    ]);
    const changes = (await t.get(`${draft}/changes`)).json;
    expect(changes).toMatchObject({ changes: 5, leads: 3, approval_required: false });
    expect(
      changes.data.map((change: Record<string, unknown>) => [
        change["kind"],
        change["step_id"],
        change["leads"],
      ]),
    ).toEqual([
      ["changed", one, 1],
      ["added", -1, 2],
      ["changed", two, 2],
      ["removed", three, 3],
      ["settings", null, 3],
    ]);
    expect(changes.data[0].fields).toEqual([
      { field: "subject", before: "one", after: "ONE", changed_since: false },
    ]);
    expect(await subjects()).toEqual(["one", "two", "three"]);
    // The preview writes a step that is in the draft alone.
    const shown = await t.post(`${path}/preview`, { step_id: -1 });
    expect([shown.status, shown.json.subject]).toEqual([200, "between"]);
    const written = { step_id: -1, draft: { subject: "as it is typed" } };
    expect((await t.post(`${path}/preview`, written)).json.subject).toBe("as it is typed");
    expect((await t.delete(draft)).status).toBe(204);
    expect((await t.get(draft)).json).toMatchObject({ revision: 0, changes: 0 });
  });

  it("takes effect as a whole when it is published, with who and when, and leads go on from where they were", async () => {
    const { t, path, draft, save, subjects, places, one, two, three, me } = await midway();
    await save({
      steps: [
        { id: one },
        { id: -1, subject: "between", body_html: "<p>new</p>", delay: 1 },
        { id: two, subject: "TWO", delay: 4 },
        { id: three },
      ],
      settings: { max_new_leads_per_day: 7 },
    });
    const published = await t.request("POST", `${path}/publish`, {}, { "if-match": '"1"' });
    expect(published.status, published.text).toBe(200);
    expect(published.json).toMatchObject({
      leads: 3,
      version: {
        version: 2,
        kind: "published",
        is_current: true,
        published_by: { user_id: me.id },
      },
    });
    expect(await subjects()).toEqual(["one", "between", "TWO", "three"]);
    const campaign = (await t.get(path)).json;
    expect(campaign.steps.map(({ id }: Numbered) => id).toSpliced(1, 1)).toEqual([one, two, three]);
    expect(campaign.max_new_leads_per_day).toBe(7);
    // one@ waits for the new step after one day instead of two; two@ has had one more.
    expect(await places()).toEqual([
      [0, 0],
      [1, -1],
      [3, 0],
    ]);
    expect((await t.get(draft)).json).toMatchObject({ revision: 0, changes: 0, version: 2 });
    expect(await auditOf(me, "campaign.published")).toHaveLength(1);
    const again = await t.post(`${path}/publish`, {});
    expect([again.status, again.json.code]).toEqual([409, "invalid_state"]);
    const { data } = (await t.get(`${path}/versions`)).json;
    expect(data.map((v: Record<string, unknown>) => [v["version"], v["kind"], v["steps"]])).toEqual(
      [
        [2, "published", 4],
        [1, "direct", 3],
      ],
    );
  });

  it("two people: the second save and the second publishing are refused, and nothing is lost", async () => {
    const { t, path, draft, save, subjects, one } = await midway();
    expect((await save({ steps: [{ id: one, subject: "A" }] }, 0)).status).toBe(200);
    const late = await save({ steps: [{ id: one, subject: "B" }] }, 0);
    expect([late.status, late.json.code]).toEqual([409, "conflict"]);
    const theirs = (await t.get(draft)).json;
    expect(theirs.steps[0].subject).toBe("A");
    expect((await save({ steps: [{ id: one, subject: "B" }] }, theirs.revision)).status).toBe(200);
    // What was reviewed is published, or nothing.
    const stale = await t.request("POST", `${path}/publish`, {}, { "if-match": '"1"' });
    expect([stale.status, stale.json.code]).toEqual([409, "conflict"]);
    // PUT on a step takes effect at once, as ever: other fields follow it, the same field is a conflict.
    await t.put(`${path}/steps/${one}`, { subject: "C", body_html: "<p>direct</p>" });
    await t.post(`${path}/steps`, { subject: "four", body_html: "<p>4</p>", delay: 1 });
    const clash = await t.post(`${path}/publish`, {});
    expect([clash.status, clash.json.code]).toEqual([409, "conflict"]);
    expect(clash.json.errors).toEqual([
      expect.objectContaining({ path: "steps.0.subject", code: "changed_since" }),
    ]);
    expect((await t.get(`${draft}/changes`)).json.data[0].fields).toEqual([
      { field: "subject", before: "C", after: "B", changed_since: true },
    ]);
    expect((await t.post(`${path}/publish`, { overwrite: true })).status).toBe(200);
    expect(await subjects()).toEqual(["B", "two", "three", "four"]);
    expect((await t.get(path)).json.steps[0].body_html).toBe("<p>direct</p>");
  });

  it("a step that is changed while it is published: all of the draft or nothing takes effect", async () => {
    const { t, path, save, subjects, one, two, three } = await midway();
    await save({
      steps: [{ id: two, subject: "TWO" }, { id: one, subject: "ONE" }, { id: three }],
    });
    const answers = await Promise.all([
      t.post(`${path}/publish`, {}),
      t.post(`${path}/publish`, {}),
      t.put(`${path}/steps/${two}`, { body_html: "<p>other</p>" }),
    ]);
    expect(answers[2].status).toBe(200);
    const done = answers.slice(0, 2).filter(({ status }) => status === 200).length;
    expect(done).toBeLessThanOrEqual(1);
    expect(await subjects()).toEqual(
      done === 1 ? ["TWO", "ONE", "three"] : ["one", "two", "three"],
    );
    if (done === 0) expect((await t.post(`${path}/publish`, {})).status).toBe(200);
    expect(await subjects()).toEqual(["TWO", "ONE", "three"]);
    expect((await t.get(path)).json.steps[0].body_html).toBe("<p>other</p>");
  });

  it("422: broken templates, empty bodies and unknown steps name the step; 403 and 404 as elsewhere", async () => {
    const { t, draft, save, path, one } = await midway();
    for (const [body, field, code] of [
      [{ steps: [{ id: one, subject: "{{ broken" }] }, "steps.0.subject", "template_error"],
      [{ steps: [{ id: one }, { id: -1 }] }, "steps.1.body_html", "required"],
      [{ steps: [{ id: 999 }] }, "steps.0.id", "unknown_step"],
      [{ steps: [{ id: one, type: "task" }] }, "steps.0.type", "read_only_field"],
    ] as const) {
      const refused = await save(body);
      expect([refused.status, refused.json.errors[0].path, refused.json.errors[0].code]).toEqual([
        422,
        field,
        code,
      ]);
    }
    expect((await save({ steps: [{ id: one }, { id: one }] })).status).toBe(422);
    expect((await t.get(draft)).json.revision).toBe(0);
    const elsewhere = draft.replace(/campaigns\/\d+/, "campaigns/999");
    expect((await t.get(elsewhere)).status).toBe(404);
    expect((await t.get(`${path}/versions/9`)).status).toBe(404);
    expect((await t.post(`${path}/versions/9/restore`, {})).status).toBe(404);
    await save({ steps: [{ id: one, subject: "ONE" }] });
    await t.delete(path);
    const { rows } = await t.client.execute("SELECT count(*) AS n FROM campaign_drafts");
    expect(rows[0]?.["n"]).toBe(0);
  });
});

describe("the history of a campaign", () => {
  it("brings a version back as a draft; a step that was deleted has its id again", async () => {
    const { t, path, draft, save, subjects, one, two, three } = await midway();
    await save({ steps: [{ id: two, subject: "TWO" }, { id: one }], removed_step_ids: [three] });
    await t.post(`${path}/publish`, {});
    expect(await subjects()).toEqual(["TWO", "one"]);
    const first = (await t.get(`${path}/versions/1`)).json;
    expect(first.content.steps.map((s: Subject) => s.subject)).toEqual(["one", "two", "three"]);
    const back = await t.post(`${path}/versions/1/restore`, {});
    expect(back.status, back.text).toBe(200);
    expect(back.json).toMatchObject({ restored_version: 1, revision: 1 });
    expect(await subjects()).toEqual(["TWO", "one"]);
    const second = await t.post(`${path}/versions/2/restore`, {});
    expect([second.status, second.json.code]).toEqual([409, "conflict"]);
    const published = await t.post(`${path}/publish`, {});
    expect(published.json.version).toMatchObject({ version: 3, restored_version: 1 });
    expect(await subjects()).toEqual(["one", "two", "three"]);
    expect((await t.get(path)).json.steps.map(({ id }: Numbered) => id)).toEqual([one, two, three]);
    expect((await t.get(draft)).json.changes).toBe(0);
  });

  it("keeps what was started, once, and what was changed without publishing", async () => {
    const { t, path, one } = await midway();
    await t.post(`${path}/pause`);
    await t.post(`${path}/start`);
    await t.post(`${path}/pause`);
    await t.post(`${path}/start`);
    const kinds = async () =>
      (await t.get(`${path}/versions`)).json.data.map((v: { kind: string }) => v.kind);
    expect(await kinds()).toEqual(["started"]);
    await t.put(`${path}/steps/${one}`, { subject: "direct" });
    await t.request("PUT", `${path}/draft`, { steps: [{ id: one, subject: "draft" }] });
    await t.post(`${path}/publish`, {});
    expect(await kinds()).toEqual(["published", "direct", "started"]);
    expect((await t.get(`${path}/versions/2`)).json.content.steps[0].subject).toBe("direct");
    const page = await t.get(`${path}/versions?limit=1`);
    expect(page.json).toMatchObject({ data: [{ version: 3 }], next: 3 });
    expect((await t.get(`${path}/versions?before=3`)).json.data).toHaveLength(2);
  });
});

describe("what leads get after publishing", () => {
  it("no lead gets a step twice, in whatever order it stands and though it was deleted and came back", async () => {
    const { t, wid, run, deliver } = await companionPlay();
    const seed = await seedOutreach(t, wid, {
      steps: [
        { subject: "one", bodyText: "1" },
        { subject: "two", bodyText: "2", delay: 1 },
        { subject: "three", bodyText: "3", delay: 1 },
      ],
    });
    const path = `/api/v1/workspaces/${wid}/campaigns/${seed.campaignId}`;
    const ids = (await t.get(path)).json.steps.map(({ id }: Numbered) => id) as number[];
    const got: string[] = [];
    const next = async (): Promise<void> => {
      const mails = await run();
      await deliver(mails);
      got.push(...mails.map(({ subject }) => subject));
      t.advance(DAY_MS);
    };
    const publish = async (body: object): Promise<void> => {
      expect((await t.request("PUT", `${path}/draft`, body)).status).toBe(200);
      expect((await t.post(`${path}/publish`, {})).status).toBe(200);
    };
    await next();
    const [one = 0, two = 0, three = 0] = ids;
    await publish({ steps: [{ id: two }, { id: three }], removed_step_ids: [one] });
    await next();
    expect((await t.post(`${path}/versions/1/restore`, {})).status).toBe(200);
    expect((await t.post(`${path}/publish`, {})).status).toBe(200);
    await publish({ steps: [{ id: two }, { id: three, subject: "THREE" }, { id: one }] });
    for (let i = 0; i < 3; i++) await next();
    expect(got).toEqual(["one", "two", "THREE"]);
    const places = await t.db.select().from(campaignLeads);
    expect(places.map(({ status }) => status)).toEqual(["completed"]);
  });
});
