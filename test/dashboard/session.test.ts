import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { answer, mailTo } from "./answers.ts";
import { focusedName, pressByKey, tabTo } from "./keyboard.ts";
import { readerOf } from "./reader.ts";
import { anything, openWorkspace, OPERATOR, type Workspace } from "./world.ts";

const Newest = z.object({ data: z.tuple([z.object({ id: z.int() })]) });
const Clicks = z.object({ unique_clicks: z.int() });

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
    const dialog = page.getByRole("dialog", { name: "Sign in again to go on" });
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
    const { page, close } = await world.visit({ signedIn: world.operator });
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
    const told = page.getByRole("alert").filter({ hasText: "The leads could not be loaded." });
    await told.waitFor();
    expect(await told.innerText()).toContain("Request f00dcafe");
    expect(await seriousFindings(page)).toEqual([]);
    await page.unroute("**/leads?**");
    await told.getByRole("button", { name: "Try again" }).click();
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
    const dialog = page.getByRole("dialog", { name: "Sign in again to go on" });
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
    expect(await page.getByRole("button", { name: "Upload CSV" }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("main").getByRole("link").first().click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    expect(faults).toEqual([]);
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
    await dialog.getByLabel("Address").fill(sender.email);
    await dialog.getByLabel("Password").fill(sender.password);
    await expect
      .poll(() => dialog.getByLabel("Name that recipients see").inputValue())
      .toBe("Mara");
    await dialog.getByLabel("SMTP server").fill("127.0.0.1");
    await dialog.getByLabel("Port").first().fill(String(smtp_port));
    await dialog.getByLabel("IMAP server").fill("127.0.0.1");
    await dialog.getByLabel("Port").last().fill(String(imap_port));
    await dialog.getByRole("button", { name: "Connect" }).click();
    await page.getByRole("heading", { name: sender.email }).waitFor();

    await next.filter({ hasText: "bring a list" }).click();
    await page.getByLabel("CSV file").setInputFiles({
      name: "fair.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("email,first_name\nt.wieland@osterkampfoods.test,Tomas\n"),
    });
    await page.getByRole("button", { name: "Store leads" }).click();
    await page.getByRole("button", { name: "Show the list" }).click();

    await next.filter({ hasText: "write a campaign" }).click();
    await dialog.getByLabel("Name").fill("Cold stores");
    // The only list and the only mailbox are proposed.
    await dialog.getByText(`Send from ${sender.email}`).waitFor();
    await dialog.getByRole("button", { name: "Write the first step" }).click();
    const start = page.getByRole("button", { name: "Start", exact: true });
    await start.click();
    await page
      .getByRole("dialog", { name: /all the same/ })
      .getByText("Nothing goes out")
      .waitFor();
    await dialog.getByRole("button", { name: "Write it" }).click();
    await page.getByRole("button", { name: "Write the first step" }).click();
    await page.getByLabel("Subject").fill("Floors for cold stores");
    await page
      .getByLabel("Message", { exact: true })
      .fill("Hi {{ first_name }},\n\nhere is [the plan](https://halden.test/plan).");
    await page.getByText(/^Saved/).waitFor();
    // Everything is there; the list stays where it is, so that nothing jumps.
    const missing = page.getByRole("list", { name: "Before the first mail" }).getByRole("link");
    await expect.poll(() => missing.count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await start.click();
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
      .getByRole("img", { name: /^Mail per quarter of an hour today. 1 mail sent/ })
      .waitFor();
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
    await page.getByText("Counted apart: 1 open and 0 clicks by machines").waitFor();
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
