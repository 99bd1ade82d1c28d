import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
});
