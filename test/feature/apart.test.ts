import { describe, expect, it } from "vitest";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { EgressResult } from "#platform/ctx/ports.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { collectAudit } from "#modules/accounts/audit/collect-audit.ts";
import { tellWatched } from "#modules/inbox/sync/watch-mailboxes.ts";
import { noteMailboxFailure } from "#modules/mailboxes/connections/note-sending-failure.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { recover } from "#modules/delivery/engine/recover.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { type DnsZone, resolverOf } from "#test/support/dns-zone.ts";
import { mcpClient } from "#test/support/mcp-client.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";
import { mailgunCall } from "#test/support/provider-calls.ts";
import { MAILBOX_BODY } from "#test/support/records.ts";
import { auditOf } from "#test/support/staff.ts";
import { twoDatabases } from "#test/support/two-databases.ts";
import { upload } from "#test/support/upload.ts";

/*
 * What a workspace shares with the install, and the install with its workspaces, where the workspace
 * lies in a database of its own.
 */

const LEADS = "email\nann@acme.test\nbob@acme.test\n";

type World = Awaited<ReturnType<typeof twoDatabases>>;

/** The client's workspace with two leads. */
async function withLeads(options: Parameters<typeof twoDatabases>[0] = {}): Promise<World> {
  const world = await twoDatabases(options);
  world.t.useCookie(world.super_admin.cookie);
  expect((await upload(world.t, world.clientWid, LEADS)).status).toBe(201);
  world.t.useCookie("");
  return world;
}

/** A zone of names that both resolvers answer from. */
function resolving(zone: DnsZone) {
  return () => ({
    atOnce: 6,
    ask: resolverOf(zone),
    resolvers: [resolverOf(zone), resolverOf(zone)],
    route: async () => null,
  });
}

describe("what admins see", () => {
  it("the dashboard and the metrics count its leads, mailboxes and mails", async () => {
    const { t, admin, clientWid, rootWid } = await withLeads({
      settings: { METRICS_TOKEN: "token-of-the-metrics-endpoint" },
    });
    await seedOutreach(t, rootWid, { leads: ["cy@here.test"] });
    await seedOutreach(t, clientWid, { leads: ["di@there.test"], mailboxes: [{}, {}] });
    const { json } = await admin.get("/api/v1/admin/dashboard");
    expect(json).toMatchObject({
      workspaces: 2,
      clients: 1,
      users: { total: 4 },
      leads: 4,
      campaigns: { total: 2, active: 2 },
      mailboxes: { total: 3 },
      queues: { due_sends: 2 },
    });
    const { text } = await t.get("/metrics", {
      authorization: "Bearer token-of-the-metrics-endpoint",
    });
    expect(text).toContain("outrider_leads 4\n");
    expect(text).toContain('outrider_mailboxes{status="active"} 3\n');
  });

  it("the list of clients shows its leads", async () => {
    const { admin, clientWid } = await withLeads();
    const { json } = await admin.get("/api/v1/admin/clients");
    expect(json.data).toMatchObject([{ id: clientWid, leads: 2 }]);
    expect((await admin.get(`/api/v1/admin/clients/${clientWid}`)).json.leads).toBe(2);
  });

  it("the audit log has what was done in it, once, however often it is looked at", async () => {
    const { t, admin, super_admin, clientWid, inside } = await twoDatabases();
    await super_admin.post(`${inside}/api-keys`, { name: "CRM", role: "employee" });
    const webhook = {
      url: "https://hooks.example.com/a",
      events: ["lead.replied"],
      secret: "secret-of-a-test",
    };
    const made = await super_admin.post(`${inside}/webhooks`, webhook);
    expect(made.status, made.text).toBe(201);
    for (const round of ["by itself", "by the tick", "after a tick"]) {
      if (round === "by the tick") await t.tick();
      for (const action of ["api_key.created", "webhook.created"]) {
        expect(await auditOf(admin, action), round).toEqual([
          expect.objectContaining({
            workspace_id: clientWid,
            user: { id: super_admin.id, name: "Root" },
          }),
        ]);
      }
    }
    // Some who collect at a time.
    await super_admin.put(`${inside}/settings`, { general: { from_company: "Acme" } });
    await Promise.all([1, 2, 3].map(() => collectAudit(t.deps)));
    expect(await auditOf(admin, "settings.changed")).toHaveLength(1);
  });

  it("collects a line once where the collector died before its database knew", async () => {
    const { t, admin, super_admin, inside, second } = await twoDatabases();
    const change = (name: string) =>
      super_admin.put(`${inside}/settings`, { general: { from_company: name } });
    await change("Acme");
    expect(await auditOf(admin, "settings.changed")).toHaveLength(1);
    await second.client.execute("DELETE FROM workspace_settings WHERE workspace_id = 0");
    await change("Acme Ltd");
    await t.tick();
    expect(await auditOf(admin, "settings.changed")).toHaveLength(2);
  });
});

