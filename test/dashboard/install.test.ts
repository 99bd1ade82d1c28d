import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { downloaded } from "./visitor.ts";
import { type DashboardWorld, openInstall, OPERATOR } from "./world.ts";

let world: DashboardWorld;
beforeAll(async () => {
  // It is set up here, by its first user, who then changes how it looks to everybody.
  world = await openInstall();
});
afterAll(() => world?.stop());

/** In the page: whether the day's panel was ever there. */
const WATCH_TODAY = `
  window.sawToday = false;
  new MutationObserver(() => {
    window.sawToday ||= [...document.querySelectorAll("h2")].some((h) => h.textContent === "Today");
  }).observe(document, { subtree: true, childList: true });
`;

describe("the first run", () => {
  it("leads from an empty install to an overview that says what to do next", async () => {
    const { page, faults, close } = await world.visit();
    // Figures that take their time must not let the day's panel show before the first steps.
    await page.route(/\/stats\b/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.addInitScript({ content: WATCH_TODAY });
    await page.goto("/");
    await page.getByRole("heading", { name: "Set up Outrider" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("Product name").fill('Northgate "><script>alert(1)</script>');
    await page.getByLabel("Your name").fill(OPERATOR.name);
    await page.getByLabel("Email").fill(OPERATOR.email);
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Complete setup" }).click();
    // The server's own words, beside the field, which has the focus.
    const password = page.getByLabel("Password");
    await page
      .locator(".field", { has: password })
      .getByText(/at least 8/i)
      .waitFor();
    await expect.poll(() => password.evaluate((e) => e.matches(":focus"))).toBe(true);
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.getByLabel("Password").fill(OPERATOR.password);
    await page.getByRole("button", { name: "Complete setup" }).click();
    // The first mailbox comes next; it can wait.
    await page.getByRole("dialog", { name: "Connect mailbox" }).waitFor();
    await page.keyboard.press("Escape");
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Overview" })
      .click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByText("No emails sent yet").waitFor();
    await page.getByRole("heading", { name: "Get started" }).waitFor();
    expect(await page.evaluate("window.sawToday")).toBe(false);
    await page.getByText('Northgate "><script>').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

/** Opens the link of an invitation in a browser of its own, and chooses name and password. */
async function accept(link: string, name: string): Promise<void> {
  const { page, faults, close } = await world.visit();
  await page.goto(new URL(link).pathname + new URL(link).hash);
  await page.getByRole("heading", { name: "Accept invitation" }).waitFor();
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.locator(".err").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel("Password").fill("amber field seventeen");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  // The answer to the weak password is the one fault that the browser logs.
  expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
  await close();
}

describe("the admin's rooms", () => {
  it("adds a client, acts as them, who see nothing but their own, and comes back", async () => {
    // Every typed address is a page load; nobody types six of them in a minute.
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR, minutes: 2 });
    await page.goto("/admin?tab=clients");
    await page.getByText("No clients yet").waitFor();
    await page.getByRole("button", { name: "Add client" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Workspace").fill("Osterkamp");
    await dialog.getByLabel("Email of the first person").fill("nobody");
    await dialog.getByRole("button", { name: "Add client" }).click();
    await dialog.locator(".err").waitFor();
    await dialog.getByLabel("Email of the first person").fill("olga@osterkamp.test");
    await dialog.getByRole("button", { name: "Add client" }).click();
    await page.getByRole("heading", { name: "Hand over the link" }).waitFor();
    const link = (await dialog.locator("code").textContent()) ?? "";
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Done" }).click();
    await accept(link, "Olga Ost");
    await page.reload();
    await page.getByRole("cell", { name: "olga@osterkamp.test" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole("button", { name: "Act as Olga Ost" }).click();
    await page.getByText("you are acting as Olga Ost").waitFor();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const rooms = page.getByRole("navigation", { name: "Main" });
    expect(await rooms.getByRole("link", { name: "Admin" }).count()).toBe(0);
    expect(await rooms.getByRole("link", { name: "Settings" }).count()).toBe(0);
    expect(await rooms.getByRole("link", { name: "Webhooks" }).count()).toBe(0);
    await page.goto("/w/1/leads");
    // Another's workspace is as one that does not exist.
    await page.getByRole("heading", { name: "Workspace not found" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("main").getByRole("link").first().click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByRole("button", { name: /Osterkamp/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // Nor does an address lead a client to what they may not change.
    await page.goto(`${new URL(page.url()).pathname.split("/").slice(0, 3).join("/")}/settings`);
    await page.getByRole("heading", { name: "You have no access to Settings" }).waitFor();
    await page.getByText("you are acting as Olga Ost").waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
    expect(await page.getByLabel("Time zone").count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto("/admin?tab=audit");
    await page.getByRole("heading", { name: "You have no access to Admin" }).waitFor();
    await page.getByRole("link", { name: "Go to overview" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByRole("button", { name: "Stop acting as Olga Ost" }).click();
    await rooms.getByRole("link", { name: "Admin" }).click();
    await page.getByRole("heading", { name: "Queue" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("Accent colour").fill("#8a1c4a");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Branding saved.").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Queue" }).waitFor();
    await page.locator('html[style*="#8a1c4a"]').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByText("Started acting as Olga Ost").waitFor();
    await page.getByRole("button", { name: "Signed in" }).first().waitFor();
    await page.getByRole("cell", { name: "Osterkamp" }).first().waitFor();
    expect(await page.getByText(/\w+\.\w+ed\b/).count()).toBe(0);
    // Its filters are in the address, and a row leads to those like it.
    await page.getByLabel("Action").selectOption("Impersonation started");
    await page.getByRole("button", { name: "Signed in" }).first().waitFor({ state: "detached" });
    await page
      .getByRole("button", { name: /Started acting as/ })
      .first()
      .click();
    const alike = page.getByRole("group", { name: "Show only entries of this" });
    await alike.getByRole("button", { name: /^Only User \d+$/ }).click();
    await page.getByRole("button", { name: /Remove the filter User/ }).waitFor();
    expect(new URL(page.url()).search).toMatch(/action=impersonation\.started&record=user%3A\d+/);
    await page.reload();
    await page.getByRole("button", { name: /Remove the filter User/ }).waitFor();
    const file = await downloaded(page.getByRole("link", { name: "CSV" }));
    expect(file.name).toBe("audit.csv");
    expect(file.content).toMatch(/"impersonation\.started"/);
    await page.getByLabel("From").fill("2099-01-01");
    await page.getByRole("heading", { name: "No matching entries" }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("button", { name: "Signed in" }).first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
    // Seven page loads.
  });
});
