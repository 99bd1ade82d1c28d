import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { answer, mailTo } from "./answers.ts";
import { readerOf } from "./reader.ts";
import { anything, openWorkspace, type Workspace } from "./world.ts";

const Newest = z.object({ data: z.tuple([z.object({ id: z.int() })]) });
const Clicks = z.object({ unique_clicks: z.int() });

let world: Workspace;
let wid: number;
beforeAll(async () => {
  world = await openWorkspace();
  ({ wid } = world);
});
afterAll(() => world.stop());

describe("a newcomer", () => {
  it("follows what is next to a mail that is sent, opened, clicked and answered, and reads nothing else", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator, minutes: 2 });
    const [sender] = world.senders;
    if (!sender) throw new Error("the sandbox has senders");
    const { smtp_port, imap_port } = world.mail.access;
    // It may be night or a weekend where this runs.
    const api = await world.api(world.operator);
    const windows = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }];
    const sending = { default_schedule: { timezone: "UTC", windows } };
    await api.call("PUT", `/workspaces/${wid}/settings`, anything, { sending });
    await page.goto("/");
    const next = page.getByRole("link", { name: /^Next:/ });

    await next.filter({ hasText: "connect a mailbox" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Other (SMTP and IMAP)" }).click();
    await dialog.getByLabel("Email address").fill(sender.email);
    await dialog.getByLabel("Password").fill(sender.password);
    await expect.poll(() => dialog.getByLabel("Sender name").inputValue()).toBe("Mara");
    await dialog.getByLabel("SMTP server").fill("127.0.0.1");
    await dialog.getByLabel("Port").first().fill(String(smtp_port));
    await dialog.getByLabel("IMAP server").fill("127.0.0.1");
    await dialog.getByLabel("Port").last().fill(String(imap_port));
    await dialog.getByRole("button", { name: "Connect" }).click();
    await page.getByRole("heading", { name: sender.email }).waitFor();

    await next.filter({ hasText: "import leads" }).click();
    await page.getByLabel("CSV or XLSX file").setInputFiles({
      name: "fair.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("email,first_name\nt.wieland@osterkampfoods.test,Tomas\n"),
    });
    await page.getByRole("button", { name: "Import leads" }).click();
    await page.getByRole("button", { name: "Show list" }).click();

    await next.filter({ hasText: "create a campaign" }).click();
    await dialog.getByLabel("Name").fill("Cold stores");
    // The only list and the only mailbox are proposed.
    await dialog.getByText(`Send from ${sender.email}`).waitFor();
    await dialog.getByRole("button", { name: "Create campaign" }).click();
    const start = page.getByRole("button", { name: "Start", exact: true });
    await start.click();
    await dialog.getByText("Nothing is sent until this is fixed").waitFor();
    await dialog.getByRole("button", { name: "Start anyway" }).waitFor();
    await dialog.getByRole("link", { name: "Add a subject" }).click();
    await page.getByLabel("Subject").fill("Floors for cold stores");
    await page
      .getByLabel("Message", { exact: true })
      .fill("Hi {{ first_name }},\n\nhere is [the plan](https://halden.test/plan).");
    await page.getByText(/^Saved/).waitFor();
    // Everything is there; the list stays where it is, so that nothing jumps.
    const missing = page.getByRole("list", { name: "Setup steps" }).getByRole("link");
    await expect.poll(() => missing.count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await start.click();
    await dialog.getByText("1 lead gets emails.").waitFor();
    await dialog
      .getByText("Hi Tomas")
      .or(dialog.getByText("Floors for cold stores"))
      .first()
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Start campaign" }).click();
    const mail = await mailTo(world, "t.wieland@osterkampfoods.test");
    expect([mail.email.subject, mail.email.from?.name]).toEqual(["Floors for cold stores", "Mara"]);

    // What looks ahead is no person; then one reads the mail, follows its link and answers.
    const reader = readerOf(mail);
    await reader.prefetch();
    await reader.open();
    expect(await reader.click("the plan")).toBe("https://halden.test/plan");
    await answer(world, mail, "Thursday works.", { name: "Tomas Wieland" });
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^Inbox/ })
      .first()
      .click();
    await page.getByText("Thursday works.").first().waitFor({ timeout: 60_000 });
    await page.getByRole("link", { name: "Overview" }).first().click();
    await page.getByText("1 person replied").waitFor({ timeout: 60_000 });
    await page
      .getByRole("img", { name: /^Emails per quarter of an hour today. 1 email sent/ })
      .waitFor();
    // Dates of one's own.
    await page.getByRole("button", { name: "Dates" }).click();
    await page.getByText(/^1 person replied from \d+ \w+ to \d+ \w+$/).waitFor();
    const longAgo = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel("To", { exact: true }).fill(longAgo);
    await page.getByText(/^No emails sent from /).waitFor();
    await page.getByRole("button", { name: "30 days" }).click();
    await page.getByText("1 person replied in the last 30 days").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    // A click is known five seconds later, so that a scanner's burst is seen whole.
    const { id } = (await api.call("GET", `/workspaces/${wid}/campaigns`, Newest)).data[0];
    const clicks = async () =>
      (await api.call("GET", `/workspaces/${wid}/campaigns/${id}/stats`, Clicks)).unique_clicks;
    await expect.poll(clicks).toBe(1);
    const rooms = page.getByRole("navigation", { name: "Main" });
    await rooms.getByRole("link", { name: /^Campaigns/ }).click();
    await page.getByRole("link", { name: "Cold stores" }).first().click();
    await page.getByRole("link", { name: "Analytics" }).click();
    await page.getByRole("tab", { name: /^Opened by people 100/ }).waitFor();
    await page.getByRole("tab", { name: /^Clicked 100/ }).waitFor();
    await page.getByRole("tab", { name: /^Replied 100/ }).waitFor();
    await page.getByText("Not counted above: 1 machine open, 0 machine clicks").waitFor();
    // Some days alone: counts, since what happens on a day is about earlier emails as well.
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel("From", { exact: true }).fill(yesterday);
    await page.getByRole("tab", { name: "Replied 1 in 2 days" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("To", { exact: true }).fill(yesterday);
    await page.getByRole("tab", { name: /^Replied \d in 1 day/ }).waitFor();
    await page.getByRole("button", { name: "Whole campaign" }).click();
    await page.getByRole("tab", { name: /^Replied 100/ }).waitFor();
    await page.getByRole("link", { name: "Steps" }).click();
    await page.getByText("1 sent, 100% replied").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await rooms.getByRole("link", { name: /^Mailboxes/ }).click();
    await page.getByRole("img", { name: /^Sent day by day: .*, at most 1$/ }).waitFor();
    await page.locator("[data-row-id]").first().click();
    const days = page.getByRole("region", { name: "Sent by day" });
    await days.getByRole("img", { name: /^1 email sent, 1 reply in 14 days/ }).waitFor();
    await days.getByRole("button", { name: "Show as table" }).click();
    await days.getByRole("row", { name: /1 1 0 0$/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await rooms.getByRole("link", { name: /^Leads/ }).click();
    await page.getByRole("link", { name: "Tomas" }).click();
    const happened = page.getByRole("listitem");
    await happened.filter({ hasText: "Opened step 1, Cold stores" }).waitFor();
    await happened.filter({ hasText: "Clicked step 1, Cold stores" }).waitFor();
    await happened.filter({ hasText: "https://halden.test/plan" }).waitFor();
    await happened.filter({ hasText: "Replied, Cold stores" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
    // A click is judged after five seconds, an answer is fetched in its turn: minutes on a busy machine.
  });
});