describe("a database of a workspace that cannot be asked", () => {
  it("holds up no other: the dashboard, the tick and a companion that starts go on", async () => {
    const { t, admin, second, rootWid, turn } = await withLeads();
    await seedOutreach(t, rootWid, { leads: ["cy@here.test"] });
    t.replaceDatabases((db) =>
      db === second.sides.workspace
        ? new Proxy(db, {
            get: () => () => {
              throw new Error("file is not a database");
            },
          })
        : db,
    );
    expect((await admin.get("/api/v1/admin/dashboard")).json).toMatchObject({ leads: 1 });
    expect(await turn()).toHaveLength(1);
    await expect(recover(t.deps, "second")).rejects.toThrow("file is not a database");
    expect(await turn()).toHaveLength(1);
  });
});

describe("who may come in", () => {
  it("GET members lists people and admins", async () => {
    const { client, employee, super_admin, admin, inside } = await twoDatabases();
    expect((await client.get(`${inside}/members`)).json.data).toMatchObject([{ id: client.id }]);
    const all = (await super_admin.get(`${inside}/members`)).json.data;
    expect(all.map(({ id }: { id: number }) => id)).toEqual([super_admin.id, admin.id, client.id]);
    expect((await employee.get(`${inside}/members`)).status).toBe(403);
  });

  it("an API key opens it, and ends at once", async () => {
    const { t, super_admin, inside } = await withLeads();
    const made = await super_admin.post(`${inside}/api-keys`, { name: "CRM", role: "employee" });
    const byKey = () => t.get(`${inside}/leads`, { authorization: `Bearer ${made.json.key}` });
    expect((await byKey()).json.data).toHaveLength(2);
    await super_admin.delete(`${inside}/api-keys/${made.json.id}`);
    expect((await byKey()).status).toBe(401);
  });

  it("an assistant works in it by MCP, not in the first database", async () => {
    const { t, super_admin, inside, clientWid, homes } = await withLeads();
    const made = await super_admin.post(`${inside}/api-keys`, { name: "AI", role: "employee" });
    const mcp = await mcpClient(t, { authorization: `Bearer ${made.json.key}` });
    expect((await mcp.call("list_leads")).json.data).toHaveLength(2);
    await mcp.call("create_campaign", { name: "Summer", mailbox_ids: [] });
    await mcp.close();
    expect(await homes("campaigns")).toEqual([[], [clientWid]]);
  });

  it("a conversation is given to somebody who works in it, and to nobody else", async () => {
    const { t, client, super_admin, inside, second, clientWid } = await twoDatabases();
    const now = t.clock.now;
    const { mailboxIds, leadIds } = await seedOutreach(t, clientWid);
    await second.client.execute({
      sql: `INSERT INTO threads (id, workspace_id, mailbox_id, lead_id, subject, status, last_direction, message_count, last_message_at, created_at, updated_at)
        VALUES (7, ?, ?, ?, 'Hello', 'open', 'inbound', 1, ?, ?, ?)`,
      args: [clientWid, mailboxIds[0] ?? 0, leadIds[0] ?? 0, now, now, now],
    });
    const give = async (id: number) =>
      (await super_admin.put(`${inside}/threads/7`, { assigned_to: id })).status;
    expect(await give(client.id)).toBe(200);
    expect(await give(client.id + 1_000)).toBe(422);
  });
});

