import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { openLibsql } from "#platform/db/libsql.ts";
import { createApi } from "#test/demo/api.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { newInstallation } from "#test/support/installation.ts";
import { createImapServer } from "#test/support/mail/imap-server.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { addMigration } from "#test/support/updated-install.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const LEADS = 60;
const UPDATE = "src/server/update/main.ts";
const OWNER = { username: "bulk@ours.test", password: "correct horse battery" };

it("npm run update -- --back says what it forgets, asks the Sent folders, and nothing goes out twice", async () => {
  const imap = createImapServer();
  for (const user of ["m0@ours.test", "m1@ours.test"]) imap.addUser(user, "p");
  const imapPort = await imap.listen();
  let held: PromiseWithResolvers<void> | null = null;
  const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok", held: () => held?.promise });
  const install = await newInstallation({ TICK_SECONDS: "0.2", ALLOW_PRIVATE_NETWORKS: "true" });
  ends.push(
    () => imap.close(),
    () => smtp.close(),
    () => install.remove(),
  );
  const rowsOf = async (query: string) => {
    const client = openLibsql(`file:${join(install.dataDir, "outrider.db")}`);
    try {
      return (await client.execute(query)).rows;
    } finally {
      client.close();
    }
  };
  const sent = () => smtp.accepted.length;

  let running = await install.start();
  ends.push(() => running.stop());
  const api = createApi(running.url);
  const campaignId = await startBulkCampaign(api, {
    mailboxes: 2,
    smtpPort: smtp.port,
    imapPort,
    csv: ["email", ...Array.from({ length: LEADS }, (_, i) => `lead${i}@acme.test`)].join("\n"),
    step: { subject: "Hello", body_text: "Hello from us" },
  });
  // The server gives no word until the restore point is made, so that most leave behind it.
  await expect.poll(sent, { timeout: 60_000, interval: 10 }).toBeGreaterThan(5);
  held = Promise.withResolvers<void>();
  await expect(install.run(UPDATE, "--back")).resolves.toMatchObject({
    code: 1,
    err: expect.stringContaining("No update by npm run update serves here"),
  });
  await install.publish("0.2.0", addMigration("CREATE TABLE later (id INTEGER);"));
  const updated = install.run(UPDATE);
  const backups = join(install.dataDir, "backups");
  const points = () =>
    existsSync(backups)
      ? readdirSync(backups).filter((name) => existsSync(join(backups, name, "backup.json")))
      : [];
  await expect.poll(points, { timeout: 90_000, interval: 20 }).toHaveLength(1);
  const waiting = held as PromiseWithResolvers<void> | null;
  held = null;
  waiting?.resolve();
  expect(await updated).toMatchObject({ code: 0, err: "" });
  await expect.poll(sent, { timeout: 120_000, interval: 100 }).toBe(LEADS);
  const running02 = await install.run(UPDATE, "--back");
  expect([running02.code, running02.err]).toEqual([1, expect.stringContaining("run")]);
  await running.stop();
  for (const { from, raw } of smtp.accepted) {
    imap.append(from.replace(/@.*/, "@ours.test"), "Sent", raw);
  }

  // On this machine the journal goes on; it says what it forgets, and changes nothing.
  const asked = await install.run(UPDATE, "--back");
  expect([asked.code, asked.err]).toEqual([0, ""]);
  expect(asked.out).toMatch(/^0\.2\.0 -> 0\.1\.0, restore point .*backups/);
  expect(asked.out).toMatch(/is forgotten: \d+ emails that left, and every other change\./);
  expect(asked.out).toContain("The journal knows these emails: they do not go out again.");
  expect(asked.out).toContain("2 Sent folders were looked through");
  expect(asked.out).toContain("Nothing is changed yet: npm run update -- --back --yes does it.");
  expect(await rowsOf("SELECT name FROM sqlite_master WHERE name = 'later'")).toHaveLength(1);
  const offline = await install.run(UPDATE, "--back", "--offline");
  expect(offline.out).not.toContain("Sent folders");

  // Without it the Sent folders are what knows.
  rmSync(join(install.dataDir, "companion-journal.ndjson"));
  const done = await install.run(UPDATE, "--back", "--yes");
  expect([done.code, done.err]).toEqual([0, ""]);
  expect(done.out).toContain("The journal does not know all of these emails.");
  expect(done.out).toContain(`2 Sent folders were looked through: ${LEADS} emails of that time`);
  expect(done.out).toContain("Outrider is 0.1.0 again.");
  expect(await rowsOf("SELECT name FROM sqlite_master WHERE name = 'later'")).toEqual([]);
  expect((await rowsOf("SELECT status FROM campaigns"))[0]?.["status"]).toBe("paused");

  running = await install.start();
  const again = createApi(running.url);
  await again.call("POST", "/auth/login", z.unknown(), OWNER);
  const System = z.object({ version: z.string() });
  expect((await again.call("GET", "/admin/system/version", System)).version).toBe("0.1.0");
  await again.call("POST", `/workspaces/1/campaigns/${campaignId}/start`, z.unknown());
  const settled = async () => (await rowsOf("SELECT 1 FROM sends WHERE state = 'sent'")).length;
  await expect.poll(settled, { timeout: 90_000, interval: 250 }).toBe(LEADS);
  expect(sent()).toBe(LEADS);
  expect(new Set(smtp.accepted.map(({ to }) => String(to))).size).toBe(LEADS);
});
