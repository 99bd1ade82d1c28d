import { describe, expect, it } from "vitest";
import { harness } from "#test/support/harness.ts";
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
    await employee.post("/api/v1/auth/logout");
    expect(await auditOf(admin, "auth.signed_out")).toEqual([
      expect.objectContaining({ user: { id: employee.id, name: "employee" } }),
    ]);
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
