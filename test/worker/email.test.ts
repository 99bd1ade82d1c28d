import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { overD1 } from "#platform/db/d1.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { createVault } from "#platform/ctx/vault.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { freshSecrets } from "#server/secrets.ts";
import { seedSent } from "#test/support/sent.ts";

const BOX = "sender1@ours.test";

type Bindings = { DB: D1Database };

describe("mail that Cloudflare routes to the Worker", () => {
  let harness: TestHarness;
  let db: ReturnType<typeof overD1>;

  beforeAll(async () => {
    const vars = { BASE_URL: "http://127.0.0.1", LOG_LEVEL: "info", REGISTRATION: "open" };
    const secrets = freshSecrets();
    harness = createTestHarness({ workers: [{ configPath: "./wrangler.toml", vars, secrets }] });
    await harness.listen();
    const worker = harness.getWorker<Bindings>();
    await worker.applyD1Migrations("DB");
    const { DB } = await worker.getEnv();
    db = overD1(DB);
    const registered = await harness.fetch("/api/v1/auth/register", {
      method: "POST",
      headers: { "content-type": "application/json", "cf-connecting-ip": "203.0.113.9" },
      body: JSON.stringify({
        name: "Ann",
        email: "ann@example.com",
        password: "correct horse battery",
      }),
    });
    const wid = ((await registered.json()) as { workspace: { id: number } }).workspace.id;
    const now = unixMs(Date.now() - 60_000);
    await seedSent({ deps: { db, vault: createVault(secrets.VAULT_KEYS) }, clock: { now } }, wid);
  });
  afterAll(async () => harness.close());

  const email = (to: string, lines: readonly string[]) =>
    harness.fetch(
      `/cdn-cgi/local/email?${new URLSearchParams({ from: "ann@acme.test", to }).toString()}`,
      {
        method: "POST",
        body: lines.join("\r\n"),
      },
    );
  const reply = (to: string, id: string) => [
    "From: Ann <ann@acme.test>",
    `To: ${to}`,
    "Subject: Re: Hello",
    `Message-ID: <${id}@acme.test>`,
    `In-Reply-To: <message-0@ours.test>`,
    "Content-Type: text/plain",
    "",
    "Yes, let us talk.",
  ];
  const inbound = async () =>
    (await db.select().from(messages)).filter(({ direction }) => direction === "inbound");

  it("stores a reply once, to the address itself and with a tag behind it", async () => {
    const first = await email(BOX, reply(BOX, "r1"));
    expect([first.status, await first.text()]).toEqual([200, expect.anything()]);
    const tagged = BOX.replace("@", "+abc@");
    expect((await email(tagged, reply(tagged, "r1"))).status).toBe(200);
    expect(await inbound()).toMatchObject([
      {
        fromEmail: "ann@acme.test",
        text: expect.stringContaining("Yes, let us talk."),
        dedupeHash: createHash("sha256").update("r1@acme.test").digest("hex"),
      },
    ]);
  });

  it("refuses what nobody here has the address of, and what is too large", async () => {
    const nobody = await email("nobody@ours.test", reply("nobody@ours.test", "r2"));
    expect(await nobody.text()).toMatch(/no such address/i);
    const large = await email(BOX, [...reply(BOX, "r3"), "x".repeat(4 << 20)]);
    expect(await large.text()).toMatch(/too large/i);
    expect(await inbound()).toHaveLength(1);
  });
});
