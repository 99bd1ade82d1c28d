import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { documentsOfProcess } from "#app/openapi/documents.ts";
import { createVault } from "#platform/ctx/vault.ts";
import { overD1 } from "#platform/db/d1.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import {
  asId,
  type MailboxId,
  type SendId,
  unixMs,
  type WorkspaceId,
} from "#platform/rules/ids.ts";
import { internalHeaders } from "#platform/rules/internal-signature.ts";
import { linkPart } from "#modules/links/rules/link.ts";
import { hitToken, unsubscribeToken } from "#modules/links/rules/token.ts";
import { clickUrl, pixelUrl } from "#modules/links/rules/urls.ts";
import { freshSecrets } from "#server/secrets.ts";
import { aiServer, say } from "#test/support/ai-server.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { seedSent } from "#test/support/sent.ts";
import { webhookReceiver } from "#test/support/webhook-receiver.ts";

const open: TestHarness[] = [];
afterAll(async () => {
  for (const server of open) await server.close();
});

/** What signed links before the secret that signs now. */
const FORMER_SECRET = "a-former-tracking-secret-of-forty-signs";

type Bindings = { CRITICAL: Queue; DEFAULT: Queue; LOW: Queue; DB: D1Database };

/** The Worker as wrangler.toml describes it, in workerd. */
async function serve(vars: Record<string, string>, { migrated = true } = {}) {
  const configPath = "./wrangler.toml";
  const secrets = freshSecrets();
  const server = createTestHarness({ workers: [{ configPath, vars, secrets }] });
  open.push(server);
  await server.listen();
  const worker = server.getWorker<Bindings>();
  if (migrated) await worker.applyD1Migrations("DB");
  const logged = (): string =>
    server
      .getLogs()
      .map(({ message }) => message)
      .join("\n");
  return { server, worker, logged, secrets };
}