describe("its name and its end", () => {
  it("a rename is seen in the list of workspaces and in its own settings", async () => {
    const { super_admin, admin, client, inside, clientWid } = await twoDatabases();
    const renamed = await super_admin.put(`${inside}/settings`, { general: { name: "Halden" } });
    expect(renamed.json.general.name).toBe("Halden");
    for (const who of [super_admin, client]) {
      const { data } = (await who.get("/api/v1/workspaces")).json;
      expect(data).toContainEqual(expect.objectContaining({ id: clientWid, name: "Halden" }));
    }
    expect((await client.get(inside)).json.name).toBe("Halden");
    expect((await admin.get(`${inside}/settings`)).json.general.name).toBe("Halden");
  });

  it("a change whose maker died before the copy reaches it by the tick", async () => {
    const { t, super_admin, clientWid, inside, second } = await twoDatabases();
    const batch = second.client.batch.bind(second.client);
    const die = (): never => {
      throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    };
    const execute = second.client.execute.bind(second.client);
    Object.assign(second.client, { batch: die, execute: die });
    const deleted = await super_admin.delete(`/api/v1/admin/clients/${clientWid}`);
    Object.assign(second.client, { batch, execute });
    expect(deleted.status).toBe(503);
    // It is deleted all the same: nobody enters, and the next tick tells the rest.
    expect((await super_admin.get(inside)).status).toBe(404);
    const copy = async () =>
      (await second.client.execute("SELECT deleted_at AS at FROM workspaces")).rows[0]?.["at"];
    expect(await copy()).toBeNull();
    await t.tick();
    expect(await copy()).toBe(t.clock.now);
    const marks = "SELECT key FROM install_settings WHERE key LIKE 'workspace_uncopied:%'";
    expect((await t.client.execute(marks)).rows).toEqual([]);
  });

  it("a deleted client sends nothing more; its campaigns pause, also where whoever deleted it died before", async () => {
    const { t, super_admin, clientWid, second, turn } = await twoDatabases();
    await seedOutreach(t, clientWid);
    await super_admin.delete(`/api/v1/admin/clients/${clientWid}`);
    const status = async () =>
      (await second.client.execute("SELECT status FROM campaigns")).rows[0]?.["status"];
    expect(await status()).toBe("paused");
    await second.client.execute("UPDATE campaigns SET status = 'active'");
    expect(await turn()).toEqual([]);
    expect(await status()).toBe("paused");
    await super_admin.post(`/api/v1/admin/clients/${clientWid}/restore`);
    expect((await second.client.execute("SELECT deleted_at AS at FROM workspaces")).rows).toEqual([
      expect.objectContaining({ at: null }),
    ]);
  });

  it("a purge leaves nothing of it in either database but the audit log", async () => {
    const { t, super_admin, client, clientWid, inside, second, homes } = await withLeads();
    const watched = async () =>
      (await t.client.execute("SELECT key FROM install_settings WHERE key GLOB 'watch_reported:*'"))
        .rows;
    const imap = { imapHost: "127.0.0.1", imapPort: 993, imapUsername: "a", imapPassword: null };
    await seedOutreach(t, clientWid, { leads: ["cy@acme.test"], mailboxes: [imap] });
    await super_admin.post(`${inside}/api-keys`, { name: "CRM", role: "employee" });
    const shards = t.deps.shards && {
      ...t.deps.shards,
      first: t.deps.db,
      apartTicks: { own: clientWid as WorkspaceId },
    };
    const own = { ...t.deps, db: second.sides.workspace, ...(shards && { shards }) };
    await tellWatched(own);
    expect(await watched()).toEqual([{ key: `watch_reported:${clientWid}` }]);
    await super_admin.delete(`/api/v1/admin/clients/${clientWid}`);
    t.advance(30 * DAY_MS);
    for (let i = 0; i < 5; i++) await t.tick();
    const tables = (
      await t.client.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%workspace_id%' AND sql NOT LIKE 'CREATE VIRTUAL%'",
      )
    ).rows.map((row) => row["name"] as string);
    expect(tables.length).toBeGreaterThan(30);
    for (const table of tables.filter((name) => name !== "audit_log")) {
      expect((await homes(table)).flat(), table).not.toContain(clientWid);
    }
    for (const { client: database } of [t, second]) {
      const { rows } = await database.execute("SELECT id FROM workspaces");
      expect(rows.map((row) => row["id"])).not.toContain(clientWid);
    }
    await tellWatched(own);
    expect(await watched()).toEqual([]);
    const { rows } = await t.client.execute("SELECT id FROM users");
    expect(rows.map((row) => row["id"])).not.toContain(client.id);
    // The admin of a month ago is signed out; the lines stand in the install's log.
    const lines = await t.client.execute(
      `SELECT action FROM audit_log WHERE workspace_id = ${clientWid} ORDER BY id`,
    );
    expect(lines.rows.map((row) => row["action"])).toEqual(
      expect.arrayContaining([
        "client.created",
        "api_key.created",
        "client.deleted",
        "client.purged",
      ]),
    );
  });
});

