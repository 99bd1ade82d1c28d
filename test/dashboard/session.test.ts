import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { type DashboardWorld, openDashboard, OPERATOR } from "./world.ts";

let world: DashboardWorld;
beforeAll(async () => {
  world = await openDashboard();
});
afterAll(() => world.stop());

describe("the first run", () => {
  it("leads from an empty install to an overview that says what to do next", async () => {
    const { page, faults, close } = await world.visit();
    await page.goto("/");
    await page.getByRole("heading", { name: "Set up Outrider" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page
      .getByLabel("What people see it called")
      .fill('Northgate "><script>alert(1)</script>');
    await page.getByLabel("Your name").fill(OPERATOR.name);
    await page.getByLabel("Email").fill(OPERATOR.email);
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Set up and go on" }).click();
    // The server's own words, beside the field.
    await page.getByText(/at least 8/i).waitFor();
    await page.getByLabel("Password").fill(OPERATOR.password);
    await page.getByRole("button", { name: "Set up and go on" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByText("No mail has gone out yet").waitFor();
    await page.getByText('Northgate "><script>').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it("asks for the sign-in and comes back to where somebody wanted to be", async () => {
    const { page, faults, close } = await world.visit({ look: "phone" });
    await page.goto("/w/1?days=7");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("Email").fill(OPERATOR.email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Password").fill(OPERATOR.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "7 days", pressed: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe("in mid-work", () => {
  it("401: signs in again in place, and goes on", async () => {
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
    await page.goto("/");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.context().clearCookies();
    await page.getByRole("button", { name: "90 days" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign in again to go on" });
    await dialog.getByLabel("Password").fill(OPERATOR.password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "90 days", pressed: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("429: says how long it waits, and goes on by itself", async () => {
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
    await page.goto("/");
    await page.getByText("No mail has gone out yet").waitFor();
    let refused = 0;
    await page.route("**/stats?**", async (route) => {
      if (refused > 0) return route.continue();
      refused++;
      const problem = { code: "rate_limited", detail: "Too many requests in this minute." };
      await route.fulfill({
        status: 429,
        headers: { "retry-after": "2" },
        contentType: "application/problem+json",
        body: JSON.stringify(problem),
      });
    });
    const answered = page.waitForResponse(
      (answer) => answer.url().includes("/stats?") && answer.ok(),
    );
    await page.getByRole("button", { name: "90 days" }).click();
    const told = page.getByText("This page asked more often than is allowed in a minute.");
    await told.waitFor();
    await answered;
    await told.waitFor({ state: "detached" });
    expect([refused, faults]).toEqual([1, []]);
    await close();
  });

  it("0: says that the server cannot be reached, and goes on when it is back", async () => {
    const { page, close } = await world.visit({ signedIn: OPERATOR });
    await page.goto("/");
    await page.getByText("No mail has gone out yet").waitFor();
    await page.route("**/api/**", (route) => route.abort());
    await page.getByRole("button", { name: "90 days" }).click();
    const told = page.getByText("The server cannot be reached.").first();
    await told.waitFor();
    expect(await told.isVisible()).toBe(true);
    await page.unroute("**/api/**");
    await page.getByRole("button", { name: "7 days" }).click();
    await told.waitFor({ state: "detached" });
    await close();
  });

  it("jumps to rooms and acts by name with Ctrl K", async () => {
    const { page, close } = await world.visit({ signedIn: OPERATOR });
    await page.goto("/");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("light");
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.locator("html[data-theme=dark]").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await close();
  });
});
