import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { openLibsql } from "#platform/db/libsql.ts";
import { createApi } from "#test/demo/api.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { createImapServer } from "#test/support/mail/imap-server.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function command(name: "main" | "restore", dataDir: string, ...args: string[]) {
  const child = spawn(process.execPath, [`src/server/backup/${name}.ts`, ...args], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, ALLOW_PRIVATE_NETWORKS: "true" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  expect(await once(child, "close")).toEqual([0, null]);
  return out;
}

async function rowsOf(dataDir: string, query: string) {
  const client = openLibsql(`file:${join(dataDir, "outrider.db")}`);
  try {
    return (await client.execute(query)).rows;
  } finally {
    client.close();
  }
}

const LEADS = 40;

/** What two mailboxes have sent and filed when a backup was made in the middle, and what was sent after it. */
async function sentPastABackup() {
  const imap = createImapServer();
  const users = ["m0@ours.test", "m1@ours.test"];
  for (const user of users) imap.addUser(user, "p");
  const imapPort = await imap.listen();
  let held: PromiseWithResolvers<void> | null = null;
  const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok", held: () => held?.promise });
  const files = temporaryDirectory();
  ends.push(
    () => files.remove(),
    () => imap.close(),
    () => smtp.close(),
  );
  const dataDir = join(files.path, "data");
  const host = await startNodeHost({ dataDir, env: { TICK_SECONDS: "0.2" } });
  const api = createApi(host.url);
  await startBulkCampaign(api, {
    mailboxes: 2,
    smtpPort: smtp.port,
    imapPort,
    csv: ["email", ...Array.from({ length: LEADS }, (_, i) => `lead${i}@acme.test`)].join("\n"),
    step: { subject: "Hello", body_text: "Hello from us" },
    async ready() {
      await api.call("POST", "/workspaces/1/mailboxes", z.unknown(), {
        email: "solo@ours.test",
        smtp_host: "127.0.0.1",
        smtp_port: smtp.port,
        smtp_security: "none",
        smtp_username: "solo@ours.test",
        smtp_password: "p",
      });
      held = Promise.withResolvers();
    },
  });
  // Both mailboxes have a mail on its way, of which the backup does not know how it ended.
  await vi.waitFor(() => expect(smtp.bodyBytes()).toBeGreaterThan(0), 20_000);
  const made = await command("main", dataDir, "--with-secrets");
  const backup = /checked: (.*)/.exec(made)?.[1] ?? "";
  const waiting = held as PromiseWithResolvers<void> | null;
  held = null;
  waiting?.resolve();
  await vi.waitFor(() => expect(smtp.accepted.length).toBe(LEADS), 30_000);
  await host.stop();
  for (const { from, raw } of smtp.accepted)
    imap.append(from.replace(/@.*/, "@ours.test"), "Sent", raw);
  return { backup, elsewhere: join(files.path, "elsewhere"), smtp };
}

async function startAgain(dataDir: string): Promise<void> {
  const host = await startNodeHost({ dataDir, env: { TICK_SECONDS: "0.2" } });
  ends.push(() => host.stop());
  const api = createApi(host.url);
  await api.call("POST", "/auth/login", z.unknown(), {
    username: "bulk@ours.test",
    password: "correct horse battery",
  });
  await api.call("POST", "/workspaces/1/campaigns/1/start", z.unknown());
}

it("a restore on another machine asks the Sent folders, and nothing that lies there goes out again", async () => {
  const { backup, elsewhere, smtp } = await sentPastABackup();
  const before = await rowsOf(backup, "SELECT 1 FROM sends WHERE state = 'sent'");
  expect(before.length).toBeLessThan(LEADS / 2);
  const told = await command("restore", elsewhere, backup);
  expect(told).toMatch(/The database is as it was at \S+; what happened until \S+ is missing/);
  expect(told).toContain(
    `2 Sent folders were looked through: ${LEADS} mails of that time lie there`,
  );
  expect(told).toContain("Not looked through: solo@ours.test (it only sends).");
  const [notice] = await rowsOf(
    elsewhere,
    "SELECT message FROM notifications WHERE kind = 'campaign_paused'",
  );
  expect(notice?.["message"]).toMatch(/what happened until .* solo@ours\.test \(it only sends\)/);

  await startAgain(elsewhere);
  const sent = () => rowsOf(elsewhere, "SELECT 1 FROM sends WHERE state = 'sent'");
  await vi.waitFor(async () => expect(await sent()).toHaveLength(LEADS), 40_000);
  // The campaign ends just after its last mail, in a write of its own.
  const ended = () => rowsOf(elsewhere, "SELECT 1 FROM campaigns WHERE status = 'completed'");
  await vi.waitFor(async () => expect(await ended()).toHaveLength(1), 20_000);
  expect(smtp.accepted).toHaveLength(LEADS);
});
