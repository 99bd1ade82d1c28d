import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS } from "#platform/rules/time.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { auditOf, everyRole } from "#test/support/staff.ts";

const open: Harness[] = [];
afterEach(() => open.splice(0).forEach((t) => t.close()));

/** A client's campaign that is not started, in a workspace that asks for approval. */
async function asking() {
  const t = await harness();
  open.push(t);
  const { admin, employee, client, clientWid } = await everyRole(t);
  const wid = `/api/v1/workspaces/${clientWid}`;
  const settings = await admin.put(`${wid}/settings`, { sending: { ask_for_approval: true } });
  expect([settings.status, settings.json.sending.ask_for_approval]).toEqual([200, true]);
  const access = { switches: ["see_leads", "start_and_pause", "approve"] };
  expect((await admin.put(`/api/v1/admin/clients/${clientWid}/access`, access)).status).toBe(200);
  const seed = await seedOutreach(t, clientWid, {
    campaign: { status: "draft" },
    steps: [
      {
        subject: "Hello {{ first_name }}",
        bodyHtml: "<p>About {{ custom.topic }}</p>",
        variants: [
          {
            id: "v",
            label: "B",
            subject: "Other",
            body_html: "<p>B</p>",
            body_text: "",
            weight: 50,
            is_active: true,
          },
        ],
      },
      { bodyHtml: "<p>Still there?</p>", delay: 3 },
    ],
  });
  const path = `${wid}/campaigns/${seed.campaignId}`;
  const ask = async () => {
    const asked = await admin.post(`${path}/approvals`, { note: "Please read" });
    expect(asked.status, asked.text).toBe(201);
    const token = /^http.*\/approval#token=(.+)$/.exec(asked.json.link)?.[1] ?? "";
    return { id: asked.json.id as number, token };
  };
  const byLink = (body: object) => t.post("/api/v1/approval/decision", body, { cookie: "" });
  const read = (token: string) => t.post("/api/v1/approval", { token }, { cookie: "" });
  return { t, admin, employee, client, wid, path, ask, byLink, read };
}

describe("a workspace that asks for approval", () => {
  it("409 approval_required: nothing starts before a client said yes to just these words", async () => {
    const { admin, client, employee, path, ask } = await asking();
    for (const answer of [
      await admin.post(`${path}/start`),
      await client.post(`${path}/start`),
      await admin.put(path, { status: "active" }),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([409, "approval_required"]);
    }
    const { id } = await ask();
    const decision = `${path}/approvals/${id}/decision`;
    // Who writes the emails does not approve them.
    for (const who of [admin, employee]) {
      expect((await who.post(decision, { decision: "approved" })).status).toBe(403);
    }
    const yes = await client.post(decision, { decision: "approved", comment: "Fine" });
    expect(yes.status, yes.text).toBe(200);
    expect(yes.json).toMatchObject({ state: "approved", by_link: false, is_current: true });
    expect(yes.json.decided_by).toEqual({ user_id: client.id, name: "Client" });
    expect((await client.post(decision, { decision: "approved" })).json.code).toBe("invalid_state");
    // What changed since was not approved; put back as it was, it is.
    const [step] = (await admin.get(path)).json.steps;
    await admin.put(`${path}/steps/${step.id}`, { subject: "Sneaky" });
    expect((await admin.post(`${path}/start`)).json.code).toBe("approval_required");
    expect((await admin.get(`${path}/approvals`)).json).toMatchObject({
      required: true,
      approved: false,
      data: [{ is_current: false }],
    });
    await admin.put(`${path}/steps/${step.id}`, { subject: step.subject });
    expect((await admin.post(`${path}/start`)).status).toBe(200);
    expect((await admin.get(`${path}/versions`)).json.data[0]).toMatchObject({
      kind: "started",
      approval_id: id,
    });
    const lines = await auditOf(admin, "approval.decided");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ details: { decision: "approved", by_link: false } });
  });

  it("a client without the switch reads, and decides nothing", async () => {
    const { admin, client, wid, path, ask } = await asking();
    await admin.put(`/api/v1/admin/clients/${wid.split("/").at(-1)}/access`, { preset: "viewer" });
    const { id } = await ask();
    expect((await client.get(`${path}/approvals/${id}`)).status).toBe(200);
    const refused = await client.post(`${path}/approvals/${id}/decision`, { decision: "approved" });
    expect(refused.status).toBe(403);
    expect((await client.post(`${path}/approvals`, {})).status).toBe(403);
  });

  it("publishing on a campaign that runs needs the yes to the draft; a test's shares do not", async () => {
    const { t, admin, path, ask, byLink } = await asking();
    await byLink({ token: (await ask()).token, name: "Ann", decision: "approved" });
    await admin.post(`${path}/start`);
    const [step] = (await admin.get(path)).json.steps;
    const save = (part: object) =>
      admin.put(`${path}/draft`, { steps: [{ id: step.id, ...part }] });
    await save({ subject: "New words" });
    expect((await admin.get(`${path}/draft/changes`)).json.approval_required).toBe(true);
    const refused = await admin.post(`${path}/publish`, {});
    expect([refused.status, refused.json.code]).toEqual([409, "approval_required"]);
    expect((await admin.get(path)).json.steps[0].subject).toBe(step.subject);
    const { token } = await ask();
    await byLink({ token, name: "Ann", decision: "approved" });
    expect((await admin.post(`${path}/publish`, {})).status).toBe(200);
    expect((await admin.get(path)).json.steps[0].subject).toBe("New words");
    await save({ variants: [{ ...step.variants[0], weight: 20 }] });
    expect((await admin.post(`${path}/publish`, {})).status).toBe(200);
    expect(t.clock.now).toBeGreaterThan(0);
  });
});