describe("what the outside tells the install", () => {
  it("facts of DNS about its mailboxes' domain arrive, and are asked for again in their time", async () => {
    const zone: DnsZone = { "acme.com MX": ["mx.acme.com"], "acme.com TXT": ["v=spf1 -all"] };
    const { t, super_admin, inside, turn } = await twoDatabases({
      dns: resolving(zone),
      mail: { test: async () => Promise.reject(new Error("away")) },
    });
    const made = await super_admin.post(`${inside}/mailboxes`, {
      ...MAILBOX_BODY,
      email: "ann@acme.com",
    });
    expect(made.status).toBe(201);
    const known = async () =>
      (await t.client.execute("SELECT domain, checked_at, due_at FROM domain_checks")).rows;
    await turn();
    expect(await known()).toMatchObject([{ domain: "acme.com", checked_at: t.clock.now }]);
    const health = await super_admin.get(`${inside}/mailboxes/${made.json.id}/health`);
    expect(health.json.dns.records.map(({ name }: { name: string }) => name)).toContain("spf");
    // A mailbox of another database than the install's has it, so it is asked about again.
    t.advance(6 * HOUR_MS);
    await turn();
    expect(await known()).toMatchObject([{ domain: "acme.com", checked_at: t.clock.now }]);
    expect(Number((await known())[0]?.["due_at"])).toBeGreaterThan(t.clock.now);
    // Once no mailbox has the domain, it is forgotten.
    await super_admin.delete(`${inside}/mailboxes/${made.json.id}`);
    t.advance(6 * HOUR_MS);
    await turn();
    expect(await known()).toEqual([]);
  });

  it("a calendar's call finds its workspace", async () => {
    const { t, super_admin, inside, clientWid, homes } = await twoDatabases();
    const connected = await super_admin.post(`${inside}/integrations/calendly/connect`, {
      credentials: {},
    });
    expect(connected.json).toMatchObject({ status: "connected" });
    const { pathname } = new URL(connected.json.inbound.url);
    const cancelled = {
      event: "invitee.canceled",
      payload: { email: "ann@acme.test", uri: "https://api.calendly.com/i/1", status: "canceled" },
    };
    const answer = await t.post(pathname, cancelled);
    expect([answer.status, answer.json]).toEqual([200, { status: "unknown_lead" }]);
    expect(await homes("bookings")).toEqual([[], [clientWid]]);
    expect((await super_admin.delete(`${inside}/integrations/calendly`)).status).toBe(204);
    expect((await t.post(pathname, cancelled)).status).toBe(404);
  });

  it("its events go to a service that is connected, until it is disconnected", async () => {
    const posted: string[] = [];
    const { t, super_admin, inside, clientWid, homes } = await twoDatabases({
      egress: {
        send: async ({ url }): Promise<EgressResult> => {
          posted.push(url);
          return { ok: true, reply: { status: 200, body: "ok", retryAfter: null } };
        },
      },
    });
    const url = "https://hooks.slack.com/services/T0/B0/x";
    const answer = await super_admin.post(`${inside}/integrations/slack/connect`, {
      credentials: { webhook_url: url },
    });
    expect(answer.json, answer.text).toMatchObject({ status: "connected" });
    expect([await homes("webhooks"), await homes("integrations")]).toEqual([
      [[], [clientWid]],
      [[clientWid], []],
    ]);
    await super_admin.delete(`${inside}/integrations/slack`);
    expect([await homes("webhooks"), await homes("integrations")]).toEqual([
      [[], []],
      [[], []],
    ]);
    expect(posted).toEqual([url]);
    await t.drain();
  });

  it("its tracking host is proved, carries its links, answers for nothing else, and its loss is told", async () => {
    const host = "go.acme.com";
    const zone: Record<string, DnsZone[string]> = {};
    const world: World = await twoDatabases({
      settings: { BASE_URL: "https://out.ours.example" },
      dns: resolving(zone),
      egress: {
        get: async ({ url }): Promise<EgressResult> => {
          const response = await world.t.app.request(url);
          const body = await response.text();
          return { ok: true, reply: { status: response.status, body, retryAfter: null } };
        },
      },
    });
    const { t, super_admin, inside, turn } = world;
    const path = `${inside}/settings/tracking-domain`;
    const set = await super_admin.put(path, { domain: host });
    zone[`${host} CNAME`] = ["out.ours.example"];
    zone[`_outrider.${host} TXT`] = [
      set.json.records.find(({ type }: { type: string }) => type === "TXT").expected,
    ];
    await turn();
    const shown = async () => (await super_admin.get(`${inside}/settings`)).json.tracking;
    expect(await shown()).toMatchObject({ domain: host, status: "verified", ssl: "active" });
    t.advance(2 * MINUTE_MS);
    const foreign = new Request(`https://${host}/api/v1/auth/me`);
    expect((await t.app.fetch(foreign)).status).toBe(404);

    await seedOutreach(t, world.clientWid);
    const [mail] = await turn();
    expect(mail?.html).toContain(`https://${host}/t/`);

    zone[`${host} CNAME`] = ["elsewhere.example"];
    for (const wait of [6 * HOUR_MS, 10 * MINUTE_MS]) {
      t.advance(wait);
      await turn();
    }
    expect((await shown()).status).toBe("failed");
    const { data } = (await super_admin.get(`${inside}/notifications`)).json;
    expect(data).toMatchObject([{ kind: "tracking_domain_failed" }]);
  });

  it.each(["the workspace's", "the install's"])(
    "a provider's call with %s key finds the mail that bounced",
    async (whose) => {
      const key = "key-of-mailgun";
      const isOwn = whose === "the workspace's";
      const { t, super_admin, inside, clientWid, rootWid, second, turn } = await twoDatabases(
        isOwn ? {} : { settings: { MAILGUN_SIGNING_KEY: key } },
      );
      if (isOwn) {
        const connected = await super_admin.post(`${inside}/integrations/mailgun/connect`, {
          credentials: { signing_key: key },
        });
        expect(connected.json, connected.text).toMatchObject({ status: "connected" });
      }
      await seedOutreach(t, rootWid, { leads: ["ann@here.test"] });
      await seedOutreach(t, clientWid, { leads: ["ann@there.test"] });
      const mails = await turn();
      const intents = mails.map(({ ticket, lease }) => ({ ticket, lease }));
      await grantIntents(t.deps, { intents });
      await settleResults(t.deps, { results: mails.map((mail) => reportOf(mail)) });
      const mail = mails.find(({ to }) => to[0]?.address === "ann@there.test") as OutgoingMail;
      const event = {
        event: "failed",
        severity: "permanent",
        recipient: mail.to[0]?.address,
        message: { headers: { "message-id": mail.message_id } },
        "delivery-status": { code: 550, message: "5.1.1 No such user" },
      };
      const call = mailgunCall(key, event, t.clock.now, "token-1");
      expect((await t.post("/api/v1/webhooks/mailgun", call.body, call.headers)).status).toBe(200);
      await t.drain();
      const { rows } = await second.client.execute("SELECT bounce_type AS type FROM sends");
      expect(rows.map((row) => row["type"])).toEqual(["hard"]);
    },
  );

  it("whoever is erased there is blanked in what providers told the install", async () => {
    const key = "key-of-mailgun";
    const { t, super_admin, inside } = await withLeads({ settings: { MAILGUN_SIGNING_KEY: key } });
    const event = { event: "delivered", recipient: "ann@acme.test" };
    const call = mailgunCall(key, event, t.clock.now, "token-1");
    await t.post("/api/v1/webhooks/mailgun", call.body, call.headers);
    await t.drain();
    const bodies = async () =>
      (await t.client.execute("SELECT body FROM provider_calls")).rows.map((row) => row["body"]);
    expect((await bodies())[0]).toContain("ann@acme.test");
    const { data } = (await super_admin.get(`${inside}/leads?q=ann`)).json;
    expect((await super_admin.delete(`${inside}/leads/${data[0].id}?erase=true`)).status).toBe(204);
    expect(await bodies()).toEqual([""]);
  });
});

