import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createImapServer, type ImapServer } from "#test/support/mail/imap-server.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { gmailImap, gmailSmtp } from "#test/support/oauth/faces.ts";
import { type ProviderSite, startProviderSite } from "#test/support/oauth/provider-site.ts";
import { seriousFindings } from "./accessible.ts";
import { layoutFaults } from "./layout.ts";
import { openOwnWorkspace, type Workspace } from "./world.ts";

const ANN = "ann@lab-mail.test";

let site: ProviderSite;
let smtp: ScriptedSmtp;
let imap: ImapServer;
let world: Workspace;

beforeAll(async () => {
  site = await startProviderSite(ANN);
  const { provider } = site;
  smtp = await startScriptedSmtp({ face: gmailSmtp(provider.judge) });
  imap = createImapServer({ face: gmailImap(provider.judge) });
  imap.addUser(ANN, "no password opens it");
  const imapPort = await imap.listen();
  world = await openOwnWorkspace({
    OAUTH_CUSTOM_NAME: "Lab Mail",
    OAUTH_CUSTOM_ISSUER: provider.issuer,
    OAUTH_CUSTOM_CLIENT_ID: provider.client.id,
    OAUTH_CUSTOM_CLIENT_SECRET: provider.client.secret,
    OAUTH_CUSTOM_SMTP: `127.0.0.1:${smtp.port}:none`,
    OAUTH_CUSTOM_IMAP: `127.0.0.1:${imapPort}:none`,
  });
  provider.client.redirects.push(`${world.url}/api/v1/oauth/callback/custom`);
});
afterAll(async () => {
  await world?.stop();
  await Promise.all([site?.close(), smtp?.close(), imap?.close()]);
});

