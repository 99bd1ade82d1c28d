import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { services } from "#test/support/services.ts";
import { seriousFindings } from "./accessible.ts";
import { openWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
let wid: number;
beforeAll(async () => {
  world = await openWorkspace();
  ({ wid } = world);
});
afterAll(() => world?.stop());

describe("the settings of a workspace", () => {
  it("stores what was changed and a logo, shows a key once, and suppresses an address", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/settings`);
    await page.getByLabel("Name", { exact: true }).fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".err").waitFor();
    await page.getByRole("combobox", { name: "Time zone" }).fill("berlin");
    await page.getByRole("option", { name: "Europe/Berlin" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Halden <img src=x>");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.getByRole("button", { name: /Halden <img src=x>/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.reload();
    await page.getByRole("combobox", { name: "Time zone" }).waitFor();
    expect(await page.getByRole("combobox", { name: "Time zone" }).inputValue()).toBe(
      "Europe/Berlin",
    );

    await page.getByLabel("Logo").setInputFiles({
      name: "logo.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from("<svg/>"),
    });
    await page.getByText("Choose a PNG, JPEG or WebP image.").waitFor();
    // A large one is made as small as it is drawn.
    const large = String(
      await page.evaluate(
        "Object.assign(document.createElement('canvas'), { width: 800, height: 400 }).toDataURL()",
      ),
    );
    await page.getByLabel("Logo").setInputFiles({
      name: "logo.png",
      mimeType: "image/png",
      buffer: Buffer.from(large.slice(large.indexOf(",") + 1), "base64"),
    });
    await page.getByRole("img", { name: "Your logo" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
    await page.reload();
    const logo = page.getByRole("img", { name: "Your logo" });
    expect(await logo.getAttribute("src")).toMatch(/^data:image\/png;base64,/);
    await expect
      .poll(() => page.evaluate("document.querySelector('img[alt=\"Your logo\"]').naturalWidth"))
      .toBe(256);
    await page.getByRole("button", { name: "Remove" }).click();
    const { promise: isTyped, resolve: typed } = Promise.withResolvers<void>();
    const path = `**/workspaces/${wid}/settings`;
    await page.route(path, async (route) => {
      if (route.request().method() === "PUT") await isTyped;
      await route.continue();
    });
    const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
    await page.getByRole("button", { name: "Save" }).click();
    await logo.waitFor({ state: "detached" });

    // What is not stored is lost neither by the answer about what is, nor by a press elsewhere.
    await page.getByLabel("Company").fill("Halden GmbH");
    typed();
    await saved;
    await page.unroute(path);
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
    expect(await page.getByLabel("Company").inputValue()).toBe("Halden GmbH");
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard changes" }).click();
    await page.getByRole("button", { name: "Create API key" }).click();
    await page.getByLabel("Name").fill("CRM sync");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = await page.getByRole("dialog").locator("code").textContent();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("cell", { name: "CRM sync" }).waitFor();
    expect(await page.content()).not.toContain(key);
    const asked = await fetch(`${world.url}/api/v1/workspaces/${wid}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(asked.status).toBe(200);

    await page.getByRole("link", { name: "Suppressions" }).click();
    await page.getByLabel("Add a suppression").fill("no@example.test");
    await page.getByRole("button", { name: "Suppress" }).click();
    const suppressed = page.getByRole("cell", { name: "no@example.test" });
    await suppressed.waitFor();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await suppressed.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await suppressed.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Integrations" }).click();
    await page.getByText("Slack", { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const calendar = page.getByRole("listitem").filter({ hasText: "Cal.com" });
    await calendar.getByRole("button", { name: "Connect" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Connect" }).click();
    await page.getByRole("dialog", { name: "Enter this in Cal.com" }).waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await calendar.getByRole("button", { name: "Disconnect" }).click();
    // Under the pointer it stays, however long the rest takes.
    await page.getByText("Cal.com is disconnected").hover();
    expect(await calendar.getByText("Connected").count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await calendar.getByText("Connected").waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("connects a second channel by its name, and stores when a CRM gets a deal", async () => {
    const there = await servicesAtAddress();
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/settings?tab=integrations`);
    const dialog = page.getByRole("dialog");
    const line = (name: string) =>
      page
        .getByRole("listitem")
        .filter({ has: page.locator("b").getByText(name, { exact: true }) });
    await line("Slack").getByRole("button", { name: "Connect" }).click();
    await dialog.getByLabel("Incoming webhook URL").fill(there.slack(1));
    await dialog.getByRole("button", { name: "Connect" }).click();
    await line("Slack").getByText("Connected").waitFor();
    await line("Slack").getByRole("button", { name: "Add another" }).click();
    await dialog.getByLabel("Incoming webhook URL").fill(there.slack(2));
    await dialog.getByRole("button", { name: "Connect" }).click();
    await dialog.getByText("Enter a name.").waitFor();
    await dialog.getByLabel("Name").fill("Meetings");
    await dialog.getByLabel("A meeting was booked").check();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Connect" }).click();
    await line("Meetings").getByRole("button", { name: "Edit" }).click();
    expect(await dialog.getByLabel("A meeting was booked").isChecked()).toBe(true);
    expect(await dialog.getByLabel("A lead replied").isChecked()).toBe(false);
    await dialog.getByLabel("Name").fill("Sales channel");
    await dialog.getByRole("button", { name: "Save" }).click();
    await line("Sales channel").getByText("Connected").waitFor();
    await line("Slack").getByText("Connected").waitFor();

    await line("HubSpot").getByRole("button", { name: "Connect" }).click();
    await dialog.getByLabel("Private app token").fill(there.s.tokens.hubspot);
    await dialog.getByLabel("API address").fill(there.hubspot);
    await dialog.getByRole("button", { name: "Connect" }).click();
    there.s.crm.lacking.add("crm.objects.owners.read");
    await line("HubSpot").getByRole("button", { name: "Deals" }).click();
    const makes = dialog.getByLabel("Make deals");
    expect(await makes.isChecked()).toBe(false);
    await makes.check();
    await dialog.getByText("the scope crm.objects.owners.read is missing").waitFor();
    there.s.crm.lacking.clear();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByLabel("Stage after a meeting is booked").selectOption("qualifiedtobuy");
    expect(await dialog.getByLabel("Stage of a new deal").locator("option").count()).toBe(3);
    await dialog.getByLabel("Title of the deal").fill("{{company}} {{stage}}");
    await dialog.getByLabel("Owner of the deal").selectOption("fixed");
    await dialog.getByLabel("Person").selectOption("32");
    await dialog.getByLabel("Amount").fill("1200");
    await dialog.getByLabel("Currency").fill("eur");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Use only these variables").waitFor();
    await dialog.getByLabel("Title of the deal").fill("{{company}}");
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await line("HubSpot").getByText("Makes deals").waitFor();
    const api = await world.api(world.operator);
    const path = `/workspaces/${wid}/integrations`;
    const { data } = await api.call("GET", `${path}?q=hubspot`, Connections);
    expect(data).toMatchObject([
      {
        deals: {
          pipeline: "default",
          stage: "appointmentscheduled",
          meeting_stage: "qualifiedtobuy",
          title: "{{company}}",
          amount: 1200,
          currency: "EUR",
          owner: "fixed",
          owner_id: "32",
        },
      },
    ]);
    await line("Sales channel").getByRole("button", { name: "Disconnect" }).click();
    await line("Sales channel").waitFor({ state: "detached" });
    expect(await line("Slack").getByText("Connected").count()).toBe(1);
    expect(faults).toEqual([]);
    await close();
    await there.close();
  });
});

const Connections = z.object({ data: z.array(z.object({ deals: z.unknown() })) });

/** The services on loopback for a product in a process of its own: a path of this address for each. */
async function servicesAtAddress() {
  const s = await services();
  const hosts = { slack: "hooks.slack.com", hubspot: "api.hubapi.com" };
  const forward = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, to = "", rest = ""] = /^\/(\w+)(\/.*)$/.exec(incoming.url ?? "") ?? [];
    const host = Object.entries(hosts).find(([name]) => name === to)?.[1];
    const { authorization = "" } = incoming.headers;
    const body = await text(incoming);
    const answer = await s.egress.send({
      // The product asks by these alone here.
      method: incoming.method === "POST" ? "POST" : "GET",
      url: `https://${host}${rest}`,
      headers: { authorization, "content-type": "application/json" },
      body: body === "" ? null : body,
      timeoutMs: 10_000,
      maxBytes: 1_000_000,
    });
    if (!answer.ok) return void response.writeHead(502).end();
    const type = answer.reply.contentType ?? "application/json";
    response.writeHead(answer.reply.status, { "content-type": type }).end(answer.reply.body);
  };
  const server = createServer((incoming, response) => void forward(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  return {
    s,
    slack: (n: number) => `${base}/slack/services/T0/B${n}/slack-canary`,
    hubspot: `${base}/hubspot`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await s.close();
    },
  };
}
