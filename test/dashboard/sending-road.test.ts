import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createImapServer, type ImapServer } from "#test/support/mail/imap-server.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { exchangeImap, exchangeSmtp } from "#test/support/oauth/faces.ts";
import { graphFace } from "#test/support/oauth/graph-face.ts";
import { type ProviderSite, startProviderSite } from "#test/support/oauth/provider-site.ts";
import { serveLab } from "#test/support/oauth/serve-lab.ts";
import { seriousFindings } from "./accessible.ts";
import { layoutFaults } from "./layout.ts";
import { openOwnWorkspace, type Workspace } from "./world.ts";

const BEN = "ben@outlook.test";

let site: ProviderSite;
let graph: { close(): Promise<void> };
let smtp: ScriptedSmtp;
let imap: ImapServer;
let world: Workspace;

beforeAll(async () => {
  site = await startProviderSite(BEN, "microsoft");
  const { provider } = site;
  let api = "";
  graph = await serveLab((origin) => {
    api = origin;
    return graphFace(origin, (token) => provider.holderOf(token, origin), Date.now);
  });
  smtp = await startScriptedSmtp({ face: exchangeSmtp(provider.judge, { file: () => undefined }) });
  imap = createImapServer({ face: exchangeImap(provider.judge) });
  imap.addUser(BEN, "no password opens it");
  const imapPort = await imap.listen();
  world = await openOwnWorkspace({
    OAUTH_MICROSOFT_CLIENT_ID: provider.client.id,
    OAUTH_MICROSOFT_CLIENT_SECRET: provider.client.secret,
    OAUTH_MICROSOFT_ISSUER: provider.issuer,
    OAUTH_MICROSOFT_API: api,
    OAUTH_MICROSOFT_SMTP: `127.0.0.1:${smtp.port}:none`,
    OAUTH_MICROSOFT_IMAP: `127.0.0.1:${imapPort}:none`,
  });
  provider.client.redirects.push(`${world.url}/api/v1/oauth/callback/microsoft`);
});
afterAll(async () => {
  await world?.stop();
  await Promise.all([site?.close(), graph?.close(), smtp?.close(), imap?.close()]);
});

describe("what a mailbox sends by", () => {
  it("is the provider's API once its owner allowed that, and SMTP again by one click", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator, minutes: 3 });
    await page.goto(`/w/${world.wid}/mailboxes`);
    await page.getByRole("button", { name: "Connect mailbox" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Connect Microsoft" }).click();
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByRole("heading", { name: BEN }).waitFor();

    const signIn = page.getByRole("region", { name: "Sign-in" });
    await signIn.getByRole("button", { name: "Send by Microsoft Graph instead" }).click();
    // SMTP alone was granted.
    const allow = signIn.getByRole("button", { name: "Allow it at Microsoft" });
    await allow.waitFor();
    expect(await layoutFaults(page)).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    await allow.click();
    await page.getByRole("heading", { name: `Lab asks ${BEN}` }).waitFor();
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByRole("heading", { name: BEN }).waitFor();
    await signIn.getByRole("button", { name: "Send by SMTP instead" }).waitFor();
    await signIn.getByText("Microsoft Graph").waitFor();
    await page.getByRole("button", { name: "Test" }).click();
    const result = page.getByRole("status", { name: "Test result" });
    await result.locator(".st.ok", { hasText: "Open inbox" }).waitFor();
    expect(await result.locator(".st.bad").count()).toBe(0);

    await signIn.getByRole("button", { name: "Send by SMTP instead" }).click();
    await signIn.getByRole("button", { name: "Send by Microsoft Graph instead" }).waitFor();
    await page.getByText("Active").first().waitFor();
    expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
    await close();
  });
});
