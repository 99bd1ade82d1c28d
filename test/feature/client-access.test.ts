import { describe, expect, it } from "vitest";
import { workspaceMembers } from "#modules/accounts/schema/accounts.ts";
import { PERMISSIONS } from "#platform/access/permissions.ts";
import { actionsOfClient, SWITCHES } from "#platform/access/switches.ts";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { statementsOf } from "#test/support/explain.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { mcpClient } from "#test/support/mcp-client.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { auditOf, type Caller, everyRole, PASSWORD, signIn } from "#test/support/staff.ts";
import { twoDatabases } from "#test/support/two-databases.ts";
import { upload } from "#test/support/upload.ts";

const CLIENTS = "/api/v1/admin/clients";
const accessOf = (wid: number) => `${CLIENTS}/${wid}/access`;
const CLASSIC = ["see_leads", "edit_leads", "answer_threads", "see_mailboxes"];

const keyOf = async (by: Caller, wid: number, body: object): Promise<{ authorization: string }> => {
  const made = await by.post(`/api/v1/workspaces/${wid}/api-keys`, { name: "k", ...body });
  expect(made.status).toBe(201);
  return { authorization: `Bearer ${made.json.key}` };
};

describe("PUT and GET /admin/clients/:wid/access", () => {
  it("200 for admins alone: presets become switches, and switches show their preset", async () => {
    const t = await harness();
    const { admin, employee, client, clientWid } = await everyRole(t);
    const path = accessOf(clientWid);
    const first = await admin.get(path);
    expect(first.json).toEqual({
      preset: "classic",
      switches: CLASSIC,
      actions: actionsOfClient(CLASSIC),
    });
    const viewer = await admin.put(path, { preset: "viewer" });
    expect([viewer.status, viewer.json.preset, viewer.json.switches]).toEqual([
      200,
      "viewer",
      ["see_leads"],
    ]);
    expect(viewer.json.actions).toContain("leads.read");
    expect(viewer.json.actions).not.toContain("threads.answer");
    const inbox = await admin.put(path, { switches: ["answer_threads", "see_leads"] });
    expect(inbox.json).toMatchObject({ preset: "inbox" });
    const all = await admin.put(path, { switches: [...SWITCHES] });
    expect(all.json).toMatchObject({ preset: "manager", switches: SWITCHES });
    // Who uploads sees what they uploaded; the answer says so.
    const uploads = await admin.put(path, { switches: ["upload_leads"] });
    expect(uploads.json).toMatchObject({ preset: null, switches: ["see_leads", "upload_leads"] });
    expect((await admin.put(path, { switches: [] })).json).toMatchObject({
      preset: null,
      switches: [],
    });
    expect((await admin.get(`${CLIENTS}/${clientWid}`)).json.access.switches).toEqual([]);
    expect((await admin.get(CLIENTS)).json.data[0].access.switches).toEqual([]);
    for (const who of [employee, client]) {
      expect((await who.get(path)).status).toBe(403);
      expect((await who.put(path, { preset: "manager" })).status).toBe(403);
    }
  });

  it("404: no such workspace, or a deleted one; 422: neither, both, or what is no switch", async () => {
    const t = await harness();
    const { admin, clientWid } = await everyRole(t);
    const path = accessOf(clientWid);
    for (const body of [
      {},
      { preset: "viewer", switches: [] },
      { preset: "owner" },
      { switches: ["leads.delete"] },
      { switches: "see_leads" },
      { preset: "viewer", role: "admin" },
      { switches: Array.from({ length: 8 }, () => "see_leads") },
    ]) {
      expect((await admin.put(path, body)).status, JSON.stringify(body)).toBe(422);
    }
    expect((await admin.get(path)).json.preset).toBe("classic");
    expect((await admin.put(accessOf(999), { preset: "viewer" })).status).toBe(404);
    expect((await admin.get(accessOf(999))).status).toBe(404);
    await admin.delete(`${CLIENTS}/${clientWid}`);
    expect((await admin.put(path, { preset: "viewer" })).status).toBe(404);
    expect((await admin.get(path)).status).toBe(404);
    expect(await auditOf(admin, "client.access_changed")).toEqual([]);
  });

  it("one audit line for each change, none where nothing changes", async () => {
    const t = await harness();
    const { admin, clientWid } = await everyRole(t);
    for (const preset of ["classic", "inbox", "inbox"]) {
      await admin.put(accessOf(clientWid), { preset });
    }
    const lines = await auditOf(admin, "client.access_changed");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      workspace_id: clientWid,
      target: { type: "workspace", id: String(clientWid) },
      details: { preset: "inbox", switches: ["see_leads", "answer_threads"] },
    });
  });

  it("201: a client is made with its preset or switches, else as classic; so is any other workspace", async () => {
    const t = await harness();
    const { admin, rootWid } = await everyRole(t);
    const make = (slug: string, access?: object) =>
      admin.post(CLIENTS, {
        name: "Zoe",
        email: `${slug}@zeta.test`,
        password: PASSWORD,
        workspace: { name: slug, slug },
        ...(access && { access }),
      });
    expect((await make("plain")).json.access).toMatchObject({ preset: "classic" });
    expect((await make("viewer", { preset: "viewer" })).json.access.switches).toEqual([
      "see_leads",
    ]);
    expect((await make("runs", { switches: ["start_and_pause"] })).json.access).toMatchObject({
      preset: null,
      switches: ["start_and_pause"],
    });
    expect((await make("wrong", { switches: ["fly"] })).status).toBe(422);
    expect((await auditOf(admin, "client.created"))[0]).toMatchObject({
      details: { name: "runs", switches: ["start_and_pause"] },
    });
    expect((await admin.get(accessOf(rootWid))).json.preset).toBe("classic");
  });
});

