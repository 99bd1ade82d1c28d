import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeAt } from "#test/support/factors.ts";
import { seriousFindings } from "./accessible.ts";
import { authenticatorOf } from "./authenticator.ts";
import { anything, openOwnWorkspace, OPERATOR, type Workspace } from "./world.ts";

/** Passkeys need a name: the same product, reached by one. */
const named = (url: string): string => url.replace("127.0.0.1", "localhost");

let world: Workspace;
beforeAll(async () => {
  world = await openOwnWorkspace();
});
afterAll(() => world.stop());

async function signIn(page: Page): Promise<void> {
  await page.goto(`${named(world.url)}/sign-in`);
  await page.getByLabel("Email").fill(OPERATOR.email);
  await page.getByLabel("Password").fill(OPERATOR.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const overview = (page: Page) => page.getByRole("heading", { name: "Overview" });

async function openAccount(page: Page): Promise<void> {
  await page.goto(`${named(world.url)}/account`);
  await page.getByRole("heading", { name: "Account", exact: true }).waitFor();
}

describe("second factors in the browser", () => {
  it("are added, sign in, confirm an identity and are removed again", async () => {
    const { page, faults, close } = await world.visit({ minutes: 6 });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).host));
    const authenticator = authenticatorOf(page);
    await signIn(page);
    await overview(page).waitFor();
    await authenticator.plugIn();

    // By the person's menu to the account.
    await page.getByRole("button", { name: new RegExp(OPERATOR.name) }).click();
    await page.getByRole("menuitem", { name: "Account" }).click();
    await page.getByRole("button", { name: "Add passkey" }).click();
    const adding = page.getByRole("dialog", { name: "Add passkey" });
    await adding.getByLabel("Name").fill("Test key");
    await adding.getByRole("button", { name: "Continue" }).click();
    const codes = page.getByRole("dialog", { name: "Save your recovery codes" });
    await codes.waitFor();
    await authenticator.save();
    expect(await codes.getByRole("listitem").count()).toBe(10);
    expect(await seriousFindings(page)).toEqual([]);
    await codes.getByRole("button", { name: "I saved them" }).click();
    await page.getByText("Test key").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    // The passkey alone, without a name.
    await page.context().clearCookies();
    await page.goto(`${named(world.url)}/sign-in`);
    await authenticator.plugIn();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await overview(page).waitFor();

    // After the password, as a second factor.
    await page.context().clearCookies();
    await signIn(page);
    await authenticator.plugIn();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await overview(page).waitFor();

    // The app, by its key as a person would type it.
    await openAccount(page);
    await page.getByRole("button", { name: "Add app" }).click();
    const app = page.getByRole("dialog", { name: "Add authenticator app" });
    await app.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const secret = (await app.locator("code").innerText()).replace(/\s/g, "");
    await app.getByLabel("Code that the app shows").fill("000000");
    await app.getByRole("button", { name: "Confirm" }).click();
    await app.getByText("This is not the present code").waitFor();
    await app.getByLabel("Code that the app shows").fill(codeAt(secret, Date.now()));
    await app.getByRole("button", { name: "Confirm" }).click();
    const first = await codes.getByRole("listitem").first().innerText();
    await codes.getByRole("button", { name: "I saved them" }).click();

    // A recovery code in the place of both.
    await page.context().clearCookies();
    await signIn(page);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("Recovery code").fill("0000-0000");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("This recovery code is wrong").waitFor();
    await page.getByLabel("Recovery code").fill(first);
    await page.getByRole("button", { name: "Continue" }).click();
    await overview(page).waitFor();
    await openAccount(page);
    await page.getByText("9 codes left.").waitFor();

    await page.getByRole("button", { name: "Remove Test key" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("Test key").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove app" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("button", { name: "Add app" }).waitFor();
    expect(await page.getByText("Recovery codes").count()).toBe(0);
    // Neither the QR code nor anything else asked another host.
    expect(new Set(asked)).toEqual(new Set([new URL(named(world.url)).host]));
    expect(faults).toEqual([]);
    await close();
  });

  it("403: an action that needs it asks who is there, and goes on by itself", async () => {
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
    let refused = 0;
    await page.route("**/api-keys", async (route) => {
      if (route.request().method() !== "POST" || refused > 0) return route.continue();
      refused++;
      const detail = "Confirm who you are.";
      await route.fulfill({
        status: 403,
        contentType: "application/problem+json",
        body: JSON.stringify({ code: "reauthentication_required", detail }),
      });
    });
    await page.goto(`/w/${world.wid}/settings?tab=keys`);
    await page.getByRole("button", { name: "Create API key" }).first().click();
    await page.getByLabel("Name").fill("CRM");
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm your identity" });
    await dialog.getByLabel("Your password").fill("not the password");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await dialog.getByText("This is not your password.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByLabel("Your password").fill(OPERATOR.password);
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("This key is shown only once.").waitFor();
    expect([refused, faults]).toEqual([1, []]);
    await close();
  });

  it("at an IP address the buttons are off and say why", async () => {
    const { page, close } = await world.visit({ signedIn: OPERATOR });
    await page.goto("/account");
    expect(await page.getByRole("button", { name: "Add passkey" }).isDisabled()).toBe(true);
    await page.getByText("do not work at an IP address").first().waitFor();
    await close();
    const { page: outside, close: leave } = await world.visit();
    await outside.goto("/sign-in");
    const button = outside.getByRole("button", { name: "Use a passkey" });
    expect(await button.isDisabled()).toBe(true);
    await outside.getByText("do not work at an IP address").waitFor();
    await leave();
  });

  it("other sessions end from the list", async () => {
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
    const other = await world.visit({ signedIn: OPERATOR });
    await page.goto("/account");
    await page.getByText("This session").waitFor();
    await page.getByRole("button", { name: "End all others" }).click();
    await page.getByRole("button", { name: "End sessions" }).click();
    await page.getByText(/sessions? ended\./).waitFor();
    await page.getByRole("button", { name: "End all others" }).waitFor({ state: "detached" });
    await other.page.goto("/account");
    await other.page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(faults).toEqual([]);
    await other.close();
    await close();
  });

  it("whose role needs a factor sets one before anything else", async () => {
    const api = await world.api(OPERATOR);
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
    await page.goto("/admin");
    await page.getByLabel("Super admins").click();
    await page.getByRole("heading", { name: "Set a second factor" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Add app" }).click();
    const app = page.getByRole("dialog", { name: "Add authenticator app" });
    const secret = (await app.locator("code").innerText()).replace(/\s/g, "");
    await app.getByLabel("Code that the app shows").fill(codeAt(secret, Date.now()));
    await app.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("button", { name: "I saved them" }).click();
    await page.getByRole("heading", { name: "Admin" }).first().waitFor();
    await api.call("PUT", "/admin/settings", anything, { required_factor_roles: [] });
    expect(faults).toEqual([]);
    await close();
  });
});