describe("the link of an approval", () => {
  it("shows the emails as they will be read, without a lead's data, and takes one decision with a name", async () => {
    const { t, admin, path, wid, ask, byLink, read } = await asking();
    const { token, id } = await ask();
    const shown = await read(token);
    expect(shown.status, shown.text).toBe(200);
    expect(shown.json).toMatchObject({ workspace: "Acme", campaign: "Spring", state: "open" });
    expect(shown.json).toMatchObject({ note: "Please read", is_current: true });
    expect(
      shown.json.mails.map((mail: Record<string, string>) => [mail["variant"], mail["subject"]]),
    ).toEqual([
      ["control", expect.stringMatching(/^Hello \w+/)],
      ["B", "Other"],
      ["control", expect.stringMatching(/^Re: Hello/)],
    ]);
    expect(shown.json.mails[0].html).toContain("About [topic]");
    expect(shown.text).not.toContain("ann@acme.test");
    for (const [body, field] of [
      [{ token, name: " ", decision: "approved" }, "name"],
      [{ token, name: "Ann", decision: "changes_requested" }, "comment"],
      [{ token: `${token}x`, name: "Ann", decision: "approved" }, "token"],
      [{ token: token.replace(/^\d+/, "999"), name: "Ann", decision: "approved" }, "token"],
    ] as const) {
      const refused = await byLink(body);
      expect([refused.status, refused.json.errors[0].path]).toEqual([422, field]);
    }
    const answers = await Promise.all(
      ["Ann", "Bob"].map((name) =>
        byLink({ token, name, decision: "changes_requested", comment: "Less <b>salesy</b>" }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { data } = (await admin.get(`${path}/approvals`)).json;
    expect(data[0]).toMatchObject({ id, state: "changes_requested", by_link: true });
    expect(data[0]).toMatchObject({ comment: "Less <b>salesy</b>", decided_by: { user_id: null } });
    const notices = (await admin.get(`${wid}/notifications`)).json.data;
    expect(notices).toMatchObject([{ kind: "approval_decided", title: "Changes requested" }]);
    expect((await admin.post(`${path}/start`)).json.code).toBe("approval_required");
    const { rows } = await t.client.execute("SELECT * FROM campaign_approvals");
    expect(JSON.stringify(rows)).not.toContain(token.split(".")[1]);
  });

  it("422: it ends after 14 days, and when another one is asked for; a yes to words that changed is 409", async () => {
    const { t, admin, path, ask, byLink, read } = await asking();
    const first = await ask();
    const second = await ask();
    expect((await read(first.token)).status).toBe(422);
    const [step] = (await admin.get(path)).json.steps;
    await admin.put(`${path}/steps/${step.id}`, { subject: "Changed since" });
    expect((await read(second.token)).json.is_current).toBe(false);
    const yes = await byLink({ token: second.token, name: "Ann", decision: "approved" });
    expect([yes.status, yes.json.code]).toEqual([409, "conflict"]);
    t.advance(14 * DAY_MS - 1);
    expect((await read(second.token)).status).toBe(200);
    t.advance(1);
    expect((await read(second.token)).status).toBe(422);
  });
});