describe("a client", () => {
  const world = async (t: Harness) => {
    const { clientWid, client, admin } = await everyRole(t);
    const path = `/api/v1/workspaces/${clientWid}`;
    const set = (body: object) => admin.put(accessOf(clientWid), body);
    return { clientWid, client, admin, path, set };
  };

  it("starts and pauses a campaign with start_and_pause, and sends no test email", async () => {
    const t = await harness();
    const { clientWid, client, path, set } = await world(t);
    const { campaignId } = await seedOutreach(t, clientWid, { leads: ["ann@acme.test"] });
    const campaign = `${path}/campaigns/${campaignId}`;
    const refused = await client.post(`${campaign}/pause`);
    expect([refused.status, refused.json.code]).toEqual([403, "forbidden"]);
    expect(refused.json.detail).toBe("Clients of this workspace may not do this. Ask an admin.");
    await set({ switches: ["start_and_pause"] });
    expect((await client.post(`${campaign}/pause`)).status).toBe(200);
    expect((await client.get(campaign)).json.status).toBe("paused");
    expect((await client.post(`${campaign}/start`)).status).toBe(200);
    expect((await client.get(campaign)).json.status).toBe("active");
    const mail = { to: "eve@else.test" };
    expect((await client.post(`${campaign}/test-email`, mail)).status).toBe(403);
    expect((await client.post(`${campaign}/sends/1/again`, {})).status).toBe(403);
    expect((await client.put(campaign, { name: "Mine" })).status).toBe(403);
  });

  it("uploads leads with upload_leads, and deletes none", async () => {
    const t = await harness();
    const { clientWid, client, path, set } = await world(t);
    const file = "email\nann@acme.test\n";
    t.useCookie(client.cookie);
    expect((await upload(t, clientWid, file)).status).toBe(403);
    await set({ switches: ["upload_leads"] });
    expect((await upload(t, clientWid, file)).json).toMatchObject({ created: 1 });
    const [lead] = (await client.get(`${path}/leads`)).json.data;
    expect(lead.email).toBe("ann@acme.test");
    expect((await client.put(`${path}/leads/${lead.id}`, { first_name: "Ann" })).status).toBe(403);
    expect((await client.delete(`${path}/leads/${lead.id}`)).status).toBe(403);
    await set({ preset: "classic" });
    expect((await client.put(`${path}/leads/${lead.id}`, { first_name: "Ann" })).status).toBe(200);
    expect((await upload(t, clientWid, file)).status).toBe(403);
  });

  it("without see_leads meets no list of leads anywhere, and still reads campaigns", async () => {
    const t = await harness();
    const { clientWid, client, path, set } = await world(t);
    const { campaignId } = await seedOutreach(t, clientWid, { leads: ["ann@acme.test"] });
    const campaign = `${path}/campaigns/${campaignId}`;
    const reads = [
      `${path}/leads`,
      `${path}/leads/export`,
      `${path}/lists`,
      `${path}/suppressions`,
      `${campaign}/leads`,
      `${campaign}/unclear`,
      `${campaign}/leads/1/explain`,
    ];
    await set({ switches: [] });
    for (const read of reads) expect((await client.get(read)).status, read).toBe(403);
    for (const tool of ["preview", "simulate"]) {
      expect((await client.post(`${campaign}/${tool}`, {})).status, tool).toBe(403);
    }
    for (const read of [campaign, `${campaign}/stats`, `${path}/stats`, `${path}/threads`]) {
      const answer = await client.get(read);
      expect(answer.status, read).toBe(200);
      expect(answer.text, read).not.toContain("ann@acme.test");
    }
  });

  it("GET /auth/me says the switches of each workspace to clients, null to staff", async () => {
    const t = await harness();
    const { clientWid, client, admin, set } = await world(t);
    await set({ preset: "inbox" });
    const me = (await client.get("/api/v1/auth/me")).json;
    expect(me.workspaces).toEqual([
      expect.objectContaining({ id: clientWid, switches: ["see_leads", "answer_threads"] }),
    ]);
    for (const { switches } of (await admin.get("/api/v1/auth/me")).json.workspaces) {
      expect(switches).toBeNull();
    }
  });

  it("of two workspaces has in each what that one gives, by MCP too", async () => {
    const t = await harness();
    const { clientWid, client, admin, set } = await world(t);
    const second = await admin.post(CLIENTS, {
      name: "Zoe",
      email: "zoe@zeta.test",
      password: PASSWORD,
      workspace: { name: "Zeta", slug: "zeta" },
      access: { switches: [] },
    });
    await t.db.insert(workspaceMembers).values({
      userId: client.id as UserId,
      workspaceId: second.json.id as WorkspaceId,
      createdAt: t.clock.now,
    });
    await set({ switches: ["see_leads"] });
    const leadsOf = (wid: number) => client.get(`/api/v1/workspaces/${wid}/leads`);
    expect((await leadsOf(clientWid)).status).toBe(200);
    expect((await leadsOf(second.json.id)).status).toBe(403);
    const { client: mcp, call } = await mcpClient(t, { cookie: client.cookie });
    const listed = (await mcp.listTools()).tools.map(({ name }) => name);
    expect(listed).toContain("list_leads");
    expect(listed).not.toContain("reply_to_thread");
    expect((await call("list_leads", { workspace_id: clientWid })).failed).toBe(false);
    expect(await call("list_leads", { workspace_id: second.json.id })).toMatchObject({
      failed: true,
      json: { code: "forbidden" },
    });
    // One that was deleted gives nothing any more.
    await admin.delete(`${CLIENTS}/${clientWid}`);
    const again = await signIn(t, "client@example.com");
    const after = await mcpClient(t, { cookie: again.cookie });
    const left = (await after.client.listTools()).tools.map(({ name }) => name);
    expect(left).not.toContain("list_leads");
  });

  it("lives with its switches in the install where its workspace lies in another database", async () => {
    const { client, admin, clientWid, inside } = await twoDatabases();
    expect((await client.get(`${inside}/leads`)).status).toBe(200);
    await admin.put(accessOf(clientWid), { switches: [] });
    expect((await client.get(`${inside}/leads`)).status).toBe(403);
    await admin.put(accessOf(clientWid), { preset: "viewer" });
    expect((await client.get(`${inside}/leads`)).status).toBe(200);
  });

  it("what its switches give is read with its session and its key: no further statement", async () => {
    const t = await harness();
    const { clientWid, client, admin, path, set } = await world(t);
    const key = await keyOf(admin, clientWid, { role: "client" });
    await set({ preset: "inbox" });
    for (const headers of [{ cookie: client.cookie }, key]) {
      const read = async () => {
        expect((await t.get(`${path}/leads`, headers)).status).toBe(200);
      };
      await read();
      const asked = (await statementsOf(t.client, read)).filter((statement) =>
        statement.includes("client_switches"),
      );
      expect(asked).toHaveLength(1);
    }
  });

  it("that an admin acts as is limited like the client itself", async () => {
    const t = await harness();
    const { client, admin, path, set } = await world(t);
    await set({ switches: [] });
    const acting = await admin.post(`/api/v1/admin/impersonate/${client.id}`);
    expect(acting.status).toBe(200);
    const cookie = (acting.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    expect((await t.get(`${path}/leads`, { cookie })).status).toBe(403);
  });
});

describe("a client's key", () => {
  it("has what both its scopes and the switches allow, from the next request on", async () => {
    const t = await harness();
    const { admin, clientWid } = await everyRole(t);
    const path = `/api/v1/workspaces/${clientWid}`;
    const scopes = ["leads.read", "campaigns.run", "threads.read"];
    const limited = await keyOf(admin, clientWid, { role: "client", scopes });
    const full = await keyOf(admin, clientWid, { role: "client" });
    const asEmployee = await keyOf(admin, clientWid, {});
    const scopesOf = async (key: typeof full) =>
      (await t.get("/api/v1/auth/me", key)).json.api_key?.scopes as string[];
    await admin.put(accessOf(clientWid), { switches: ["start_and_pause"] });
    const refused = await t.get(`${path}/leads`, limited);
    expect([refused.status, refused.json.detail]).toEqual([
      403,
      "This API key lacks the scope leads.read, or clients of its workspace may not do this. Ask an admin.",
    ]);
    expect((await t.get(`${path}/leads`, full)).status).toBe(403);
    expect((await t.get(`${path}/leads`, asEmployee)).status).toBe(200);
    await admin.put(accessOf(clientWid), { preset: "manager" });
    for (const key of [limited, full]) {
      expect((await t.get(`${path}/leads`, key)).status).toBe(200);
    }
    expect((await t.get(`${path}/mailboxes`, limited)).status).toBe(403);
    expect((await t.get(`${path}/mailboxes`, full)).status).toBe(200);
    expect(await scopesOf(full)).toContain("leads.import");
    await admin.put(accessOf(clientWid), { switches: [] });
    expect(await scopesOf(full)).not.toContain("leads.read");
    expect((await t.get(`${path}/threads`, limited)).status).toBe(200);
  });
});

it("a switch of a later version gives nothing, and leaves the others as they are", async () => {
  const t = await harness();
  const { admin, client, clientWid } = await everyRole(t);
  await t.client.execute(
    `UPDATE workspaces SET client_switches = '["see_everything","see_leads"]' WHERE id = ${clientWid}`,
  );
  expect((await admin.get(accessOf(clientWid))).json).toMatchObject({
    preset: "viewer",
    switches: ["see_leads"],
  });
  expect((await client.get(`/api/v1/workspaces/${clientWid}/leads`)).status).toBe(200);
  expect((await client.get(`/api/v1/workspaces/${clientWid}/mailboxes`)).status).toBe(403);
  expect(Object.values(PERMISSIONS).some((rule) => rule.includes("c"))).toBe(true);
});
