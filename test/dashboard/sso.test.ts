import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLIENT, startCertifiedProvider } from "#test/support/oauth/certified-provider.ts";
import { seriousFindings } from "./accessible.ts";
import { layoutFaults } from "./layout.ts";
import type { Visitor } from "./visitor.ts";
import { openOwnWorkspace, OPERATOR, type Workspace } from "./world.ts";

const NORA = "nora@northgate.test";

let world: Workspace;
let provider: Awaited<ReturnType<typeof startCertifiedProvider>>;
beforeAll(async () => {
  world = await openOwnWorkspace();
  provider = await startCertifiedProvider(`${world.url}/api/v1/auth/sso/callback`);
  provider.say(NORA, { name: "Nora New", groups: ["sales"] });
});
afterAll(async () => {
  await world?.stop();
  await provider?.close();
});

/** A visitor for whom the provider's page asks no other host. */
async function visit(options: Parameters<Workspace["visit"]>[0] = {}): Promise<Visitor> {
  const visitor = await world.visit({ minutes: 3, ...options });
  await visitor.page.context().route(/fonts\.googleapis/, (route) => route.abort());
  return visitor;
}

/** Types what the provider asks for, as its pages show it. */
async function signInThere(page: Page, person: string): Promise<void> {
  await page.locator("input[name=login]").fill(person);
  await page.locator("input[name=password]").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
}

const ssoLink = (page: Page) => page.getByRole("link", { name: "Continue with Certified" });
const overview = (page: Page) => page.getByRole("heading", { name: "Overview" });

describe("single sign-on in the browser", () => {
  it("is set up by a super admin, who sees what is missing, and copies the addresses", async () => {
    const { page, faults, close } = await visit({ signedIn: OPERATOR });
    await page.goto("/admin?tab=sso");
    await page.getByText(`${world.url}/api/v1/auth/sso/callback`).waitFor();
    await page.getByText("Not set up").waitFor();
    await page.getByLabel("Issuer").fill(`${provider.issuer}/nowhere`);
    await page.getByLabel("Client ID").fill(CLIENT.id);
    await page.getByLabel("Client secret").fill(CLIENT.secret);
    await page.getByLabel("Name", { exact: true }).fill("Certified");
    await page.getByLabel("Scopes").fill("openid email profile groups");
    await page.getByLabel("Domains").fill("northgate.test");
    await page.getByLabel("Create accounts for unknown people").check();
    await page.getByRole("button", { name: "Add row" }).click();
    const row = page.getByRole("group", { name: "Row 1" });
    await row.getByLabel("Value").fill("sales");
    await row.getByLabel("Workspaces").selectOption("these");
    await row.getByLabel("Halden Supply").check();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    const save = page.getByRole("button", { name: "Save single sign-on" });
    await save.click();
    await page.getByText("Enter the claim whose values the rows are about.").waitFor();
    await page.getByLabel("Claim").fill("groups");
    await save.click();
    await page.getByText("There is no OpenID provider at this address.").waitFor();
    await page.getByLabel("Issuer").fill(provider.issuer);
    await save.click();
    await page.getByText("Nobody has signed in yet", { exact: true }).waitFor();
    await expect.poll(() => page.getByLabel("Client secret").inputValue()).toBe("");
    const only = page.getByRole("button", { name: "Make it the only way in" });
    expect(await only.isDisabled()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it("signs a new person in by the button, denied once, with the workspace of their group", async () => {
    const { page, faults, close } = await visit();
    await page.goto("/sign-in");
    await ssoLink(page).click();
    await page.getByRole("link", { name: "[ Cancel ]" }).click();
    await page.getByText("The provider did not let you use this app.").waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`/sign-in?next=/w/${world.wid}/leads`);
    await ssoLink(page).click();
    await signInThere(page, NORA);
    // It asks once what the app may know.
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Leads" }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe(`/w/${world.wid}/leads`);

    // A sensitive action asks the provider once more, in a window beside the page.
    await page.goto("/account");
    await page.getByText(`${NORA} at Certified signs you in.`).waitFor();
    expect(await page.getByRole("heading", { name: "Password" }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    let refused = 0;
    await page.route("**/auth/factors/totp", async (route) => {
      if (refused++ > 0) return route.continue();
      const detail = "Confirm who you are.";
      await route.fulfill({
        status: 403,
        contentType: "application/problem+json",
        body: JSON.stringify({ code: "reauthentication_required", detail }),
      });
    });
    await page.getByRole("button", { name: "Add app" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm your identity" });
    const button = dialog.getByRole("button", { name: "Use single sign-on" });
    await button.waitFor();
    expect(await dialog.getByLabel("Your password").count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    const opened = page.waitForEvent("popup");
    await button.click();
    const beside = await opened;
    await signInThere(beside, NORA);
    await page.getByRole("dialog", { name: "Add authenticator app" }).waitFor();
    await expect.poll(() => beside.isClosed()).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });

  it("is the only way in once a super admin says so, but for the emergency account", async () => {
    const admin = await visit({ signedIn: OPERATOR });
    await admin.page.goto("/admin?tab=sso");
    await admin.page.getByText("Works", { exact: true }).waitFor();
    await admin.page.getByText("Nora New").waitFor();
    await admin.page.getByRole("button", { name: "Make it the only way in" }).click();
    const question = admin.page.getByRole("dialog");
    await question.getByText("becomes the emergency account").waitFor();
    await question.getByRole("button", { name: "Make it the only way in" }).click();
    await admin.page.getByText(`Only ${OPERATOR.email} may use a password`).waitFor();
    expect(await seriousFindings(admin.page)).toEqual([]);

    const { page, faults, close } = await visit({ look: "phone" });
    await page.goto("/sign-in");
    await ssoLink(page).waitFor();
    expect(await page.getByLabel("Password").isVisible()).toBe(false);
    expect(await layoutFaults(page)).toEqual([]);
    await page.getByText("Emergency account").click();
    await page.getByLabel("Email").fill(NORA);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Only the emergency account may use its password here.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("Email").fill(OPERATOR.email);
    await page.getByLabel("Password").fill(OPERATOR.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await overview(page).waitFor();
    await admin.page.getByRole("button", { name: "Allow other ways" }).click();
    await admin.page.getByRole("dialog").getByRole("button", { name: "Allow other ways" }).click();
    await admin.page.getByText("Passwords work too").waitFor();
    expect([faults, admin.faults]).toEqual([[], []]);
    await close();
    await admin.close();
  });
});
