import { z } from "zod";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  makeApps,
  type OrganisationSites,
  startOrganisationSites,
} from "#test/support/oauth/organisation-sites.ts";
import { seriousFindings } from "./accessible.ts";
import { openOwnWorkspace, type Workspace } from "./world.ts";

let sites: OrganisationSites;
let world: Workspace;
beforeAll(async () => {
  sites = await startOrganisationSites();
  world = await openOwnWorkspace();
  sites.microsoft.app.redirects.push(`${world.url}/api/v1/oauth/callback/microsoft`);
});
afterAll(async () => {
  await world?.stop();
  await sites?.close();
});

const Mailboxes = z.object({
  data: z.array(
    z.looseObject({ email: z.string(), connection: z.looseObject({ kind: z.string() }) }),
  ),
});

it("an admin sets up both apps, adds a domain and a tenant, grants addresses, and takes them back", async () => {
  const apps = await makeApps(sites);
  const { page, faults, close } = await world.visit({ signedIn: world.operator, minutes: 4 });
  await page.goto("/admin?tab=organisations");
  await page.getByText("First set up this install's app").waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  const google = page.getByRole("region", { name: "App at Google" });
  await google.getByRole("button", { name: "Save app at Google" }).click();
  await google.locator(".err").waitFor();
  await google.getByLabel("File: JSON key file").setInputFiles({
    name: "key.json",
    mimeType: "application/json",
    buffer: Buffer.from(apps.google.key_file),
  });
  await google.getByText("Other addresses, for national clouds").click();
  await google.getByLabel("Issuer").fill(apps.google.issuer);
  await google.getByLabel("Directory address").fill(apps.google.directory_url);
  await google.getByRole("button", { name: "Save app at Google" }).click();
  await google.getByText("Set up", { exact: true }).waitFor();
  await google.getByText(sites.google.account.id).waitFor();
  expect(await page.content()).not.toContain("BEGIN PRIVATE KEY-----\\nMII");

  const microsoft = page.getByRole("region", { name: "App at Microsoft" });
  await microsoft.getByLabel("Application (client) ID").fill(apps.microsoft.client_id);
  await microsoft.getByLabel("Certificate", { exact: true }).fill(apps.microsoft.certificate);
  await microsoft.getByLabel("Private key", { exact: true }).fill(apps.microsoft.private_key);
  await microsoft.getByText("Other addresses, for national clouds").click();
  await microsoft.getByLabel("Issuer").fill(apps.microsoft.issuer);
  await microsoft.getByLabel("Directory address").fill(apps.microsoft.directory_url);
  await microsoft.getByRole("button", { name: "Save app at Microsoft" }).click();
  await microsoft.getByText("Set up", { exact: true }).waitFor();

  // A domain whose super admin has not delegated yet.
  const domain = sites.google.addDomain("beacon.test", 5);
  const delegated = domain.delegated;
  domain.delegated = new Set();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add Google domain" }).click();
  await dialog.getByText("https://mail.google.com/,").waitFor();
  await dialog.getByLabel("Domains").fill("beacon.test");
  await dialog.getByLabel("Admin of the organization").fill("admin@beacon.test");
  await dialog.getByLabel("Name", { exact: true }).fill("Beacon Bakeries");
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("heading", { name: "Beacon Bakeries" }).waitFor();
  await page.getByText("Type the addresses to grant").waitFor();
  const address = page.getByLabel("An address of the organization");
  await address.fill("user1@beacon.test");
  await page.getByRole("button", { name: "Test access" }).click();
  await page.getByText("No access yet").waitFor();
  await page.getByText("Access missing").waitFor();
  domain.delegated = delegated;
  await page.getByRole("button", { name: "Test access" }).click();
  await page.getByText("Access works").waitFor();
  await page.getByText("Ready", { exact: true }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  // Its users, ticked and granted.
  await page.getByLabel("Beginning of an address").fill("user");
  await page.getByText("user3@beacon.test").waitFor();
  await expect.poll(() => page.getByText("admin@beacon.test", { exact: true }).count()).toBe(1);
  await page.getByRole("checkbox", { name: "user1@beacon.test" }).check();
  await page.getByRole("checkbox", { name: "user2@beacon.test" }).check();
  await page.getByRole("button", { name: "Grant 2 addresses" }).click();
  await page.getByText("2 addresses granted to Halden Supply.").waitFor();
  const users = page.getByRole("list", { name: "Users" });
  await users.getByText("Halden Supply").nth(1).waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  // The workspace connects them without a password.
  await page.goto(`/w/${world.wid}/mailboxes?connect=true`);
  await dialog.getByRole("button", { name: "Connect 2 addresses of your organization" }).click();
  await dialog.getByLabel("Select all 2").check();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Connect 2 mailboxes" }).click();
  await page.getByText("2 mailboxes connected.").waitFor();
  const api = await world.api(world.operator);
  const { data } = await api.call("GET", `/workspaces/${world.wid}/mailboxes`, Mailboxes);
  expect(data.map(({ email, connection }) => `${email} ${connection.kind}`).toSorted()).toEqual([
    "user1@beacon.test organisation",
    "user2@beacon.test organisation",
  ]);

  // A tenant, by its admin's consent: first refused, then given.
  sites.visitor = sites.microsoft.addTenant("kite.test", 3);
  sites.visitor.isConsented = false;
  const consent = async (word: string): Promise<void> => {
    await page.getByRole("button", { name: "Add Microsoft tenant" }).click();
    await dialog.getByRole("button", { name: "Create consent link" }).click();
    await dialog.getByRole("link", { name: "Open at Microsoft" }).click();
    await page.getByRole("link", { name: word }).click();
  };
  await page.goto("/admin?tab=organisations");
  await consent("Cancel");
  await page.getByText("The organization is not connected").waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("?tab=organisations");
  await consent("Accept");
  await page.getByRole("heading", { name: sites.visitor.id }).waitFor();
  await page.getByText("Not tested", { exact: true }).waitFor();

  // Taken back: asked once.
  await page.getByRole("link", { name: "All organizations" }).click();
  await page.getByRole("row", { name: "Beacon Bakeries" }).getByText("Ready").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Beacon Bakeries" }).click();
  await page.getByRole("checkbox", { name: "user2@beacon.test" }).check();
  await page.getByRole("button", { name: "Take back" }).click();
  await dialog.getByRole("button", { name: "Take back" }).click();
  await page.getByText("1 address taken back from Halden Supply.").waitFor();
  await expect.poll(() => users.getByText("Halden Supply").count()).toBe(1);
  expect(faults).toEqual([]);
  await close();
});
