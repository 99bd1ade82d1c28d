import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { freshSecrets } from "#server/secrets.ts";

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