describe("the Worker", () => {
  let t: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    t = await serve({
      BASE_URL: "http://127.0.0.1",
      LOG_LEVEL: "debug",
      REGISTRATION: "open",
      REPORTS_DEFAULT: "on",
      TRACKING_SECRET_FORMER: FORMER_SECRET,
    });
    const { DB } = await t.worker.getEnv();
    await DB.exec(
      "INSERT INTO tracking_domains (workspace_id, host, status, token, created_at, updated_at) VALUES (900, 'track.example.com', 'verified', 't', 1, 1)",
    );
  });

  const health = async () => (await t.server.fetch("/health")).json();
  const post = (path: string, body: unknown) =>
    t.server.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "cf-connecting-ip": "203.0.113.9" },
      body: JSON.stringify(body),
    });

  it("200: is healthy over D1, and the cron trigger is its tick", async () => {
    expect(await health()).toMatchObject({
      status: "degraded",
      checks: { database: "ok", companion: "none", tick: "never" },
    });
    await t.worker.scheduled({ cron: "* * * * *", scheduledTime: new Date() });
    expect(await health()).toMatchObject({ checks: { tick: "ok" } });
  });

  it("404: keeps the files that it was deployed with for itself, however their path is spelled", async () => {
    for (const path of [
      "/internal/files/disposable.bin",
      // With two slashes at its beginning.
      "/.//internal/files/disposable.bin",
      "/internal//files/common-passwords.txt",
      "/%69nternal/files/role-names.txt",
      "/internal%2Ffiles%2Ffree-names.txt",
      "/%2Finternal/files/tools.json",
      "/docs/../internal/files/openapi.json",
      "/internal/files",
    ]) {
      for (const host of ["127.0.0.1", "track.example.com"]) {
        const answer = await t.server.fetch(path, { headers: { host }, redirect: "manual" });
        expect([path, answer.status]).toEqual([path, 404]);
        expect(await answer.text()).toContain('"not_found"');
      }
    }
  });

  it("200: describes its API as the machine does, and refuses the passwords that it does", async () => {
    const text = async (path: string) => (await t.server.fetch(path)).text();
    expect(await text("/api/v1/openapi.json")).toBe(await documentsOfProcess.openapi());
    expect(await text("/api/v1/outrider.ts")).toBe(await documentsOfProcess.client());
    const page = await documentsOfProcess.reference("http://127.0.0.1");
    expect(await text("/api/v1/docs")).toBe(page);
    const common = { name: "Ann", email: "common@example.com", password: "iloveyou1" };
    // Of an address of its own: attempts are limited.
    const refused = await t.server.fetch("/api/v1/auth/register", {
      method: "POST",
      headers: { "content-type": "application/json", "cf-connecting-ip": "203.0.113.77" },
      body: JSON.stringify(common),
    });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { errors: [{ code: "too_common" }] },
    ]);
  });

  it("201, 200: registers, signs in and answers who is asking, over D1", async () => {
    const person = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };
    const registered = await post("/api/v1/auth/register", person);
    expect([registered.status, await registered.json()]).toMatchObject([
      201,
      { user: { role: "super_admin" } },
    ]);
    const login = await post("/api/v1/auth/login", {
      username: person.email,
      password: person.password,
    });
    expect(login.status).toBe(200);
    const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
    const me = await t.server.fetch("/api/v1/auth/me", { headers: { cookie } });
    expect([me.status, await me.json()]).toMatchObject([
      200,
      { user: { email: person.email }, workspaces: [{ role: "super_admin" }] },
    ]);
    const taken = await post("/api/v1/auth/register", person);
    expect([taken.status, await taken.json()]).toMatchObject([409, { code: "conflict" }]);
  });

  it("lets the official client list and call tools, and asks an AI over the platform's fetch", async () => {
    const person = { name: "Bo", email: "bo@example.com", password: "correct horse battery" };
    const registered = await post("/api/v1/auth/register", person);
    const cookie = registered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const headers = { cookie, "content-type": "application/json" };
    const me = await t.server.fetch("/api/v1/auth/me", { headers: { cookie } });
    const { workspaces } = (await me.json()) as { workspaces: { id: number }[] };
    const ai = await aiServer();
    ai.answer = (response) => say(response, { body: "Good day" });
    await t.server.fetch(`/api/v1/workspaces/${workspaces[0]?.id}/settings`, {
      method: "PUT",
      headers,
      body: JSON.stringify({
        ai: { provider: "openai_compatible", base_url: ai.url, model: "m", api_key: "k" },
      }),
    });
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(
      new StreamableHTTPClientTransport(new URL("http://127.0.0.1/api/v1/mcp"), {
        fetch: async (url, init) => {
          const { body, headers: own, method } = init ?? {};
          const answer = await t.server.fetch(new URL(String(url)).pathname, {
            method: method ?? "GET",
            headers: { ...Object.fromEntries(new Headers(own)), cookie },
            ...(typeof body === "string" && { body }),
          });
          return new Response(answer.status === 202 ? null : await answer.text(), {
            status: answer.status,
            headers: { "content-type": answer.headers.get("content-type") ?? "" },
          });
        },
      }),
    );
    expect((await client.listTools()).tools.length).toBeGreaterThan(30);
    const enhanced = await client.callTool({
      name: "enhance_email",
      arguments: { body: "Hi", action: "more_formal" },
    });
    expect(enhanced.structuredContent).toMatchObject({ body: "Good day", model: "m" });
    expect(ai.requests).toHaveLength(1);
    await ai.close();
  });

  it("tells a webhook once of each hit and departure, however often the queue and people repeat them", async () => {
    const person = { name: "Cy", email: "cy@example.com", password: "correct horse battery" };
    const registered = await post("/api/v1/auth/register", person);
    const cookie = registered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const api = async (path: string, body?: object) => {
      const headers = { cookie, "content-type": "application/json" };
      const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
      // What is asked for below is there.
      return (await (await t.server.fetch(`/api/v1${path}`, init)).json()) as Record<string, never>;
    };
    const { workspaces } = (await api("/auth/me")) as unknown as {
      workspaces: { id: number; slug: string }[];
    };
    const wid = workspaces[0]?.id as WorkspaceId;
    const receiver = await webhookReceiver();
    const events = ["lead.opened", "lead.clicked", "lead.unsubscribed"];
    const hook = await api(`/workspaces/${wid}/webhooks`, {
      url: receiver.url,
      secret: "s".repeat(32),
      events,
    });
    const { DB, CRITICAL } = await t.worker.getEnv();
    const vault = createVault(t.secrets.VAULT_KEYS);
    const now = unixMs(Date.now() - 60_000);
    const seeded = await seedSent({ deps: { db: overD1(DB), vault }, clock: { now } }, wid, [
      "ann@acme.test",
      "bob@acme.test",
    ]);
    const [ann, bob] = seeded.sendIds as [SendId, SendId];

    const secret = t.secrets.TRACKING_SECRET;
    const token = hitToken(secret, wid, ann);
    const target = "https://example.com/a?b=1#c";
    const link = clickUrl("", token, linkPart(secret, token, target));
    const formerToken = hitToken(FORMER_SECRET, wid, ann);
    const formerLink = clickUrl("", formerToken, linkPart(FORMER_SECRET, formerToken, target));
    const ask = (path: string, method = "GET") =>
      t.server.fetch(path, {
        method,
        redirect: "manual",
        headers: {
          "cf-connecting-ip": "198.51.100.7",
          "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        },
      });
    for (const each of [link, formerLink]) {
      expect((await ask(pixelUrl("", token))).status).toBe(200);
      const followed = await ask(each);
      expect([followed.status, followed.headers.get("location")]).toEqual([
        302,
        "https://example.com/a?b=1#c",
      ]);
    }
    const signals = { source: "s", agent: "browser", prefetch: false, private: false };
    const hit = { workspaceId: wid, sendId: bob, kind: "open", url: null, at: Date.now(), signals };
    const message = { type: "hits.record.v1", batchId: crypto.randomUUID(), hits: [hit] };
    for (let i = 0; i < 2; i++) await CRITICAL.send(message);

    const leave = `/unsubscribe/${unsubscribeToken(secret, wid, ann)}`;
    const left = async () => {
      const row = await DB.prepare("SELECT count(*) AS n FROM suppressions WHERE workspace_id = ?")
        .bind(wid)
        .first<{ n: number }>();
      return row?.n;
    };
    const formerLeave = `/unsubscribe/${unsubscribeToken(FORMER_SECRET, wid, ann)}`;
    expect((await ask(formerLeave)).status).toBe(200);
    expect((await ask(`${formerLeave}x`)).status).toBe(404);
    for (const method of ["GET", "HEAD"]) expect((await ask(leave, method)).status).toBe(200);
    expect(await left()).toBe(0);
    for (let i = 0; i < 2; i++) expect((await ask(leave, "POST")).status).toBe(200);
    expect(await left()).toBe(1);

    const told = () =>
      receiver.hits.map(({ body }) => {
        const { event, data } = JSON.parse(body) as { event: string; data: { lead_email: string } };
        return `${event} ${data.lead_email}`;
      });
    const all = [
      "lead.clicked ann@acme.test",
      "lead.opened ann@acme.test",
      "lead.opened bob@acme.test",
      "lead.unsubscribed ann@acme.test",
    ];
    // Clicks wait for the rest of a burst.
    await expect.poll(() => told().toSorted()).toEqual(all);
    await t.worker.scheduled({ cron: "* * * * *", scheduledTime: new Date() });
    expect(told().toSorted()).toEqual(all);
    const logs = await api(`/workspaces/${wid}/webhooks/${hook["id"]}/logs`);
    expect(logs["data"]).toHaveLength(all.length);
    expect(logs["data"]).toMatchObject(
      all.map(() => ({ attempt: 1, status_code: 200, response_body: "thanks", error: null })),
    );
    const { totals } = await api(`/report/${workspaces[0]?.slug}/stats`);
    expect(totals).toMatchObject({ unique_opens: 2, unique_clicks: 1, unsubscribes: 1 });
    await receiver.close();
  });

  it("lets a reply with a file leave whole, once, and tells another file from a repetition", async () => {
    const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Authenticated" });
    const person = { name: "Di", email: "di@example.com", password: "correct horse battery" };
    const registered = await post("/api/v1/auth/register", person);
    const cookie = registered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const me = await t.server.fetch("/api/v1/auth/me", { headers: { cookie } });
    const { workspaces } = (await me.json()) as { workspaces: { id: number }[] };
    const wid = workspaces[0]?.id as WorkspaceId;
    const { DB } = await t.worker.getEnv();
    const vault = createVault(t.secrets.VAULT_KEYS);
    const now = unixMs(Date.now() - 60_000);
    const db = overD1(DB);
    const seeded = await seedOutreach({ deps: { db, vault }, clock: { now } }, wid, {
      leads: ["dora@acme.test"],
      campaign: { status: "draft" },
    });
    await DB.prepare(
      "UPDATE mailboxes SET smtp_port = ?, smtp_security = 'none' WHERE workspace_id = ?",
    )
      .bind(smtp.port, wid)
      .run();
    const [thread] = await db
      .insert(threads)
      .values({
        workspaceId: wid,
        leadId: seeded.leadIds[0] ?? null,
        campaignId: seeded.campaignId,
        mailboxId: asId<MailboxId>(seeded.mailboxIds[0] ?? 0),
        subject: "Re: A question",
        messageCount: 1,
        lastMessageAt: now,
        lastDirection: "inbound",
        snippet: "",
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    const reply = async (content: string) => {
      const form = new FormData();
      form.append("body_text", "Here it is.");
      form.append("files", new Blob([content]), "plan.pdf");
      const made = new Request("http://outrider", { method: "POST", body: form });
      const answer = await t.server.fetch(
        `/api/v1/workspaces/${wid}/threads/${thread?.id}/reply?wait=10`,
        {
          method: "POST",
          headers: {
            cookie,
            "idempotency-key": "reply-1",
            "content-type": made.headers.get("content-type") ?? "",
          },
          body: await made.arrayBuffer(),
        },
      );
      return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
    };
    const file = "%PDF-1.7 the first one";
    const first = await reply(file);
    expect([first.status, first.json["attachments"]]).toMatchObject([
      expect.toBeOneOf([201, 202]),
      [{ name: "plan.pdf", type: "application/pdf", size: file.length }],
    ]);
    await expect.poll(() => smtp.accepted.length, { timeout: 20_000 }).toBe(1);
    const raw = smtp.accepted[0]?.raw ?? "";
    expect(raw).toContain(Buffer.from(file).toString("base64"));
    expect(raw).toMatch(/filename="?plan\.pdf/);
    expect(await reply(file)).toMatchObject({ json: { id: first.json["id"] } });
    expect(await reply(file.replace("first", "other"))).toMatchObject({
      status: 422,
      json: { code: "idempotency_mismatch" },
    });
    expect(smtp.accepted).toHaveLength(1);
    await smtp.close();
  });

  it("200, 401, 409: keeps the companion's journal in storage of its own, by its rules", async () => {
    const run = crypto.randomUUID();
    const ask = (path: string, body: object, secret = t.secrets.COMPANION_SECRET) => {
      const text = JSON.stringify(body);
      const at = { method: "POST", path: `/internal/companion/journal/${path}`, body: text };
      const nonce = crypto.randomUUID();
      const headers = internalHeaders(secret, { ...at, timestamp: `${Date.now()}`, nonce });
      return t.server.fetch(at.path, { method: "POST", headers, body: text });
    };
    const write = async (turn: number, ...lines: object[]) => {
      const answer = await ask("write", { run, turn, lines });
      return [answer.status, await answer.json()];
    };
    const read = async (body: object) => (await ask("read", body)).json();
    const of = (id: string, lease: string) => ({ message_id: id, ticket: "send:1:1", lease });
    const intent = (id: string, lease: string, again = false) => ({
      t: "intent",
      at: Date.now(),
      try: of(id, lease),
      again,
    });
    const accepted = (id: string, lease: string) => ({
      t: "outcome",
      at: Date.now(),
      settled: false,
      result: {
        ...of(id, lease),
        ending: "accepted",
        phase: "done",
        code: 250,
        enhanced: null,
        response: "ok",
        replayed: false,
      },
    });

    expect((await ask("write", { run, turn: 1, lines: [] }, "x".repeat(40))).status).toBe(401);
    expect(await write(1, intent("b@x", "1"), intent("a@x", "1"))).toEqual([200, { barred: [] }]);
    expect(await write(2, accepted("a@x", "1"))).toEqual([200, { barred: [] }]);
    // A write that its sender gave up comes late.
    expect(await write(1, intent("c@x", "1"))).toMatchObject([409, { code: "conflict" }]);
    expect(
      await write(3, intent("a@x", "2", true), intent("b@x", "2"), intent("b@x", "3", true)),
    ).toEqual([200, { barred: ["a@x", "b@x"] }]);
    expect(await read({ message_ids: ["a@x", "b@x", "c@x"] })).toMatchObject({
      entries: [
        { try: of("a@x", "1"), result: { ending: "accepted", response: "ok" }, settled: false },
        { try: of("b@x", "3"), result: null },
      ],
    });
    await write(4, { t: "settled", try: of("a@x", "1") });
    expect(await read({ unsettled_after: "" })).toMatchObject({
      entries: [{ try: of("b@x", "3") }],
      more: false,
    });
    expect(await read({ message_ids: ["a@x"] })).toMatchObject({ entries: [{ settled: true }] });

    // Of many that ask at once for the same message, one may send it.
    const rivals = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const body = { run: `rival ${n}`, turn: 1, lines: [intent("r@x", `${n}`)] };
        return (await (await ask("write", body)).json()) as { barred: string[] };
      }),
    );
    expect(rivals.filter(({ barred }) => barred.length === 0)).toHaveLength(1);
  });

  it("200 for the dashboard at its own host; 404 at a tracking host, which answers hits alone", async () => {
    const own = await t.server.fetch("/");
    expect([own.status, own.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(own.headers.get("content-security-policy")).toContain("default-src 'none'");
    const asset = /\/assets\/[\w-]+\.js/.exec(await own.text())?.[0] ?? "";
    const statusOf = async (host: string, path: string) =>
      (await t.server.fetch(`http://${host}${path}`)).status;
    for (const path of ["/", "/campaigns", asset]) {
      expect([path, await statusOf("127.0.0.1", path)]).toEqual([path, 200]);
      expect([path, await statusOf("track.example.com", path)]).toEqual([path, 404]);
    }
    expect(await statusOf("track.example.com", "/t/x/pixel.png")).toBe(200);
  });

  it("200: serves a workspace's own host with its name and without anything about the product", async () => {
    const { DB } = await t.worker.getEnv();
    await DB.exec(
      "INSERT INTO workspace_brands (workspace_id, name, created_at, updated_at) VALUES (901, 'Acme Reach', 1, 1)",
    );
    await DB.exec(
      "INSERT INTO workspace_hosts (workspace_id, host, status, created_at, updated_at) VALUES (901, 'reach.example.com', 'verified', 1, 1)",
    );
    const ask = async (path: string, accept = "text/html") => {
      const answer = await t.server.fetch(`http://reach.example.com${path}`, {
        headers: { accept },
      });
      return { status: answer.status, text: await answer.text() };
    };
    // An isolate that does not know a name asks again after five seconds.
    await expect
      .poll(async () => (await ask("/api/v1/setup/branding")).text, { timeout: 30_000 })
      .toContain("Acme Reach");
    for (const path of ["/", "/docs", "/docs/api", "/w/1"]) {
      const { status, text } = await ask(path);
      expect([path, status, text.includes('<div id="root">')]).toEqual([path, 200, true]);
      expect(text).not.toMatch(/outrider/i);
    }
    for (const path of ["/docs/api", "/favicon.svg", "/api/v1/openapi.json", "/metrics"]) {
      const { status, text } = await ask(path, "*/*");
      expect([path, status, /outrider/i.test(text)]).toEqual([path, 404, false]);
    }
    expect((await ask("/api/v1/branding/icon", "*/*")).text).toContain(">A</text>");
  });

  it.each(["CRITICAL", "DEFAULT", "LOW"] as const)(
    "consumes the %s queue, and settles what nobody understands",
    async (name) => {
      const malformed = (): number => t.logged().split('"job.malformed"').length - 1;
      const before = malformed();
      const env = await t.worker.getEnv();
      await env[name].send({ type: "nobody.knows.v1" });
      await expect.poll(malformed).toBe(before + 1);
    },
  );
});

describe("a Worker that is not configured", () => {
  it("500: tells the client nothing, and the log which setting", async () => {
    const t = await serve({}, { migrated: false });
    const answer = await t.server.fetch("/health");
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: "internal" }]);
    expect(t.logged()).toContain("setting BASE_URL is missing");
  });
});
