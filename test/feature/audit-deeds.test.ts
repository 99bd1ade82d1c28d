import { describe, expect, it } from "vitest";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { pauseCampaign } from "#modules/campaigns/status/pause-campaign.ts";
import { pauseMailbox } from "#modules/mailboxes/connections/note-sending-failure.ts";
import { harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { ANSWERING, recordsIn } from "#test/support/records.ts";
import { auditOf, everyRole } from "#test/support/staff.ts";

describe("deeds in the audit log", () => {
  it("mailboxes and webhooks that are made and changed, each once, without secrets", async () => {
    const t = await harness();
    const { admin, rootWid } = await everyRole(t);
    const base = `/api/v1/workspaces/${rootWid}`;
    const mailbox = await admin.post(`${base}/mailboxes`, {
      email: "me@sender.test",
      smtp_host: "smtp.sender.test",
      smtp_port: 587,
      smtp_username: "me@sender.test",
      smtp_password: "smtp-secret",
    });
    const webhook = await admin.post(`${base}/webhooks`, {
      url: "https://hooks.example.com/in",
      events: ["lead.replied"],
      secret: "a-webhook-secret-of-ours",
    });
    expect([mailbox.status, webhook.status]).toEqual([201, 201]);
    await admin.put(`${base}/mailboxes/${mailbox.json.id}`, { smtp_password: "other-secret" });
    await admin.put(`${base}/webhooks/${webhook.json.id}`, { is_active: false });
    await admin.put(`${base}/webhooks/${webhook.json.id}`, { events: ["lead.bounced"] });
    await admin.put(`${base}/webhooks/${webhook.json.id + 1}`, { is_active: false });
    const lines = async (action: string) =>
      (await auditOf(admin, action)).map(({ target, details }) => [target, details]);
    const ofMailbox = { type: "mailbox", id: String(mailbox.json.id) };
    const ofWebhook = { type: "webhook", id: String(webhook.json.id) };
    expect(await lines("mailbox.created")).toEqual([[ofMailbox, { name: "me@sender.test" }]]);
    expect(await lines("mailbox.changed")).toEqual([[ofMailbox, { fields: ["smtp_password"] }]]);
    expect(await lines("webhook.created")).toEqual([[ofWebhook, { events: ["lead.replied"] }]]);
    expect(await lines("webhook.changed")).toEqual([
      [ofWebhook, { fields: ["events"] }],
      [ofWebhook, { fields: ["is_active"] }],
    ]);
    expect((await admin.get("/api/v1/admin/audit")).text).not.toContain("secret");
  });

  it("starts of campaigns, once each, and sign-outs", async () => {
    const t = await harness();
    const { admin, employee, rootWid } = await everyRole(t);
    const campaigns = `/api/v1/workspaces/${rootWid}/campaigns`;
    const { id } = (await admin.post(campaigns, { name: "Spring" })).json;
    for (let i = 0; i < 2; i++) await admin.post(`${campaigns}/${id}/start`);
    expect(await auditOf(admin, "campaign.started")).toEqual([
      expect.objectContaining({
        target: { type: "campaign", id: String(id) },
        workspace_id: rootWid,
      }),
    ]);
    // Without a mailbox it does not pause by itself; a person does, once.
    for (let i = 0; i < 2; i++) await admin.post(`${campaigns}/${id}/pause`);
    expect(await auditOf(admin, "campaign.paused")).toEqual([
      expect.objectContaining({
        user: { id: admin.id, name: "admin" },
        target: { type: "campaign", id: String(id) },
        workspace_id: rootWid,
        details: { reason: "manual" },
      }),
    ]);
    await employee.post("/api/v1/auth/logout");
    expect(await auditOf(admin, "auth.signed_out")).toEqual([
      expect.objectContaining({ user: { id: employee.id, name: "employee" } }),
    ]);
  });
});

describe("pauses", () => {
  it("of campaigns: by a rate in the name of the product, by their last mailbox and with their client in that of who did it", async () => {
    const t = await harness();
    const { admin, super_admin, rootWid, clientWid } = await everyRole(t);
    const o = await seedOutreach(t, rootWid);
    await pauseCampaign(inWorkspace(t.deps, o.workspaceId), o.campaignId, {
      reason: "bounce_rate",
      triggeredBy: "system",
    });
    const W = `/api/v1/workspaces/${rootWid}`;
    await admin.post(`${W}/campaigns/${o.campaignId}/start`);
    await admin.delete(`${W}/mailboxes/${o.mailboxIds[0]}`);
    const other = await seedOutreach(t, clientWid);
    await super_admin.delete(`/api/v1/admin/clients/${clientWid}`);
    const line = (user: object | null, address: string, id: number, reason: string) => ({
      user,
      address,
      target: { type: "campaign", id: String(id) },
      details: { reason },
    });
    const address = "192.0.2.10";
    expect(await auditOf(admin, "campaign.paused")).toMatchObject([
      line({ id: super_admin.id }, address, other.campaignId, "manual"),
      line({ id: admin.id }, address, o.campaignId, "no_mailboxes"),
      line(null, "system", o.campaignId, "bounce_rate"),
    ]);
  });

  it("of leads and warmups, each once, and of a mailbox after complaints", async () => {
    const t = await harness();
    const { admin, rootWid } = await everyRole(t);
    const o = await seedOutreach(t, rootWid, {
      mailboxes: [{ imapHost: "imap.sender.test", imapPort: 993, imapUsername: "me" }],
    });
    const W = `/api/v1/workspaces/${rootWid}`;
    const lead = `${W}/campaigns/${o.campaignId}/leads/${o.leadIds[0]}`;
    await admin.put(lead, { status: "paused" });
    for (let i = 0; i < 2; i++) await admin.put(lead, { status: "active" });
    const warmup = `${W}/warmup/${o.mailboxIds[0]}`;
    await admin.post(`${warmup}/start`, { daily_limit: 20 });
    await admin.post(`${warmup}/start`, {});
    for (let i = 0; i < 2; i++) await admin.post(`${warmup}/pause`);
    for (let i = 0; i < 2; i++) await admin.delete(warmup);
    const [mailboxId] = o.mailboxIds;
    if (mailboxId === undefined) throw new Error("no mailbox");
    const ctx = inWorkspace(t.deps, o.workspaceId);
    for (let i = 0; i < 2; i++) await pauseMailbox(ctx, mailboxId, "Paused: 3 complaints.");
    const { json } = await admin.get(`/api/v1/admin/audit?workspace_id=${rootWid}`);
    const target = { type: "mailbox", id: String(mailboxId) };
    expect(json.data.map(({ action }: { action: string }) => action)).toEqual([
      "mailbox.paused",
      "warmup.ended",
      "warmup.paused",
      "warmup.started",
      "lead.resumed",
      "lead.paused",
    ]);
    expect(json.data[0]).toMatchObject({ user: null, address: "system", target });
    expect(json.data[3]).toMatchObject({ target, details: { fields: ["daily_limit"] } });
    expect(json.data[4]).toMatchObject({
      target: { type: "lead", id: String(o.leadIds[0]) },
      details: { campaign_id: o.campaignId },
    });
  });
});

describe("deletions", () => {
  it("each kind of record, once, and nothing of what was not there", async () => {
    const t = await harness(ANSWERING);
    const { admin, rootWid } = await everyRole(t);
    const own = await recordsIn(t, rootWid, { cookie: admin.cookie });
    const W = `/api/v1/workspaces/${rootWid}`;
    const before = (await auditOf(admin, "record.deleted")).length;
    const kinds = [
      ["step", `campaigns/${own["campaigns"]}/steps`, own["steps"]],
      ["webhook", "webhooks", own["webhooks"]],
      ["list", "lists", own["lists"]],
      ["suppression", "suppressions", own["suppressions"]],
      ["reply_template", "reply-templates", own["reply-templates"]],
      ["mailbox", "mailboxes", own["mailboxes"]],
      ["lead", "leads", own["leads"]],
      ["campaign", "campaigns", own["campaigns"]],
    ] as const;
    for (const [, path, id] of kinds) {
      expect([path, (await admin.delete(`${W}/${path}/${id}`)).status]).toEqual([path, 204]);
      expect([path, (await admin.delete(`${W}/${path}/${id}`)).status]).toEqual([path, 404]);
    }
    const lines = await auditOf(admin, "record.deleted");
    expect(lines.slice(0, lines.length - before).map(({ target }) => target)).toEqual(
      kinds.map(([type, , id]) => ({ type, id: String(id) })).toReversed(),
    );
  });
});

describe("workspaces of an employee", () => {
  it("409: beyond what the operator allows, however many ask at once; admins have no limit", async () => {
    const t = await harness({ settings: { EMPLOYEE_WORKSPACES: "3" } });
    const { admin, employee } = await everyRole(t);
    const make = (who: typeof admin, i: number) =>
      who.post("/api/v1/workspaces", { name: `W${i}`, slug: `${who.id}-${i}` });
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => make(employee, i)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status === 409).map(({ json }) => json.code);
    expect(new Set(refused)).toEqual(new Set(["limit_reached"]));
    for (let i = 0; i < 5; i++) expect((await make(admin, i)).status).toBe(201);
    expect(await auditOf(admin, "workspace.created")).toHaveLength(8);
  });

  it("409: a slug of a workspace that the employee made and was taken out of gives no way back in", async () => {
    const t = await harness({ settings: { EMPLOYEE_WORKSPACES: "1" } });
    const { admin, employee } = await everyRole(t);
    const body = { name: "Mine", slug: "mine" };
    const { id } = (await employee.post("/api/v1/workspaces", body)).json;
    const list = await admin.get(`/api/v1/admin/assignments?workspace_id=${id}`);
    await admin.delete(`/api/v1/admin/assignments/${list.json.data[0].id}`);
    t.advance(1_000);
    expect((await employee.post("/api/v1/workspaces", body)).status).toBe(409);
    expect((await employee.get(`/api/v1/workspaces/${id}`)).status).toBe(403);
  });
});
