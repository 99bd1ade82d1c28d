import type { Locator } from "playwright-core";
import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { furnish, type Places } from "./furnish.ts";
import type { Hindsight } from "#modules/campaigns/contract/stats.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { lastDays } from "#platform/rules/time.ts";
import { layoutFaults } from "./layout.ts";
import { focusedName, pressByKey, tabTo } from "./keyboard.ts";
import { anything, openWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
let places: Places;
beforeAll(async () => {
  world = await openWorkspace();
  places = await furnish(world);
});
afterAll(() => world.stop());

const ALWAYS = {
  timezone: "UTC",
  windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }],
};
const Made = z.object({ id: z.int() });
const Uploaded = z.object({ list_id: z.int() });
const Detail = z.object({
  status: z.string(),
  updated_at: z.string(),
  schedule: z.looseObject({ windows: z.array(z.object({ days: z.array(z.int()) })) }),
  steps: z.array(z.object({ id: z.int(), subject: z.string(), body_html: z.string() })),
});
const Drafted = z.object({ steps: z.array(z.object({ subject: z.string() })) });

/** The page's clock is set by a script, which the frames of mails refuse as any other. */
const OF_THE_CLOCK = /^Blocked script execution in 'about:srcdoc'/;
const Detailed = z.looseObject({
  status: z.string(),
  sending_status: z.looseObject({ code: z.string(), next_send_at: z.string().nullable() }),
});
const Enrolled = z.looseObject({ data: z.array(z.looseObject({ status: z.string() })) });

