import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { makeAccount, type RivalAccount } from "#test/support/rivals/account.ts";
import { countedOf, monthsOf, spanOfMonth } from "#test/support/rivals/counted.ts";
import { startInstantly } from "#test/support/rivals/instantly.ts";
import { seriousFindings } from "./accessible.ts";
import { anything, openOwnWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
let account: RivalAccount;
let instantly: Awaited<ReturnType<typeof startInstantly>>;
beforeAll(async () => {
  world = await openOwnWorkspace();
  account = makeAccount({
    rival: "instantly",
    seed: "an agency moves in",
    now: Date.now(),
    clients: 2,
    leadsPerClient: 12,
    campaignsPerClient: 1,
    mailboxesPerClient: 2,
    steps: 2,
  });
  instantly = await startInstantly(account, { speed: 10_000 });
});
afterAll(async () => {
  await instantly?.close();
  await world?.stop();
});

/** Connects a mailbox of the account in a workspace; all sign in as one sender of the sandbox. */
async function connect(wid: number, email: string): Promise<void> {
  const api = await world.api(world.operator);
  const [sender] = world.senders;
  await api.call("POST", `/workspaces/${wid}/mailboxes`, anything, {
    ...world.mail.access,
    email,
    from_name: "Ada",
    smtp_username: sender?.email,
    smtp_password: sender?.password,
    imap_username: sender?.email,
    imap_password: sender?.password,
  });
}

/** Waits for what the server does in the background. */
const soon = (page: Page, words: string | RegExp) =>
  page.getByText(words).first().waitFor({ timeout: 120_000 });

it("an agency moves in from Instantly by key: reads, chooses, previews, moves, checks, starts, and drops the key", async () => {
  const { page, faults, close } = await world.visit({ signedIn: world.operator, minutes: 6 });
  const dialog = page.getByRole("dialog");
  await page.goto(`/w/${world.wid}/campaigns`);
  await page.getByRole("link", { name: "Move in from another product" }).click();
  await dialog.getByLabel("API key of Instantly").fill("a key of somebody else");
  await dialog.getByText("Another address of its API").click();
  await dialog.getByLabel("Base URL").fill(instantly.url);
  await dialog.getByLabel("Into").selectOption("");
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Read Instantly" }).click();

  // A key that is refused says so, and another one takes its place.
  await soon(page, "The key was refused");
  await page.getByText("Instantly does not know this key.").waitFor();
  await page.getByLabel("API key of Instantly").fill(instantly.key);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Replace the key" }).click();
  await page.getByRole("heading", { name: "Reading Instantly" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("heading", { name: "2 clients of Instantly" }).waitFor({ timeout: 120_000 });
  await page.getByRole("link", { name: /^Read/ }).click();
  await page.getByText("24 leads", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Choose workspaces" }).click();

  // One client into the workspace that is there, the other into a new one.
  const [first = "", second = ""] = account.clients.map(({ name }) => name);
  await page.getByLabel(`Workspace for ${first}`, { exact: true }).selectOption("Halden Supply");
  await page
    .getByLabel(`Name of the workspace for ${second}`, { exact: true })
    .fill("Second Client");
  await page.getByLabel(`URL name of the workspace for ${second}`).fill("second-client");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Save 2 decisions" }).click();
  await page.getByRole("button", { name: "All decisions saved" }).waitFor();
  await page.getByRole("link", { name: "Look at the preview" }).click();

  // Steps old and new side by side, the zone, the places, and what is left behind.
  const client = page.getByRole("region", { name: first, exact: true });
  const campaign = client.locator("details").first();
  await campaign.locator("summary").first().click();
  await campaign.getByText("{{ sender_name | split").first().waitFor();
  await campaign.getByText("{{sendingAccountFirstName}}").first().waitFor();
  await campaign.getByRole("heading", { name: /Where its \d+ leads stand/ }).waitFor();
  await campaign.getByLabel(/^Time zone of/).fill("vienna");
  await page.getByRole("option", { name: "Europe/Vienna" }).click();
  await expect.poll(() => campaign.getByLabel(/^Time zone of/).inputValue()).toBe("Europe/Vienna");
  await page.getByRole("heading", { name: "Connect 4 mailboxes" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Move 2 campaigns" }).click();
  await dialog.getByText("1 workspace is created.").waitFor();
  await dialog.getByRole("button", { name: "Move 2 campaigns" }).click();

  // What was taken over. Mailboxes are connected now, and their folders read.
  await soon(page, "Go on to the start");
  await page.getByRole("heading", { name: "Folders of mailboxes" }).waitFor();
  await page.getByText("Not connected").first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const api = await world.api(world.operator);
  const Workspaces = z.object({ data: z.array(z.object({ id: z.int(), name: z.string() })) });
  const { data: places } = await api.call("GET", "/workspaces", Workspaces);
  const other = places.find(({ name }) => name === "Second Client")?.id ?? 0;
  for (const { email, client: owner } of account.mailboxes) {
    await connect(owner === account.clients[0]?.id ? world.wid : other, email);
  }
  await page.getByRole("button", { name: "Move what is new" }).click();
  await expect.poll(() => page.getByText("Not connected").count(), { timeout: 120_000 }).toBe(0);
  await page.getByRole("link", { name: "Go on to the start" }).click();

  // A campaign that still sends there does not start; one that is off does.
  for (const one of account.campaigns) one.status = "active";
  await page.getByRole("button", { name: `Start 1 campaign of ${first}` }).click();
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Start 1 campaign" }).click();
  await dialog.getByText("still sends this campaign").first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  for (const one of account.campaigns) one.status = "paused";
  await dialog.getByRole("button", { name: "Start 1 campaign" }).click();
  await page.getByRole("heading", { name: "Watching Instantly" }).waitFor({ timeout: 120_000 });
  await expect.poll(() => page.getByText("Started", { exact: true }).count()).toBeGreaterThan(1);
  expect(await seriousFindings(page)).toEqual([]);

  // What Instantly counted stands apart from our own figures, by month.
  const Campaigns = z.object({ data: z.array(z.object({ id: z.int(), name: z.string() })) });
  const own = await api.call("GET", `/workspaces/${world.wid}/campaigns`, Campaigns);
  const [truth] = account.campaigns;
  const arrived = own.data.find(({ name }) => name === truth?.name)?.id ?? 0;
  const here = page.url();
  await page.goto(`/w/${world.wid}/campaigns/${arrived}?tab=analytics`);
  const past = page.getByRole("region", { name: "Before the move, counted by Instantly" }).first();
  // It stands at the end, and is asked for when somebody comes there.
  await page.mouse.move(400, 400);
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 4_000);
        return past.getByRole("row", { name: /^All time/ }).count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  for (const month of truth ? monthsOf(account, truth) : []) {
    const sent = truth ? countedOf(account, truth, ...spanOfMonth(month)).sent : 0;
    const label = new Date(`${month}-01`).toLocaleString("en-GB", {
      month: "short",
      year: "numeric",
      timeZone: "UTC",
    });
    await past.getByRole("row", { name: new RegExp(`^${label} ${sent} `) }).waitFor();
  }
  expect(await seriousFindings(page)).toEqual([]);
  await page.goto(here);
  await page.getByRole("heading", { name: "Watching Instantly" }).waitFor();

  // The key goes, after it was said what is lost with it.
  await page.getByRole("button", { name: "Drop the key" }).click();
  await dialog.getByText("no longer sees who unsubscribes").waitFor();
  await dialog.getByRole("button", { name: "Drop the key" }).click();
  await page.getByText("Opt-outs at Instantly are not read: there is no key").waitFor();
  await page.getByText("Files of Instantly").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "End this move" }).click();
  await dialog.getByRole("button", { name: "End move" }).click();
  await page.getByText("The move is ended, at").waitFor();
  await page.getByRole("link", { name: "All moves" }).click();
  await page
    .getByRole("row", { name: /Instantly/ })
    .getByText("Ended")
    .waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
}, 300_000);

const LEADS = [
  "id,campaign_lead_map_id,status,category,created_at,first_name,email,last_email_sequence_sent",
  "1,11,INPROGRESS,,2026-11-01,Ann,ann@north.example,1",
  "2,12,STARTED,,2026-11-01,Bob,bob@north.example,0",
  "3,13,STARTED,,2026-11-01,Bad,not an address,0",
].join("\n");

it("somebody moves in from files of Smartlead into one workspace: leads, the block list, faults with their lines", async () => {
  const { page, faults, close } = await world.visit({ signedIn: world.operator, minutes: 3 });
  const dialog = page.getByRole("dialog");
  await page.goto("/admin/moves");
  await page.getByRole("button", { name: "New move" }).click();
  await dialog.getByRole("button", { name: "Smartlead" }).click();
  await dialog.getByRole("button", { name: "From files" }).click();
  await dialog.getByLabel("Into").selectOption("Halden Supply");
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Continue to files" }).click();
  await page.getByRole("heading", { name: "Files of Smartlead" }).waitFor();
  await page.getByLabel("CSV or XLSX files").setInputFiles([
    { name: "sl_campaign_7_leads.csv", mimeType: "text/csv", buffer: Buffer.from(LEADS) },
    {
      name: "blocklist.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("domain\nblocked.example\nnever@other.example\n"),
    },
    { name: "notes.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") },
  ]);
  const read = page.getByRole("status", { name: "Files that were read" });
  await read.getByText("Leads of Smartlead, 2 leads").waitFor();
  await read.getByText("A block list, 2 suppressions").waitFor();
  await read.getByText("Not recognized").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Look at the preview" }).click();
  await page.getByRole("heading", { name: "2 rows could not be read" }).waitFor();
  await page
    .getByRole("row", { name: /sl_campaign_7_leads.csv/ })
    .getByText("no address")
    .waitFor();
  await page.locator("summary", { hasText: "No steps" }).click();
  await page.getByText("It arrives as a draft without steps").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
}, 120_000);

it("a move that was begun by mistake is ended from its page, before anything was moved", async () => {
  const { page, faults, close } = await world.visit({ signedIn: world.operator, look: "phone" });
  const dialog = page.getByRole("dialog");
  await page.goto("/admin/moves");
  await page.getByRole("button", { name: "New move" }).click();
  await dialog.getByRole("button", { name: "lemlist" }).click();
  await dialog.getByRole("button", { name: "From files" }).click();
  await dialog.getByLabel("Into").selectOption("Halden Supply");
  await dialog.getByRole("button", { name: "Continue to files" }).click();
  await page.getByRole("heading", { name: "Files of lemlist" }).waitFor();
  await page.getByRole("button", { name: "End this move" }).click();
  await dialog.getByRole("button", { name: "End move" }).click();
  await page.getByText("The move is ended, at").waitFor();
  expect(await page.getByRole("button", { name: "End this move" }).count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
}, 120_000);
