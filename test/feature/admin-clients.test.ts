import { describe, expect, it } from "vitest";
import { apiKeys } from "#modules/accounts/schema/access.ts";
import { users, workspaceMembers, workspaces } from "#modules/accounts/schema/accounts.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { purgeClients } from "#modules/operations/clients/purge-clients.ts";
import { PURGED_OF_INSTALL } from "#modules/operations/clients/purge-install-store.ts";
import { PURGED } from "#modules/operations/clients/purge-store.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { emitEvents } from "#test/support/emit-events.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { auditOf, everyRole, PASSWORD, signIn } from "#test/support/staff.ts";

const CLIENTS = "/api/v1/admin/clients";
const zoe = {
  name: "Zoe",
  email: "zoe@zeta.test",
  password: PASSWORD,
  workspace: { name: "Zeta", slug: "zeta" },
};

describe("clients", () => {
  it("201: a workspace and its login together; the client sees this workspace alone", async () => {
    const t = await harness();
    const { admin, rootWid } = await everyRole(t);
    const made = await admin.post(CLIENTS, zoe);
    expect(made.status).toBe(201);
    expect(made.json).toEqual({
      id: expect.any(Number),
      workspace: expect.objectContaining({ id: made.json.id, name: "Zeta", slug: "zeta" }),
      users: [expect.objectContaining({ name: "Zoe", email: "zoe@zeta.test", role: "client" })],
      access: expect.objectContaining({ preset: "classic" }),
      leads: 0,
      paused_at: null,
      pause_reason: null,
      deleted_at: null,
      purge_at: null,
    });
    expect(made.headers.get("location")).toBe(`${CLIENTS}/${made.json.id}`);
    expect((await admin.get(`${CLIENTS}/${made.json.id}`)).json).toEqual(made.json);
    expect(made.text).not.toContain("password");

    const client = await signIn(t, zoe.email);
    const mine = await client.get("/api/v1/workspaces");
    expect(mine.json.data.map((w: { id: number }) => w.id)).toEqual([made.json.id]);
    expect((await client.get(`/api/v1/workspaces/${rootWid}`)).json.code).toBe(
      "workspace_forbidden",
    );
    expect((await client.post("/api/v1/workspaces", { name: "W", slug: "www" })).status).toBe(403);
    const list = await admin.get(`${CLIENTS}?limit=1`);
    expect(list.json).toMatchObject({ data: [made.json], pagination: { total: 2 } });
    const next = await admin.get(`${CLIENTS}?limit=1&cursor=${list.json.pagination.next_cursor}`);
    expect(next.json.data[0].workspace.slug).toBe("acme");
    expect((await admin.get(`${CLIENTS}?q=zET`)).json.pagination.total).toBe(1);
    expect((await auditOf(admin, "client.created"))[0]).toMatchObject({
      workspace_id: made.json.id,
      target: { type: "workspace", id: String(made.json.id) },
      details: { name: "Zeta" },
    });
  });

  it("409: a taken email or slug, each named, and nothing of the other is made; 422: unknown fields", async () => {
    const t = await harness();
    const { admin } = await everyRole(t);
    const count = async () => [
      (await t.db.select().from(users)).length,
      (await t.db.select().from(workspaces)).length,
      (await t.db.select().from(workspaceMembers)).length,
    ];
    const before = await count();
    const paths = async (body: unknown) => {
      const answer = await admin.post(CLIENTS, body);
      return [answer.status, answer.json.errors.map((e: { path: string }) => e.path)];
    };
    const workspace = { name: "Acme two", slug: "acme" };
    expect(await paths({ ...zoe, email: "admin@example.com" })).toEqual([409, ["email"]]);
    expect(await paths({ ...zoe, workspace })).toEqual([409, ["workspace.slug"]]);
    expect(await paths({ ...zoe, email: "admin@example.com", workspace })).toEqual([
      409,
      ["email", "workspace.slug"],
    ]);
    expect(await paths({ ...zoe, role: "admin" })).toEqual([422, ["role"]]);
    expect(await paths({ ...zoe, workspace: { ...zoe.workspace, is_client: false } })).toEqual([
      422,
      ["workspace.is_client"],
    ]);
    expect(await paths({ ...zoe, password: "short" })).toEqual([422, ["password"]]);
    expect(await count()).toEqual(before);
    expect(await auditOf(admin, "client.created")).toHaveLength(1);
  });

  it("404: a workspace that is no client's, and an unknown one, at every route", async () => {
    const t = await harness();
    const { super_admin, rootWid } = await everyRole(t);
    for (const id of [rootWid, 999_999]) {
      expect((await super_admin.get(`${CLIENTS}/${id}`)).status).toBe(404);
      expect((await super_admin.delete(`${CLIENTS}/${id}`)).status).toBe(404);
      expect((await super_admin.post(`${CLIENTS}/${id}/restore`)).status).toBe(404);
    }
    expect((await super_admin.get(`/api/v1/workspaces/${rootWid}`)).status).toBe(200);
  });
});