describe("a mailbox without a password", () => {
  it("is connected at its provider, denied once, signed out, and connected again by one click", async () => {
    const { page, faults, close } = await world.visit({
      signedIn: world.operator,
      minutes: 4,
    });
    const choose = async (): Promise<void> => {
      const dialog = page.getByRole("dialog");
      await dialog
        .getByText("An admin has to set up this install's Google client first.")
        .waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(await dialog.getByRole("button", { name: "Connect Google" }).isDisabled()).toBe(true);
      await dialog.getByRole("button", { name: "Other (SMTP and IMAP)" }).waitFor();
      await dialog.getByRole("button", { name: "Connect Lab Mail" }).click();
      await page.getByRole("heading", { name: `Lab asks ${ANN}` }).waitFor();
    };
    await page.goto(`/w/${world.wid}/mailboxes`);
    await page.getByRole("button", { name: "Connect mailbox" }).click();
    await choose();
    await page.getByRole("link", { name: "Deny" }).click();
    await page.getByText("Access was not granted at the provider.").waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole("button", { name: "Try again" }).click();
    await choose();
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByRole("heading", { name: ANN }).waitFor();
    const signIn = page.getByRole("region", { name: "Sign-in" });
    await signIn.getByText("Lab Mail").waitFor();
    await page.getByRole("button", { name: "Test" }).click();
    const result = page.getByRole("status", { name: "Test result" });
    await result.locator(".st.ok", { hasText: "Open inbox" }).waitFor();
    expect(await result.locator(".st.bad").count()).toBe(0);

    // Nothing of its servers is the person's to edit.
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByLabel("Sender name").fill("Ann Lab");
    expect(await page.getByLabel("SMTP server").count()).toBe(0);
    expect(await page.getByLabel("New password").count()).toBe(0);
    const byPassword = page.getByLabel("Sign in by password instead");
    await byPassword.check();
    expect(await page.getByLabel("SMTP server").inputValue()).toBe("127.0.0.1");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Enter the password.").waitFor();
    expect(await layoutFaults(page)).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    await byPassword.uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });

    site.provider.revoke(ANN);
    await page.getByRole("button", { name: "Test" }).click();
    await page.getByText("Sign in again: Lab Mail no longer accepts this connection.").waitFor();
    await page.getByText("Its leads wait, nothing is lost.", { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const { pathname } = new URL(page.url());
    await page.getByRole("link", { name: "All mailboxes" }).click();
    await page.getByRole("row", { name: ANN }).getByText("Sign in again").waitFor();
    await page.getByText("1 mailbox: sign in again").waitFor();
    await page.getByRole("button", { name: "Reconnect" }).click();
    const again = page.getByRole("dialog").getByRole("button", { name: `Connect again: ${ANN}` });
    await again.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await again.click();
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByRole("heading", { name: ANN }).waitFor();
    site.provider.revoke(ANN);
    await page.getByRole("button", { name: "Test" }).click();
    await page.getByText("Sign in again: Lab Mail no longer accepts this connection.").waitFor();

    // The link of an email about it.
    await page.goto(`${pathname}?reconnect=1`);
    const button = page.getByRole("button", { name: "Connect again" });
    await button.waitFor();
    await expect.poll(() => button.evaluate((e) => e.matches(":focus"))).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByRole("heading", { name: ANN }).waitFor();
    expect(new URL(page.url()).pathname).toBe(pathname);
    await page.getByText("Active").first().waitFor();
    expect(await page.getByText("Sign in again").count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it("shows mailboxes that share a cause as one line", async () => {
    const { page, close } = await world.visit({ signedIn: world.operator });
    await page.route("**/mailboxes/summary", async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as Record<string, unknown>;
      const emails = ["ann", "bob", "cleo"].map((name) => `${name}@lab-mail.test`);
      const cause = { code: "signed_out", message: null, kind: "oauth", provider: "custom" };
      json["faults"] = [{ ...cause, mailboxes: 3, emails }];
      await route.fulfill({ response, json });
    });
    await page.goto(`/w/${world.wid}/mailboxes`);
    await page.getByText("3 mailboxes: sign in again").waitFor();
    expect(await layoutFaults(page)).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    await close();
  });
});

describe("a way back that failed", () => {
  it("is explained where nobody is known to have left, once", async () => {
    const { page, close } = await world.visit({ look: "phone", signedIn: world.operator });
    await page.goto("/?connect_problem=consent_unknown");
    await page.getByText("is older than ten minutes").waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    expect(new URL(page.url()).pathname).toBe(`/w/${world.wid}/mailboxes`);
    expect(await layoutFaults(page)).toEqual([]);
    await close();
  });

  it("is explained after a sign-in where the person was signed out", async () => {
    const { page, close } = await world.visit();
    await page.goto("/?connect_problem=unauthenticated");
    await page.getByLabel("Email").fill(world.operator.email);
    await page.getByLabel("Password").fill(world.operator.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("You were signed out before you came back.").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Connect Lab Mail" }).waitFor();
    expect(await page.getByText("You were signed out").count()).toBe(0);
    await close();
  });
});

describe("an admin", () => {
  it("enters a client, whose secret is never shown, and removes it", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto("/admin/connections");
    const google = page.getByRole("region", { name: "Google" });
    await google.getByText("Not set up").waitFor();
    await google.getByText(`${world.url}/api/v1/oauth/callback/google`).waitFor();
    await google.getByRole("button", { name: "Save Google" }).click();
    await google.locator(".err").first().waitFor();
    await google.getByLabel("Client ID").fill("123.apps.googleusercontent.com");
    await google.getByLabel("Client secret").fill("very secret");
    await google.getByRole("button", { name: "Save Google" }).click();
    await google.getByText("Set up", { exact: true }).waitFor();
    await expect.poll(() => google.getByLabel("Client secret").inputValue()).toBe("");
    expect(await google.getByLabel("Client secret").getAttribute("placeholder")).toBe("Stored");
    const own = page.getByRole("region", { name: "Another provider" });
    await own.getByText("Environment variables set this client").waitFor();
    expect(await own.getByRole("button", { name: "Save" }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    await google.getByRole("button", { name: "Remove Google" }).click();
    await page.getByRole("button", { name: "Remove client" }).click();
    await google.getByText("Not set up").waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
