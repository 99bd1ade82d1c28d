import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { mailTo } from "./answers.ts";
import { furnish, type Places } from "./furnish.ts";
import { anything, openOwnWorkspace, type Workspace } from "./world.ts";

/* What admins see over all workspaces: an install of its own, whose workspaces nobody else fills. */

let world: Workspace;
let places: Places;
beforeAll(async () => {
  world = await openOwnWorkspace();
  places = await furnish(world);
  const api = await world.api(world.operator);
  for (const [name, slug] of [
    ["Osterkamp Foods", "osterkamp"],
    ["Aldane Fruit", "aldane"],
  ]) {
    await api.call("POST", "/workspaces", anything, { name, slug });
  }
  // Figures are counted once a minute.
  await vi.waitFor(
    async () => {
      const { data } = await api.call("GET", "/admin/overview", Overview);
      if (data.some(({ as_of: asOf }) => asOf === null) || data.every(({ sent }) => sent === 0)) {
        throw new Error("the figures are not counted yet");
      }
    },
    { timeout: 130_000, interval: 2_000 },
  );
}, 180_000);
afterAll(() => world.stop());

const Overview = z.object({
  data: z.array(
    z.object({
      as_of: z.string().nullable(),
      sent: z.int(),
      workspace: z.object({ id: z.int(), name: z.string() }),
    }),
  ),
});
const Quota = z.object({ leads: z.object({ limit: z.int().nullable(), used: z.int() }) });

describe("all clients", () => {
  it("shows who needs somebody first, sorts, sets a quota, and enters a workspace", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto("/");
    await page.getByRole("link", { name: "All clients" }).filter({ visible: true }).click();
    const names = page.locator("tbody a.name");
    await names.first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await names.first().innerText()).toBe("Halden Supply");
    await page
      .getByRole("img", { name: /^Sent day by day/ })
      .first()
      .waitFor();

    await page.getByRole("button", { name: "Client", exact: true }).click();
    await expect
      .poll(() => names.allInnerTexts())
      .toEqual(["Aldane Fruit", "Halden Supply", "Osterkamp Foods"]);
    await page.getByRole("button", { name: /^Client/ }).click();
    await expect.poll(async () => (await names.allInnerTexts())[0]).toBe("Osterkamp Foods");
    expect(await page.locator("th[aria-sort=descending]").innerText()).toContain("Client");
    await page.getByRole("button", { name: "7 days" }).click();
    await expect.poll(() => page.url()).toContain("days=7");
    const file = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
    expect(file).toContain("/api/v1/admin/overview/export?days=7&sort=name");

    await page.getByRole("button", { name: /quota of Halden Supply/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Leads").fill("3");
    await dialog.getByLabel("Emails per month").fill("many");
    await dialog.getByRole("button", { name: "Save quota" }).click();
    await dialog
      .getByText(/number/i)
      .first()
      .waitFor();
    await dialog.getByLabel("Emails per month").fill("");
    await dialog.getByRole("button", { name: "Save quota" }).click();
    await page.getByText("Quota of Halden Supply saved.").waitFor();
    await page.getByText(/Quota reached: \d+ of 3 leads/).waitFor();
    const api = await world.api(world.operator);
    const quota = await api.call("GET", `/workspaces/${places.wid}/quota`, Quota);
    expect(quota.leads.limit).toBe(3);

    await page
      .getByRole("link", { name: "Halden Supply" })
      .filter({ visible: true })
      .last()
      .click();
    await page.getByText("A quota of this workspace is used up").waitFor();
    expect(page.url()).toContain(`/w/${places.wid}`);
    await page.goto(`/w/${places.wid}/settings`);
    await page.getByRole("img", { name: /^Leads: \d+ of 3$/ }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("says so where nothing matches, and where the list cannot be loaded", async () => {
    const { page, close } = await world.visit({ signedIn: world.operator });
    await page.goto("/clients?q=nobody-is-called-so");
    await page.getByText("No matching clients").waitFor();
    await page.route("**/api/v1/admin/overview?*", (route) => route.fulfill({ status: 500 }));
    await page.goto("/clients");
    const failure = page.getByText("The clients could not be loaded.");
    await failure.waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).isVisible()).toBe(true);
    await close();
  });
});

describe("all inboxes", () => {
  it("answers and sorts by keyboard without changing the workspace", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    const api = await world.api(world.operator);
    const [other] = (await api.call("GET", "/admin/overview?q=aldane", Overview)).data;
    // Somebody who stands in another workspace.
    await page.goto(`/w/${other?.workspace.id}`);
    await page.getByRole("link", { name: "All inboxes" }).filter({ visible: true }).click();
    await page.getByRole("button", { name: "All", exact: true }).click();
    const current = page.locator(".thread-row[aria-current=true]");
    await current.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await current.innerText()).toContain("Halden Supply");
    const rows = page.locator(".thread-row");
    const all = await rows.allInnerTexts();
    const at = all.findIndex((text) => text.includes("Tomas Wieland"));
    expect(at).toBeGreaterThanOrEqual(0);
    for (let step = 0; step < at; step++) await page.keyboard.press("j");
    await expect.poll(() => current.innerText()).toContain("Tomas Wieland");
    await page.getByText("Park at gate B").first().waitFor();
    await page.keyboard.press("r");
    await page.keyboard.type("Hello Tomas, Thursday suits me.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Sending to Tomas Wieland in ten seconds.").waitFor();
    const last = () => mailTo(world, "t.wieland@osterkampfoods.test");
    await expect.poll(async () => (await last()).email.text).toContain("Thursday suits me.");
    await page.keyboard.press("Escape");
    await page.keyboard.press("2");
    await page.getByText("Tomas Wieland: Meeting booked.").waitFor();
    await page.keyboard.press("a");
    await page.getByText("Assigned to you.").waitFor();
    expect(page.url()).toContain("/inboxes");

    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByLabel("Workspace").selectOption({ label: "Aldane Fruit" });
    await page.getByText("No threads", { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
