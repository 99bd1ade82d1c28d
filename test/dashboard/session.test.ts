import type { Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { focusedName, pressByKey, tabTo } from "./keyboard.ts";
import { anything, openWorkspace, OPERATOR, type Workspace } from "./world.ts";

let world: Workspace;
let wid: number;
beforeAll(async () => {
  world = await openWorkspace();
  ({ wid } = world);
});
afterAll(() => world.stop());

describe("somebody without a session", () => {
  it("asks for the sign-in and comes back to where somebody wanted to be, without a mouse", async () => {
    const { page, faults, close } = await world.visit({ look: "phone" });
    await page.goto(`/w/${wid}?days=7`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // By keyboard alone: the first field has the focus already.
    await page.keyboard.type(world.operator.email);
    await tabTo(page, page.getByLabel("Password"));
    await page.keyboard.type("not the password");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    expect(await focusedName(page)).toBe("Password");
    await page.keyboard.press("Control+a");
    await page.keyboard.type(world.operator.password);
    await pressByKey(page, page.getByRole("button", { name: "Sign in" }));
    const week = page.getByRole("button", { name: "7 days", pressed: true });
    await week.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // Past the rooms in one press, straight to what the page holds.
    await pressByKey(page, page.getByRole("link", { name: /^Skip/ }));
    await tabTo(page, week);
    expect(faults).toEqual([]);
    await close();
  });
});

describe("in mid-work", () => {
  it("401: signs in again in place, and goes on", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto("/");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.context().clearCookies();
    await page.getByRole("button", { name: "90 days" }).click();
    const dialog = page.getByRole("dialog", { name: "Your session has expired" });
    await dialog.getByLabel("Password").fill(world.operator.password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "90 days", pressed: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("429: says how long it waits, and goes on by itself", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto("/");
    await page.getByText("No emails sent yet").waitFor();
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
    const banner = page.getByText("Too many requests. Resuming in");
    await banner.waitFor();
    await answered;
    await banner.waitFor({ state: "detached" });
    expect([refused, faults]).toEqual([1, []]);
    await close();
  });

  it("0: says that the server cannot be reached, and goes on when it is back", async () => {
    const { page, close } = await world.visit({ signedIn: world.operator });
    await page.goto("/");
    await page.getByText("No emails sent yet").waitFor();
    await page.route("**/api/**", (route) => route.abort());
    await page.getByRole("button", { name: "90 days" }).click();
    const banner = page.getByText("The server is not reachable.").first();
    await banner.waitFor();
    expect(await banner.isVisible()).toBe(true);
    await page.unroute("**/api/**");
    await page.getByRole("button", { name: "7 days" }).click();
    await banner.waitFor({ state: "detached" });
    await close();
  });

  it("500: says what failed and under which number, keeps the rest, and tries again when asked", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.route("**/leads?**", (route) =>
      route.fulfill({
        status: 500,
        headers: { "x-request-id": "f00dcafe-1" },
        contentType: "application/problem+json",
        body: JSON.stringify({ code: "internal", detail: "Something failed on our side." }),
      }),
    );
    await page.goto(`/w/${wid}/leads`);
    const alert = page.getByRole("alert").filter({ hasText: "The leads could not be loaded." });
    await alert.waitFor();
    expect(await alert.innerText()).toContain("Request f00dcafe");
    expect(await seriousFindings(page)).toEqual([]);
    await page.unroute("**/leads?**");
    await alert.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "No leads yet" }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("401: keeps what was typed, and sends it after the new sign-in", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/campaigns`);
    await page.getByRole("button", { name: "New campaign" }).first().click();
    await page.getByLabel("Name").fill("<img src=x onerror=alert(1)> & Söhne");
    await page.context().clearCookies();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Your session has expired" });
    await dialog.getByLabel("Password").fill(world.operator.password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await page
      .getByRole("heading", { level: 1, name: "<img src=x onerror=alert(1)> & Söhne" })
      .waitFor();
    // The newcomer finds no campaign.
    const api = await world.api(world.operator);
    await api.call(
      "DELETE",
      `/workspaces/${wid}/campaigns/${page.url().split("/").at(-1)}`,
      anything,
    );
    expect(faults).toEqual([]);
    await close();
  });

  it("404: says that an unknown workspace is not found, and shows no other in its place", async () => {
    // Who may open every workspace that there is.
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
    await page.goto("/w/999/leads");
    await page.getByRole("heading", { name: "Workspace not found" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/w/999/leads");
    expect(await page.getByRole("button", { name: "Import leads" }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("main").getByRole("link").first().click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("fits a phone while the figures are on their way", async () => {
    const { page, close } = await world.visit({ look: "phone", signedIn: world.operator });
    const held: Route[] = [];
    await page.route("**/stats?**", (route) => void held.push(route));
    await page.goto(`/w/${wid}`);
    await page.getByLabel("Loading the overview").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await Promise.all(held.map((route) => route.abort()));
    await close();
  });

  it("shows the room that was asked for at once while its code is on its way", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    const held: (() => void)[] = [];
    await page.route(/assets\/webhooks-[^/]*\.js/, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
    expect(held.length).toBeGreaterThan(0);
    await page.locator("main .sk").first().waitFor();
    for (const go of held) go();
    await page.getByRole("button", { name: "Add webhook" }).first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("jumps to rooms and acts by name with Ctrl K", async () => {
    const { page, close } = await world.visit({ signedIn: world.operator });
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
