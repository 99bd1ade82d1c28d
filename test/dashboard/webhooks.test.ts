import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type WebhookReceiver, webhookReceiver } from "#test/support/webhook-receiver.ts";
import { seriousFindings } from "./accessible.ts";
import { fill } from "./furnish.ts";
import { openWorkspace, type Workspace } from "./world.ts";

const Notices = z.object({ data: z.array(z.object({ kind: z.string(), message: z.string() })) });
const Listed = z.object({ data: z.array(z.unknown()) });

let world: Workspace;
let receiver: WebhookReceiver;
let wid: number;
beforeAll(async () => {
  world = await openWorkspace();
  ({ wid } = world);
  receiver = await webhookReceiver();
});
afterAll(async () => {
  await receiver?.close();
  await world?.stop();
});

describe("a webhook, broken and mended", () => {
  it("is switched off after ten failures, says so, shows what was sent, is filtered, switched on, and delivers again", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    const api = await world.api(world.operator);
    await page.goto(`/w/${wid}/webhooks`);
    await page.getByText("No webhooks yet").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Add webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("URL").fill("ftp://nowhere");
    await dialog.getByRole("button", { name: "Add webhook" }).click();
    await dialog.locator(".err").waitFor();
    await dialog.getByLabel("URL").fill(receiver.url);
    expect(await dialog.getByLabel("Secret").inputValue()).toMatch(/^whsec_/);
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add webhook" }).click();
    await page.getByText("No deliveries yet").waitFor();

    receiver.answer = (response) => void response.writeHead(500).end("<b>out of order</b>");
    await fill(world);
    // Attempts are read again within a minute of being shown.
    await page.getByText("10 attempts in a row failed").waitFor({ timeout: 90_000 });
    // The way back is said in the same words in the room, in the list and in the notice.
    const way = "Fix your endpoint, send a test, then turn the webhook on";
    await page.getByText(way).waitFor();
    const notices = await api.call("GET", `/workspaces/${wid}/notifications`, Notices);
    expect(notices.data.find(({ kind }) => kind === "webhook_disabled")?.message).toContain(way);
    const room = page.url();
    await page.goto(`/w/${wid}/webhooks`);
    await page.getByText(way).waitFor();
    await page.goto(room);
    await page.getByRole("button", { name: "campaign.started" }).first().click();
    await page.getByText("<b>out of order</b>").waitFor();
    const sent = page.getByRole("region", { name: "Request" });
    await sent.getByText("X-Webhook-Event: campaign.started").waitFor();
    await sent.getByText('"event": "campaign.started"').waitFor();
    expect(await sent.textContent()).not.toMatch(/webhook-signature/i);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("Result").selectOption("Delivered");
    await page.getByText("No matching deliveries").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("Result").selectOption("Failed");
    await page.getByLabel("Event").selectOption("campaign.started");
    await page.getByRole("button", { name: "campaign.started" }).first().waitFor();
    expect(await page.getByRole("button", { name: "lead.replied" }).count()).toBe(0);
    expect(page.url()).toMatch(/event=campaign\.started&outcome=failed$/);
    await page.getByLabel("Result").selectOption("Any result");
    await page.getByRole("button", { name: "campaign.started" }).first().click();

    receiver.answer = (response) => void response.writeHead(200).end("thanks");
    const before = receiver.hits.length;
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("Pending events are being delivered.").waitFor();
    await page.getByRole("button", { name: "Deliver again" }).click();
    await page.getByRole("cell", { name: "200" }).first().waitFor({ timeout: 30_000 });
    expect(receiver.hits.length).toBeGreaterThan(before);

    const more = page.getByRole("button", { name: "More actions" });
    await more.click();
    await page.getByRole("menuitem", { name: "Delete webhook" }).click();
    await page.getByText("No webhooks yet").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: receiver.url }).click();
    await more.click();
    await page.getByRole("menuitem", { name: "Delete webhook" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    const listed = async () => (await api.call("GET", `/workspaces/${wid}/webhooks`, Listed)).data;
    await expect.poll(listed).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
