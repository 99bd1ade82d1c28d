import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Browser } from "playwright-core";
import { openLibsql } from "#platform/db/libsql.ts";
import { seriousFindings } from "#test/dashboard/accessible.ts";
import { createApi } from "#test/demo/api.ts";
import { LOOKS, startBrowser } from "#test/support/browser.ts";
import { startBulkCampaign } from "#test/support/bulk-campaign.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { type NodeHost, startNodeHost } from "#test/support/node-host.ts";

let smtp: ScriptedSmtp;
let product: NodeHost;
let browser: Browser;
const dropped = new Set<string>();

beforeAll(async () => {
  smtp = await startScriptedSmtp({
    auth: "235 2.7.0 Ok",
    script: ({ to, at }) => {
      if (at !== "dot" || to !== "ann@acme.test" || dropped.has(to)) return undefined;
      dropped.add(to);
      return { at: "dot", act: "drop" };
    },
  });
  product = await startNodeHost({
    env: { TICK_SECONDS: "0.25", LOG_LEVEL: "error", ALLOW_PRIVATE_NETWORKS: "true" },
  });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await smtp?.close();
});

it("a mail whose answer was lost is shown, sent again by a person, and arrives once", async () => {
  const campaignId = await startBulkCampaign(createApi(product.url), {
    mailboxes: 1,
    smtpPort: smtp.port,
    csv: "email\nann@acme.test\nbob@bolt.test",
    step: { subject: "Hello", body_text: "Hello from us" },
  });
  const db = openLibsql(`file:${product.dataDir}/outrider.db`);
  await db.execute("PRAGMA busy_timeout = 5000");
  const states = async () =>
    (await db.execute("SELECT state FROM sends ORDER BY to_email")).rows.map((row) => row["state"]);
  await vi.waitFor(async () => expect(await states()).toEqual(["unknown", "sent"]), 60_000);

  const context = await browser.newContext({
    ...LOOKS.desktop,
    baseURL: product.url,
    reducedMotion: "reduce",
  });
  const signedIn = await context.request.post("/api/v1/auth/login", {
    data: { username: "bulk@ours.test", password: "correct horse battery" },
  });
  expect(signedIn.status()).toBe(200);
  const page = await context.newPage();
  await page.goto(`/w/1/campaigns/${campaignId}`);
  await page.getByText("1 email with unknown delivery").waitFor();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByText("The receiving server did not confirm").last().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "ann@acme.test" }).click();
  await page.getByText("Sent, delivery unknown").waitFor();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByRole("dialog").getByText("gets it twice").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
  const waits = page.getByText("The Sent folder is checked first.");
  await waits.first().waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Send again" }).count()).toBe(0);
  expect(smtp.accepted).toHaveLength(1);

  // A quarter of an hour later.
  await db.execute("UPDATE resends SET due_at = 0");
  await vi.waitFor(async () => expect(await states()).toEqual(["sent", "sent"]), 60_000);
  expect(smtp.accepted.flatMap((mail) => mail.to)).toEqual(["bob@bolt.test", "ann@acme.test"]);
  await page.goto(`/w/1/campaigns/${campaignId}`);
  await page.getByText("2 sent so far").waitFor();
  await expect.poll(() => page.getByText("nobody knows").count()).toBe(0);
  db.close();
});