/** A client with a running campaign, a key and an assigned employee. */
async function busyClient(t: Harness) {
  const people = await everyRole(t);
  const { admin, employee, clientWid } = people;
  const outreach = await seedOutreach(t, clientWid, { leads: ["a@x.test", "b@x.test"] });
  const key = await admin.post(`/api/v1/workspaces/${clientWid}/api-keys`, { name: "crm" });
  await admin.post("/api/v1/admin/assignments", {
    employee_id: employee.id,
    workspace_id: clientWid,
  });
  await admin.post(`/api/v1/workspaces/${clientWid}/webhooks`, {
    url: "https://hooks.example.com/x",
    secret: "s3cret-of-hook",
    events: ["campaign.paused", "campaign.started"],
  });
  const byKey = () =>
    t.get(`/api/v1/workspaces/${clientWid}`, {
      authorization: `Bearer ${key.json.key}`,
      cookie: "",
    });
  expect((await byKey()).status).toBe(200);
  return { ...people, ...outreach, byKey };
}

describe("deleting a client", () => {
  it("204: people and keys end at once, nobody enters, campaigns pause with their event", async () => {
    const t = await harness();
    const { admin, super_admin, employee, client, clientWid, campaignId, byKey } =
      await busyClient(t);
    const inside = `/api/v1/workspaces/${clientWid}`;
    expect((await admin.delete(`${CLIENTS}/${clientWid}`)).status).toBe(204);

    expect((await client.get("/api/v1/auth/me")).status).toBe(401);
    expect((await byKey()).status).toBe(401);
    const login = { username: "client@example.com", password: PASSWORD };
    const refused = await t.post("/api/v1/auth/login", login);
    expect([refused.status, refused.json.code]).toEqual([401, "invalid_credentials"]);
    expect((await employee.get(inside)).json.code).toBe("workspace_forbidden");
    expect((await super_admin.get(inside)).json.code).toBe("not_found");
    expect((await employee.get("/api/v1/workspaces")).json.data).toEqual([]);
    expect((await employee.get("/api/v1/auth/me")).json.workspaces).toEqual([]);

    const [campaign] = await t.db.select().from(campaigns);
    expect(campaign).toMatchObject({ status: "paused", pausedReason: "manual", epoch: 2 });
    const { rows: events } = await t.client.execute("SELECT type, dedupe_key, body FROM events");
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: "campaign.paused",
      dedupe_key: `paused:${campaignId}:2`,
    });
    expect(t.queue.map(({ job }) => job.type)).toContain("webhook.deliver.v1");

    expect((await admin.get(CLIENTS)).json.data).toEqual([]);
    const gone = await admin.get(`${CLIENTS}?status=deleted`);
    expect(gone.json.data).toEqual([
      expect.objectContaining({
        id: clientWid,
        deleted_at: "2026-11-18T12:00:00.000Z",
        purge_at: "2026-12-18T12:00:00.000Z",
      }),
    ]);
    expect((await admin.delete(`${CLIENTS}/${clientWid}`)).status).toBe(404);
    for (const action of ["client.deleted", "api_key.revoked"]) {
      expect(await auditOf(admin, action)).toEqual([
        expect.objectContaining({ workspace_id: clientWid, user: { id: admin.id, name: "admin" } }),
      ]);
    }
  });

  it("sends nothing more, and reads none of its mailboxes", async () => {
    const t = await harness();
    const { admin, clientWid } = await busyClient(t);
    await t.db.update(mailboxes).set({
      imapHost: "127.0.0.1",
      imapPort: 993,
      imapUsername: "x",
      imapPassword: "x",
      syncDueAt: t.clock.now,
    });
    await admin.delete(`${CLIENTS}/${clientWid}`);
    t.queue.length = 0;
    t.advance(DAY_MS);
    await t.tick();
    const types = t.queue.map(({ job }) => job.type);
    expect(types).not.toContain("delivery.transmit.v1");
    expect(types).not.toContain("mailbox.sync.v1");
    const { rows } = await t.client.execute("SELECT count(*) AS n FROM sends");
    expect(rows[0]?.["n"]).toBe(0);

    await admin.post(`${CLIENTS}/${clientWid}/restore`);
    await t.tick();
    expect(t.queue.map(({ job }) => job.type)).toContain("mailbox.sync.v1");
  });

  it("ends the sessions that admins opened as its people", async () => {
    const t = await harness();
    const { admin, client, clientWid } = await everyRole(t);
    const as = await admin.post(`/api/v1/admin/impersonate/${client.id}`);
    const cookie = (as.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    expect((await t.get("/api/v1/auth/me", { cookie })).status).toBe(200);
    await admin.delete(`${CLIENTS}/${clientWid}`);
    expect((await t.get("/api/v1/auth/me", { cookie })).status).toBe(401);
    expect((await admin.post(`/api/v1/admin/impersonate/${client.id}`)).status).toBe(404);
    const assign = { employee_id: client.id, workspace_id: clientWid };
    expect((await admin.post("/api/v1/admin/assignments", assign)).status).toBe(404);
  });

  it("one of ten at the same time does it, with one event and one line", async () => {
    const t = await harness();
    const { admin, clientWid } = await busyClient(t);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.delete(`${CLIENTS}/${clientWid}`)),
    );
    expect(answers.filter((a) => a.status === 204)).toHaveLength(1);
    expect(answers.filter((a) => a.status === 404)).toHaveLength(9);
    expect(await auditOf(admin, "client.deleted")).toHaveLength(1);
    const { rows } = await t.client.execute("SELECT count(*) AS n FROM events");
    expect(rows[0]?.["n"]).toBe(1);
  });
});

