import { afterEach, expect, it } from "vitest";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { openLibsql } from "#platform/db/libsql.ts";
import { migrate } from "#server/migrate.ts";
import { createApi } from "#test/demo/api.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { type HranaServer, startHranaServer } from "#test/support/hrana-server.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { startProduct } from "#test/support/product.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const LEADS = 80;

it.each(["node", "worker"] as const)(
  "on %s an install over a libSQL server uploads, sends and counts, and is there after a restart",
  async (host) => {
    const directory = temporaryDirectory();
    ends.push(() => directory.remove());
    const dataDir = join(directory.path, "data");
    const server = await startHranaServer(join(directory.path, "server.db"));
    ends.push(() => server.close());
    mkdirSync(dataDir);
    // One machine does that at its start, `npm run deploy` for the Worker.
    if (host === "worker") await migrateServer(server);
    const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok" });
    ends.push(() => smtp.close());
    const start = () =>
      startProduct({
        host,
        dataDir,
        env: {
          DATABASE_URL: server.url,
          DATABASE_AUTH_TOKEN: server.token,
          API_LIMIT_PER_MINUTE: "100000",
          TICK_SECONDS: "0.5",
        },
      });
    let product = await start();
    ends.push(() => product.stop());

    const api = createApi(product.url);
    const id = await startBulkCampaign(api, {
      mailboxes: 4,
      smtpPort: smtp.port,
      csv: ["email,first_name", ...people()].join("\n"),
      step: { subject: "Hello {{first_name}}", body_html: "<p>Hello {{first_name}}</p>" },
    });
    await expect.poll(() => smtp.accepted.length, { timeout: 300_000 }).toBe(LEADS);
    const stats = z.object({ sent: z.int() });
    const sent = async () =>
      (await api.call("GET", `/workspaces/1/campaigns/${id}/stats`, stats)).sent;
    await expect.poll(sent).toBe(LEADS);
    expect(smtp.accepted.every(({ raw }) => /^Subject: Hello Jo\d+/m.test(raw))).toBe(true);
    expect(server.rows("SELECT count(*) AS n FROM sends WHERE state = 'sent'")).toEqual([
      { n: LEADS },
    ]);
    expect(existsSync(join(dataDir, "outrider.db"))).toBe(false);

    await product.stop();
    product = await start();
    const again = createApi(product.url);
    await again.call("POST", "/auth/login", z.unknown(), {
      username: "bulk@ours.test",
      password: "correct horse battery",
    });
    const leads = z.object({ data: z.array(z.object({ email: z.string() })) });
    const page = await again.call("GET", "/workspaces/1/leads?q=lead7&limit=5", leads);
    expect(page.data.length).toBeGreaterThan(0);
  },
);

async function migrateServer({ url, token }: HranaServer): Promise<void> {
  const client = openLibsql(url, { authToken: token });
  await migrate(client, "drizzle");
  client.close();
}

const people = (): string[] =>
  Array.from({ length: LEADS }, (_, i) => `lead${i}@acme${i % 7}.test,Jo${i}`);
