import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { createApi } from "#test/demo/api.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { newInstallation } from "#test/support/installation.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const LEADS = 3_000;
/** Until both updates are over one mailbox would need five minutes for them. */
const SLOW_MS = 100;

it("an update amid a campaign sends every mail once, whether it stays or goes back", async () => {
  let replyMs = SLOW_MS;
  const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok", replyMs: () => replyMs });
  ends.push(() => smtp.close());
  const install = await newInstallation({ TICK_SECONDS: "0.5" });
  ends.push(() => install.remove());
  const running = await install.start();
  ends.push(() => running.stop());
  await startBulkCampaign(createApi(running.url), {
    mailboxes: 1,
    smtpPort: smtp.port,
    csv: ["email", ...Array.from({ length: LEADS }, (_, i) => `lead${i}@acme.test`)].join("\n"),
    step: { subject: "Hello", body_text: "Hello from us" },
  });
  const sent = () => smtp.accepted.length;
  await expect.poll(sent, { timeout: 60_000, interval: 20 }).toBeGreaterThan(20);

  await install.publish("0.2.0", (root) => {
    appendFileSync(join(root, "src/server/serve.ts"), '\nthrow new Error("broken release");\n');
  });
  const failed = await install.run("src/server/update/main.ts");
  expect([failed.code, failed.err]).toEqual([1, expect.stringContaining("serves again")]);
  expect(sent()).toBeLessThan(LEADS);
  await install.publish("0.3.0");
  const done = await install.run("src/server/update/main.ts");
  expect([done.code, done.err]).toEqual([0, ""]);
  expect(sent()).toBeLessThan(LEADS);
  replyMs = 0;

  // What was in hand at a switch goes out when its lease has lapsed, five minutes later.
  await expect.poll(sent, { timeout: 480_000, interval: 200 }).toBe(LEADS);
  const recipients = smtp.accepted.map(({ to }) => String(to));
  expect(new Set(recipients).size).toBe(LEADS);
});