describe("restoring a client", () => {
  it("200 within thirty days: people sign in again; campaigns stay paused and keys stay ended", async () => {
    const t = await harness();
    const { admin, clientWid, employee, byKey } = await busyClient(t);
    await admin.delete(`${CLIENTS}/${clientWid}`);
    t.advance(6 * DAY_MS);
    const restored = await admin.post(`${CLIENTS}/${clientWid}/restore`);
    expect([restored.status, restored.json.deleted_at, restored.json.purge_at]).toEqual([
      200,
      null,
      null,
    ]);
    const again = await signIn(t, "client@example.com");
    expect((await again.get(`/api/v1/workspaces/${clientWid}`)).status).toBe(200);
    expect((await employee.get(`/api/v1/workspaces/${clientWid}`)).status).toBe(200);
    expect((await byKey()).status).toBe(401);
    const [key] = await t.db.select().from(apiKeys);
    expect(key?.revokedAt).not.toBeNull();
    const [campaign] = await t.db.select().from(campaigns);
    expect(campaign?.status).toBe("paused");
    const twice = await admin.post(`${CLIENTS}/${clientWid}/restore`);
    expect([twice.status, twice.json.code]).toEqual([409, "invalid_state"]);
    expect(await auditOf(admin, "client.restored")).toHaveLength(1);
  });

  it("404 after thirty days, whether the sweep came by or not", async () => {
    const t = await harness();
    const { super_admin, clientWid } = await everyRole(t);
    await super_admin.delete(`${CLIENTS}/${clientWid}`);
    t.advance(30 * DAY_MS);
    const admin = await signIn(t, "admin@example.com");
    expect((await admin.post(`${CLIENTS}/${clientWid}/restore`)).status).toBe(404);
    expect(await auditOf(admin, "client.restored")).toEqual([]);
  });
});