describe("what the install tells", () => {
  it("its notices are mailed to the super_admins", async () => {
    const { t, clientWid, turn } = await twoDatabases({
      settings: { SYSTEM_MAIL_URL: "smtp://notices%40ours.test:pw@mail.ours.test:2525" },
    });
    const { mailboxIds } = await seedOutreach(t, clientWid, { leads: [] });
    await noteMailboxFailure(
      inWorkspace(t.deps, clientWid as WorkspaceId),
      mailboxIds[0] as MailboxId,
      { kind: "sending", message: "The server refused the password." },
    );
    const mails = await turn();
    expect(mails.map(({ to }) => to[0]?.address)).toEqual(["root@example.com"]);
    expect(mails[0]?.subject).toContain("Acme");
  });

  it("its public report is found by its address and shows the install's logo", async () => {
    const { t, super_admin, inside } = await twoDatabases({ settings: { REPORTS_DEFAULT: "on" } });
    const pixel =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const saved = await super_admin.post("/api/v1/setup/branding", { name: "Ours", logo: pixel });
    expect(saved.status, saved.text).toBe(200);
    const { json } = await t.get("/api/v1/report/acme/stats?days=1");
    expect(json.workspace).toEqual({ name: "Acme", logo: saved.json.logo_url });
    await super_admin.put(`${inside}/settings`, { report: { enabled: false } });
    t.advance(2 * MINUTE_MS);
    expect((await t.get("/api/v1/report/acme/stats?days=1")).status).toBe(404);
  });
});