describe("a campaign", () => {
  it("is written, saved by itself, previewed, tested, simulated and started", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    const { wid } = places;
    await page.goto(`/w/${wid}/campaigns`);
    // Made, written and started by keyboard alone.
    await pressByKey(page, page.getByRole("button", { name: "New campaign" }));
    await expect.poll(() => focusedName(page)).toBe("Name");
    await page.keyboard.type("Cold stores <b>north</b>");
    await tabTo(page, page.getByLabel("Leads", { exact: true }));
    await page.keyboard.type("Add later");
    await pressByKey(
      page,
      page.getByRole("dialog").getByRole("button", { name: "Create campaign" }),
    );
    await page.getByLabel("Subject").waitFor();
    await tabTo(page, page.getByLabel("Subject"));
    await page.keyboard.type('Floors for {{ company | default: "cold stores" }}');
    await tabTo(page, page.getByLabel("Message", { exact: true }));
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(
      "Hi {{ first_name }},\n\nact now & read [this](https://halden.test/a).\n<script>x</script>",
    );
    await page.getByText(/^Saved/).waitFor();
    await page.getByText("“act now”").waitFor();
    // No AI is set up: nothing offers one.
    expect(await page.getByRole("button", { name: "Rewrite" }).count()).toBe(0);
    const frame = page.frameLocator("iframe[title='Preview of the message']");
    await frame.getByText("act now & read").waitFor();
    await frame.getByText("<script>x</script>").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    const id = Number(new URL(page.url()).pathname.split("/").at(-1));
    const api = await world.api(world.operator);
    const stored = await api.call("GET", `/workspaces/${wid}/campaigns/${id}`, Detail);
    expect(stored.steps[0]).toMatchObject({
      subject: 'Floors for {{ company | default: "cold stores" }}',
      body_html:
        '<p>Hi {{ first_name }},</p>\n<p>act now &amp; read <a href="https://halden.test/a">this</a>.<br>&lt;script&gt;x&lt;/script&gt;</p>',
    });

    await page
      .getByRole("link", { name: /Mailboxes/ })
      .last()
      .click();
    // It began with all of them; each press is stored by itself.
    await page.getByText("jonas@try-halden.test").click();
    await page.getByText("1 mailbox sends for this campaign.").waitFor();

    await page.getByRole("link", { name: "Schedule" }).click();
    await page.getByRole("gridcell", { name: "Saturday 10:00" }).click();
    await page
      .getByRole("button", { name: "Saturday: 10:00 to 10:30. Change the times" })
      .waitFor();
    await page.keyboard.press("Shift+ArrowRight");
    const saturday = page.getByRole("button", { name: /Saturday: 10:00 to 11:00/ });
    await pressByKey(page, saturday);
    await page.getByRole("dialog", { name: "Sending hours on Saturday" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => focusedName(page)).toContain("Saturday: 10:00 to 11:00");
    expect(await seriousFindings(page)).toEqual([]);
    // By keyboard: a zone by part of its name, and days off one by one.
    await tabTo(page, page.getByRole("combobox", { name: "Time zone" }));
    await page.keyboard.type("nowhere");
    await page.getByText("No time zone has this name.").waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("new york");
    await page.getByRole("option", { name: "America/New_York" }).waitFor();
    expect(await page.getByRole("option").count()).toBe(1);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    for (const day of ["2026-12-26", "2026-12-25", "2027-01-01"]) {
      await page.getByLabel("Holidays").fill(day);
      await page.getByLabel("Holidays").press("Enter");
    }
    await page.getByLabel("Holidays").fill("2026-12-25");
    await page.getByText("This day is in the list.").waitFor();
    await page.getByRole("button", { name: "Remove Fri 1 Jan 2027" }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Save schedule" }).first().click();
    await page.getByText("Schedule saved.").waitFor();
    const painted = await api.call("GET", `/workspaces/${wid}/campaigns/${id}`, Detail);
    expect(painted.schedule).toMatchObject({
      timezone: "America/New_York",
      holidays: ["2026-12-25", "2026-12-26"],
    });
    expect(painted.schedule.windows.some(({ days }) => days.includes(6))).toBe(true);
    // Sending hours are over at some time of every day; this journey ends at any.
    await api.call("PUT", `/workspaces/${wid}/campaigns/${id}`, anything, { schedule: ALWAYS });

    const before = world.accepted.length;
    await page.getByRole("button", { name: "Send test email" }).click();
    await page.getByRole("button", { name: "Send test", exact: true }).click();
    await page.getByText(`sent to ${world.operator.email}`).waitFor();
    await expect.poll(() => world.accepted.length).toBeGreaterThan(before);

    // A lead of its own: the others are in a campaign that runs.
    const enrol = async (name: string): Promise<void> => {
      const form = new FormData();
      const row = `${name.toLowerCase()}@kuehlhaus.test,${name}`;
      form.set("file", new Blob([`email,first_name\n${row}`], { type: "text/csv" }), "one.csv");
      const { list_id } = await api.call("POST", `/workspaces/${wid}/leads/upload`, Uploaded, form);
      const added = { campaign_id: id, list_id };
      await api.call("POST", `/workspaces/${wid}/leads/add-to-campaign`, anything, added);
    };
    const completed = async (): Promise<void> => {
      await expect
        .poll(
          async () => (await api.call("GET", `/workspaces/${wid}/campaigns/${id}`, Detail)).status,
        )
        .toBe("completed");
    };
    await enrol("Edda");
    await page.getByRole("button", { name: "Simulate" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(/to 1 lead/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await pressByKey(page, page.getByRole("button", { name: "Start campaign" }));
    await expect
      .poll(() => world.accepted.some(({ to }) => to.includes("edda@kuehlhaus.test")))
      .toBe(true);
    // Its only lead has had its only step.
    await completed();
    await page.reload();
    await page.getByText("Completed", { exact: true }).waitFor();

    // Who comes later gets another text: the two are told apart, and nothing is made of two mails.
    await api.call(
      "PUT",
      `/workspaces/${wid}/campaigns/${id}/steps/${stored.steps[0]?.id}`,
      anything,
      {
        variants: [{ subject: "A colder floor", body_html: "<p>Hi</p>", weight: 100 }],
      },
    );
    await enrol("Finn");
    await page.getByRole("button", { name: "Resume" }).click();
    await expect
      .poll(() => world.accepted.some(({ to }) => to.includes("finn@kuehlhaus.test")))
      .toBe(true);
    await completed();
    await page.getByRole("link", { name: "Analytics" }).click();
    await page.getByRole("heading", { name: "Variants of step 1" }).waitFor();
    await page.getByText("Variant B gets all emails, so nothing is compared.").waitFor();
    await page.getByRole("row", { name: /Variant B A colder floor 1 0% 0 to 79%/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
    // Two campaigns' worth of mail, and a page of every tab.
  });

  it("409: two people at one step of the draft both see both versions, and one decides", async () => {
    const { wid, campaignId } = places;
    const path = `/workspaces/${wid}/campaigns/${campaignId}`;
    const api = await world.api(world.operator);
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/campaigns/${campaignId}`);
    const subject = page.getByLabel("Subject");
    await subject.waitFor();
    const [step] = (await api.call("GET", path, Detail)).steps;
    const theirs = { steps: [{ id: step?.id, subject: "Theirs" }] };
    await api.call("PUT", `${path}/draft`, anything, theirs);
    await subject.fill("Mine");
    await page.getByText("Someone else changed this step while you were editing.").waitFor();
    await page.getByRole("alert").getByText("Theirs", { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep mine" }).click();
    await page.getByText(/^Draft saved/).waitFor();
    const draft = await api.call("GET", `${path}/draft`, Drafted);
    expect(draft.steps[0]?.subject).toBe("Mine");
    expect((await api.call("GET", path, Detail)).steps[0]?.subject).toBe(step?.subject);
    await api.call("DELETE", `${path}/draft`, z.null());
    // The refused save is what it is about.
    expect(faults.filter((fault) => !/409/.test(fault))).toEqual([]);
    await close();
  });

  it("takes a deleted step of a draft back while others are looked at, and deletes it after", async () => {
    const { wid } = places;
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    const stops = page.getByRole("button", { name: /^Move or delete step/ });
    const remove = async (): Promise<void> => {
      await expect.poll(() => stops.count()).toBe(3);
      await page.getByRole("button", { name: "Move or delete step 2" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      // Under the pointer it stays, however long the rest takes.
      await page.getByText("Step 2 deleted.").hover();
      await expect.poll(() => stops.count()).toBe(2);
    };
    await page.goto(`/w/${wid}/campaigns`);
    await page.getByRole("link", { name: /^Wholesale bakeries/ }).click();
    await remove();
    await page.getByRole("button", { name: /Step 2, New thread/ }).press("Enter");
    const frame = page.frameLocator("iframe[title='Preview of the message']");
    await frame.getByText("attached is a plan").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await remove();
    await page.getByRole("button", { name: "Close" }).click();
    const api = await world.api(world.operator);
    const path = `/workspaces/${wid}/campaigns/${new URL(page.url()).pathname.split("/").at(-1)}`;
    await expect
      .poll(async () => (await api.call("GET", path, Detail)).steps.map(({ subject }) => subject))
      .toEqual([expect.stringContaining("night shift"), "Floor plan of a bakery your size"]);
    expect(faults).toEqual([]);
    await close();
  });

  it("shows on the overview what is not sent today, and links to where that is changed", async () => {
    const { wid } = places;
    const api = await world.api(world.operator);
    const at = (path: string) => `/workspaces/${wid}${path}`;
    const boxes = await api.call("GET", at("/mailboxes"), z.object({ data: z.array(Made) }));
    const mailbox_ids = boxes.data.map((box) => box.id);
    /** A campaign with three leads that may send to one of them a day. */
    const limited = async (name: string, domain: string): Promise<void> => {
      const form = new FormData();
      const rows = ["email", ...["one", "two", "three"].map((who) => `${who}@${domain}`)];
      form.set("file", new Blob([rows.join("\n")], { type: "text/csv" }), "three.csv");
      const { list_id } = await api.call("POST", at("/leads/upload"), Uploaded, form);
      const settings = { name, daily_limit: 1, schedule: ALWAYS };
      const { id } = await api.call("POST", at("/campaigns"), Made, settings);
      const step = { subject: "Hello", body_html: "<p>Hello</p>", delay: 0, delay_unit: "days" };
      await api.call("POST", at(`/campaigns/${id}/steps`), Made, step);
      await api.call("POST", at(`/campaigns/${id}/mailboxes`), anything, { mailbox_ids });
      await api.call("POST", at("/leads/add-to-campaign"), anything, { campaign_id: id, list_id });
      await api.call("POST", at(`/campaigns/${id}/start`), anything);
    };
    await limited("One a day", "dreierlei.test");

    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}`);
    const blocked = page.getByRole("region", { name: /^Not sent today: / });
    await blocked.getByText("One a day: daily limit of the campaign reached").waitFor();
    // Two with one cause are one line.
    await limited("Another a day", "viererlei.test");
    await page.reload();
    await blocked.getByText(/^Daily limit of the campaign reached: /).waitFor();
    await blocked.getByRole("link", { name: "Edit limit: Another a day" }).waitFor();
    expect(await blocked.getByRole("listitem").count()).toBe(1);
    expect(await seriousFindings(page)).toEqual([]);
    await blocked.getByRole("link", { name: "Edit limit: One a day" }).click();
    await page.getByLabel("Emails per day", { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("takes a minute of writing with pauses in a few requests, and checks it as the mail will be", async () => {
    const { wid } = places;
    const api = await world.api(world.operator);
    const form = new FormData();
    const rows = "email,first_name,City\ncara@staedte.test,Cara,Bonn";
    form.set("file", new Blob([rows], { type: "text/csv" }), "cities.csv");
    await api.call("POST", `/workspaces/${wid}/leads/upload`, Uploaded, form);
    const { id } = await api.call("POST", `/workspaces/${wid}/campaigns`, Made, { name: "Words" });
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.clock.install();
    await page.goto(`/w/${wid}/campaigns/${id}`);
    await page.getByRole("button", { name: "Write the first step" }).click();
    const message = page.getByLabel("Message", { exact: true });
    await message.waitFor();
    const needs = page.getByRole("list", { name: "Setup steps" });
    const top = async () => (await message.boundingBox())?.y;
    const high = await top();
    await page.getByLabel("Subject").fill("Floors");
    await page.clock.runFor(3_000);
    await page.getByText(/^Saved/).waitFor();
    // The list of what is missing goes with the page, not under the hands of who types.
    await needs.getByText("First email, done").waitFor();
    expect(await top()).toBe(high);

    // Nothing but what is typed lets time pass, however long this machine takes over it.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 30_000));
    let asked = 0;
    page.on("request", (request) => {
      if (request.method() !== "GET" && request.url().includes("/api/")) asked += 1;
    });
    const typed = async (text: string): Promise<void> => {
      await message.press("Control+End");
      await page.keyboard.insertText(text);
      await page.clock.runFor(1_300);
    };
    // The clock stands between the pauses: what a slow machine takes is no time of the writer's.
    await page.clock.pauseAt(Number(await page.evaluate("Date.now()")) + 60_000);
    // What that minute still asks for is none of the writing's.
    for (let known = -1; known !== asked; await page.waitForTimeout(500)) known = asked;
    asked = 0;
    for (let pause = 0; pause < 28; pause++) await typed(` word${pause}`);
    await page.clock.resume();
    expect(asked).toBeLessThanOrEqual(18);
    await page.clock.resume();

    // One count of words for one mail, in the editor and beside it.
    await page.clock.runFor(10_000);
    await page.frameLocator("iframe").getByText("word27").waitFor();
    const counts = async () =>
      Promise.all(
        [page.getByText(/\d+ words?\. /).first(), page.getByText(/\d+ words?, \d+ link/)].map(
          async (text) => /\d+(?= word)/.exec(await text.innerText())?.[0],
        ),
      );
    const [inEditor, inCheck] = await counts();
    expect(inEditor).toBe(inCheck);
    // The footer is as small as the mail's.
    const sizes = () =>
      page.evaluate(
        "[...document.querySelector('iframe').contentDocument.querySelectorAll('p')].map((p) => getComputedStyle(p).fontSize)",
      );
    // Once the frame has its style.
    await expect.poll(sizes).toEqual(["15px", "12px"]);

    await message.fill("Hi,\n\nand {{ oops");
    await page.clock.runFor(10_000);
    await page
      .getByText("Line 3, character 5: “{{ oops” is not closed. Add }} after oops.")
      .first()
      .waitFor();
    await message.fill("In ");
    await message.press("Control+End");
    await page.getByRole("button", { name: "Variable" }).click();
    await page.getByRole("menuitem", { name: /^City/ }).click();
    expect(await message.inputValue()).toBe('In {{ custom.city | default: "your city" }}');
    await message.press("Control+End");
    await page.getByRole("button", { name: "Variable" }).click();
    await page.getByRole("menuitem", { name: /^Company/ }).click();
    expect(await message.inputValue()).toContain('{{ company | default: "your company" }}');

    // A follow-up without a subject goes into the thread: that is no fault.
    await page.clock.runFor(10_000);
    await page.getByText(/^Saved/).waitFor();
    await page.getByRole("button", { name: "Add a step", exact: true }).click();
    await page.getByText("Sent as a reply in the same thread").waitFor();
    await page.clock.runFor(10_000);
    await page.getByLabel("Spam check").waitFor();
    expect(await page.getByText("Empty subject").count()).toBe(0);
    expect(faults.filter((fault) => !OF_THE_CLOCK.test(fault))).toEqual([]);
    await close();
  });

  it("tells its next mail in the reader's time, and in its own zone where clocks differ", async () => {
    const { wid, campaignId } = places;
    const { page, close } = await world.visit({
      signedIn: world.operator,
      zone: "America/New_York",
    });
    await page.route(`**/api/**/campaigns/${campaignId}`, async (route) => {
      const response = await route.fetch();
      const json = Detailed.parse(await response.json());
      json.status = "active";
      json.sending_status.code = "healthy";
      json.sending_status.next_send_at = "2031-03-05T09:57:00.000Z";
      await route.fulfill({ response, json });
    });
    await page.goto(`/w/${wid}/campaigns/${campaignId}`);
    const line = page.getByText(/^Next email/);
    expect(await line.innerText()).toMatch(/at 04:57 \(Wed,? 10:57 in Europe\/Berlin\)/);
    await close();
  });

  it("gets bold, italic, lists, links and pictures by buttons and keys, as text and as HTML", async () => {
    const { wid } = places;
    const api = await world.api(world.operator);
    const at = `/workspaces/${wid}/campaigns`;
    const { id } = await api.call("POST", at, Made, { name: "Formats", schedule: ALWAYS });
    await api.call("POST", `${at}/${id}/steps`, Made, { subject: "First", body_text: "Hello" });
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/campaigns/${id}`);
    const message = page.getByLabel("Message", { exact: true });
    const choose = (words: string) =>
      page.evaluate(`{
        const box = document.querySelector(".compose textarea");
        const from = box.value.indexOf(${JSON.stringify(words)});
        box.focus();
        box.setSelectionRange(from, from + ${words.length});
      }`);
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    await message.fill("cold store\n\nfloors\n\nthis and plan\n\n5*3*2\n- Tom");
    await choose("cold");
    await page.keyboard.press("Control+b");
    await choose("store");
    await page.keyboard.press("Control+i");
    await choose("floors");
    await press("List");
    await choose("this");
    await press("Link");
    await page.keyboard.insertText("halden.test/?a=1&b=2");
    await choose("plan");
    await press("Picture by its address");
    await page.keyboard.insertText("halden.test/a.png");
    const typed =
      "**cold** *store*\n\n* floors\n\n[this](https://halden.test/?a=1&b=2) and ![plan](https://halden.test/a.png)\n\n5*3*2\n- Tom";
    expect(await message.inputValue()).toBe(typed);
    const stored = async () =>
      (await api.call("GET", `${at}/${id}`, Detail)).steps.map((step) => step.body_html);
    await expect
      .poll(stored)
      .toEqual([
        '<p><strong>cold</strong> <em>store</em></p>\n<ul><li>floors</li></ul>\n<p><a href="https://halden.test/?a=1&amp;b=2">this</a> and <img src="https://halden.test/a.png" alt="plan"></p>\n<p>5*3*2<br>- Tom</p>',
      ]);
    await page.reload();
    await expect.poll(() => message.inputValue()).toBe(typed);
    expect(await seriousFindings(page)).toEqual([]);

    await press("HTML");
    await message.fill("<p>one</p>\ntwo\nthree");
    await choose("one");
    await page.keyboard.press("Control+b");
    await choose("two\nthree");
    await press("List");
    await expect
      .poll(stored)
      .toEqual(["<p><strong>one</strong></p>\n<ul>\n<li>two</li>\n<li>three</li>\n</ul>"]);
    expect(faults).toEqual([]);
    await close();
  });

  it("shows a step that was made although its result was lost", async () => {
    const { wid } = places;
    const api = await world.api(world.operator);
    const at = `/workspaces/${wid}/campaigns`;
    const { id } = await api.call("POST", at, Made, { name: "Lost and found", schedule: ALWAYS });
    await api.call("POST", `${at}/${id}/steps`, Made, { subject: "First", body_text: "Hello" });
    const { page, close } = await world.visit({ signedIn: world.operator });
    await page.route(`**/api/**/campaigns/${id}/steps`, async (route) => {
      await route.fetch();
      await route.fulfill({
        status: 409,
        contentType: "application/problem+json",
        json: { code: "outcome_unclear", detail: "Look whether it is there." },
      });
    });
    await page.goto(`/w/${wid}/campaigns/${id}`);
    await page.getByText("1 email", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Add a step", exact: true }).click();
    await page.getByText("Look whether it is there.").waitFor();
    await expect.poll(() => page.getByText(/^2 emails/).count()).toBe(1);
    await close();
  });

  it("compares what was foreseen with what came, once somebody asks for it", async () => {
    const { wid, campaignId } = places;
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/campaigns/${campaignId}?tab=analytics`);
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("No forecast can be compared yet.").waitFor();
    const dates = lastDays(unixMs(Date.now()), 31).slice(0, -1);
    const answer: Hindsight = {
      campaign_id: campaignId,
      days: dates.map((date, i) => ({
        date,
        sent: 30 + ((i * 7) % 11),
        foreseen_day_ahead: i === 0 ? null : 32 + ((i * 5) % 9),
        foreseen_week_ahead: i < 7 ? null : 40,
      })),
      horizons: [1, 2, 7, 13].map((ahead) => ({
        days_ahead: ahead,
        days: 30 - ahead,
        expected: 1_000,
        sent: 1_000 - 10 * ahead,
        error: ahead / 40,
      })),
    };
    await page.route("**/hindsight?*", (route) => route.fulfill({ json: answer }));
    await page.reload();
    await page.getByRole("button", { name: "Compare" }).click();
    const row = page.getByRole("row").filter({ hasText: "7 days" });
    await row.getByText("17.5%").waitFor();
    await row.scrollIntoViewIfNeeded();
    if (process.env["PICTURES"])
      await page.screenshot({ path: `${process.env["PICTURES"]}/hindsight.png` });
    expect([...(await seriousFindings(page)), ...(await layoutFaults(page))]).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    if (process.env["PICTURES"])
      await page.screenshot({ path: `${process.env["PICTURES"]}/hindsight-phone.png` });
    expect(await layoutFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it("explains a skipped lead as skipped, with the dialog's buttons inset once", async () => {
    const { wid, campaignId } = places;
    const { page, close } = await world.visit({ signedIn: world.operator });
    await page.route(`**/api/**/campaigns/${campaignId}/leads?*`, async (route) => {
      const response = await route.fetch();
      const json = Enrolled.parse(await response.json());
      for (const row of json.data) row.status = "skipped";
      await route.fulfill({ response, json });
    });
    await page.goto(`/w/${wid}/campaigns/${campaignId}?tab=leads`);
    await page.getByRole("button", { name: /@/ }).first().click();
    await page.getByRole("dialog", { name: /^Why .* is skipped$/ }).waitFor();
    await page.goto(`/w/${wid}/campaigns?make=true`);
    const dialog = page.getByRole("dialog");
    const right = async (inside: Locator): Promise<number> => {
      const box = await inside.boundingBox();
      return box ? Math.round(box.x + box.width) : Number.NaN;
    };
    const [button, field] = [dialog.getByRole("button").last(), dialog.getByLabel("Name")];
    await field.waitFor();
    expect(await right(button)).toBe(await right(field));
    await close();
  });

  it.each([1024, 900])("keeps its whole name in sight at %i pixels", async (width) => {
    const { wid, campaignId } = places;
    const { page, close } = await world.visit({ signedIn: world.operator });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/w/${wid}/campaigns/${campaignId}`);
    const heading = page.getByRole("heading", { name: "Facility managers DACH" });
    await heading.waitFor();
    const [{ whole }] = z
      .tuple([z.object({ whole: z.boolean() })])
      .parse(
        await page.evaluate(
          "[...document.querySelectorAll('h1')].map((h) => ({ whole: h.clientWidth > 0 && h.scrollWidth <= h.clientWidth }))",
        ),
      );
    expect(whole).toBe(true);
    await close();
  });

  it.each(["leads", "analytics", "settings", "mailboxes"])(
    "has nothing serious in its %s for axe, on a phone as well",
    async (tab) => {
      const { page, faults, close } = await world.visit({
        signedIn: world.operator,
        look: "phone",
      });
      await page.goto(`/w/${places.wid}/campaigns/${places.campaignId}?tab=${tab}`);
      await page.getByRole("button", { name: "Pause" }).waitFor();
      await page.waitForLoadState("networkidle");
      expect(await seriousFindings(page)).toEqual([]);
      const { scrollWidth, clientWidth } = await page.evaluate<{
        scrollWidth: number;
        clientWidth: number;
      }>(
        "({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })",
      );
      expect(scrollWidth).toBe(clientWidth);
      expect(faults).toEqual([]);
      await close();
    },
  );
});