describe("purging a client", () => {
  /** Tables that hold what belongs to a workspace; the index of leads goes with its rows. */
  const tenantTables = async (t: Harness): Promise<string[]> => {
    const { rows } = await t.client.execute(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
    );
    return (rows as unknown as { name: string; sql: string }[])
      .filter(({ sql }) => /\bworkspace_id\b/.test(sql))
      .map(({ name }) => name);
  };

  it("covers every table that names a workspace, but the audit log", async () => {
    const t = await harness();
    const named = (table: unknown): string =>
      String((table as Record<symbol, unknown>)[Symbol.for("drizzle:Name")]);
    const covered = PURGED.flatMap(([table, child]) => [
      named(table),
      ...(child ? [named(child.table)] : []),
    ]);
    const ofInstall = PURGED_OF_INSTALL.map(named);
    expect(
      [...covered, ...ofInstall, "workspace_members", "usage_months", "audit_log"].sort(),
    ).toEqual(await tenantTables(t));
  });

  it("leaves nothing of the client after thirty days, over several ticks, and all of the others", async () => {
    const t = await harness();
    const { super_admin, clientWid, rootWid } = await busyClient(t);
    const other = await seedOutreach(t, rootWid);
    for (const wid of [clientWid, rootWid]) {
      await emitEvents(t, wid, 3);
      await t.client.execute({
        sql: `INSERT INTO suppressions (workspace_id, kind, value, hash, reason, created_at)
          SELECT ?, 'address', 'x', value, 'manual', 0 FROM json_each(?)`,
        args: [wid, JSON.stringify(Array.from({ length: 1_200 }, (_, i) => `h${i}`))],
      });
    }
    const held = async (wid: number) => {
      const counts: Record<string, number> = {};
      for (const table of await tenantTables(t)) {
        const { rows } = await t.client.execute({
          sql: `SELECT count(*) AS n FROM ${table} WHERE workspace_id = ?`,
          args: [wid],
        });
        counts[table] = Number(rows[0]?.["n"]);
      }
      return counts;
    };
    await super_admin.delete(`${CLIENTS}/${clientWid}`);
    const [mine, theirs] = [await held(clientWid), await held(rootWid)];
    for (const table of ["leads", "events", "webhook_deliveries", "suppressions", "api_keys"]) {
      expect(mine[table], table).toBeGreaterThan(0);
    }
    t.advance(30 * DAY_MS - 1);
    await t.tick();
    expect((await held(clientWid))["leads"]).toBe(mine["leads"]);
    t.advance(1);
    for (let i = 0; i < 5; i++) await t.tick();
    const { audit_log: kept, ...left } = await held(clientWid);
    expect(
      Object.values(left).every((n) => n === 0),
      JSON.stringify(left),
    ).toBe(true);
    expect(kept).toBeGreaterThan(0);
    const after = await held(rootWid);
    for (const table of ["leads", "suppressions", "campaigns", "mailboxes", "workspace_members"]) {
      expect(after[table], table).toBe(theirs[table]);
    }
    expect(other.leadIds).toHaveLength(1);
    const emails = (await t.db.select().from(users)).map((user) => user.email);
    expect(emails).not.toContain("client@example.com");
    expect(emails).toContain("employee@example.com");
    const root = await signIn(t, "root@example.com");
    expect((await root.get(`${CLIENTS}/${clientWid}`)).status).toBe(404);
    expect(await auditOf(root, "client.purged")).toEqual([
      expect.objectContaining({ user: null, address: "system", workspace_id: clientWid }),
    ]);
    const anew = await root.post(CLIENTS, { ...zoe, workspace: { name: "Acme", slug: "acme" } });
    expect(anew.status).toBe(201);
  });

  it("goes on where it was killed", async () => {
    const t = await harness();
    const { super_admin, clientWid } = await busyClient(t);
    await super_admin.delete(`${CLIENTS}/${clientWid}`);
    t.advance(31 * DAY_MS);
    const batch = t.client.batch.bind(t.client);
    for (const limit of [1, 7, 19]) {
      let statements = 0;
      t.client.batch = async (...args: Parameters<typeof batch>) => {
        if (++statements > limit) throw new Error("killed");
        return batch(...args);
      };
      await expect(purgeClients(t.deps)).rejects.toThrow("killed");
      t.client.batch = batch;
    }
    await t.tick();
    const left = await t.db.select().from(workspaces);
    expect(left.map((row) => row.id)).not.toContain(clientWid);
    const { rows } = await t.client.execute("SELECT count(*) AS n FROM leads");
    expect(rows[0]?.["n"]).toBe(0);
  });
});
