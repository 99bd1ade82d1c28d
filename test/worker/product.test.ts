import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { freshSecrets } from "#server/secrets.ts";
import { aiServer, say } from "#test/support/ai-server.ts";

const open: TestHarness[] = [];
afterAll(async () => {
  for (const server of open) await server.close();
});

type Bindings = { CRITICAL: Queue; DEFAULT: Queue; LOW: Queue; DB: D1Database };

/** The Worker as wrangler.toml describes it, in workerd. */
async function serve(vars: Record<string, string>) {
  const configPath = "./wrangler.toml";
  const server = createTestHarness({ workers: [{ configPath, vars, secrets: freshSecrets() }] });
  open.push(server);
  await server.listen();
  const worker = server.getWorker<Bindings>();
  await worker.applyD1Migrations("DB");
  const logged = (): string =>
    server
      .getLogs()
      .map(({ message }) => message)
      .join("\n");
  return { server, worker, logged };
}

describe("the Worker", () => {
  let t: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    t = await serve({ BASE_URL: "http://127.0.0.1", LOG_LEVEL: "debug" });
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

  it.each(["CRITICAL", "DEFAULT", "LOW"] as const)(
    "consumes the %s queue, and settles what nobody understands",
    async (name) => {
      const malformed = (): number => t.logged().split('"job.malformed"').length - 1;
      const before = malformed();
      const env = await t.worker.getEnv();
      await env[name].send({ type: "nobody.knows.v1" });
      await expect.poll(malformed, { timeout: 15_000 }).toBe(before + 1);
    },
  );
});

describe("a Worker that is not configured", () => {
  it("500: tells the client nothing, and the log which setting", async () => {
    const t = await serve({});
    const answer = await t.server.fetch("/health");
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: "internal" }]);
    expect(t.logged()).toContain("setting BASE_URL is missing");
  });
});
