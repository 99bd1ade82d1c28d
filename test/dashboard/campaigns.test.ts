import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { furnish, type Places } from "./furnish.ts";
import { focusedName, pressByKey, tabTo } from "./keyboard.ts";
import { anything, type DashboardWorld, openDashboard, OPERATOR } from "./world.ts";

let world: DashboardWorld;
let places: Places;
beforeAll(async () => {
  // Furnishing asks more in a minute than one person does.
  world = await openDashboard({ API_LIMIT_PER_MINUTE: "300" });
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
  schedule: z.object({ windows: z.array(z.object({ days: z.array(z.int()) })) }),
  steps: z.array(z.object({ id: z.int(), subject: z.string(), body_html: z.string() })),
});

describe("a campaign", () => {
  it("is written, saved by itself, previewed, tested, simulated and started", async () => {
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
    const { wid } = places;
    await page.goto(`/w/${wid}/campaigns`);
    // Made, written and started by keyboard alone.
    await pressByKey(page, page.getByRole("button", { name: "New campaign" }));
    await expect.poll(() => focusedName(page)).toBe("Name");
    await page.keyboard.type("Cold stores <b>north</b>");
    await tabTo(page, page.getByLabel("Leads", { exact: true }));
    await page.keyboard.type("Later");
    const first = page.getByRole("button", { name: "Write the first step" });
    await pressByKey(page, page.getByRole("dialog").getByRole("button", { name: "Write the" }));
    await page.getByText("This campaign has no mail yet").waitFor();
    await pressByKey(page, first);
    await tabTo(page, page.getByLabel("Subject"));
    await page.keyboard.type('Floors for {{ company | default: "cold stores" }}');
    await tabTo(page, page.getByLabel("Message", { exact: true }));
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(
      "Hi {{ first_name }},\n\nact now & read [this](https://halden.test/a).\n<script>x</script>",
    );
    await page.getByText(/^Saved/).waitFor();
    await page.getByText("“act now”").waitFor();
    await page.getByRole("button", { name: "Rewrite" }).click();
    await page.getByRole("menuitem", { name: "Shorter" }).click();
    // No AI is set up: the answer says so, and the text stays.
    await page.getByRole("alert").getByText(/AI/).first().waitFor();
    await page.getByRole("alert").getByRole("button", { name: "Close" }).click();
    const frame = page.frameLocator("iframe[title='Preview of the message']");
    await frame.getByText("act now & read").waitFor();
    await frame.getByText("<script>x</script>").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    const id = Number(new URL(page.url()).pathname.split("/").at(-1));
    const api = await world.api(OPERATOR);
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
    await page.getByRole("dialog", { name: /Saturdays/ }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => focusedName(page)).toContain("Saturday: 10:00 to 11:00");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Save the schedule" }).first().click();
    await page.getByText("The schedule is saved.").waitFor();
    const painted = await api.call("GET", `/workspaces/${wid}/campaigns/${id}`, Detail);
    expect(painted.schedule.windows.some(({ days }) => days.includes(6))).toBe(true);
    // Sending hours are over at some time of every day; this journey ends at any.
    await api.call("PUT", `/workspaces/${wid}/campaigns/${id}`, anything, { schedule: ALWAYS });

    const before = world.accepted.length;
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByRole("button", { name: "Send the test" }).click();
    await page.getByText(`is on its way to ${OPERATOR.email}`).waitFor();
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
    await pressByKey(page, page.getByRole("button", { name: "Start it" }));
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
    await page.getByRole("button", { name: "Start again" }).click();
    await expect
      .poll(() => world.accepted.some(({ to }) => to.includes("finn@kuehlhaus.test")))
      .toBe(true);
    await completed();
    await page.getByRole("link", { name: "Analytics" }).click();
    await page.getByRole("heading", { name: "Variants of step 1" }).waitFor();
    await page
      .getByText(
        "Not enough mails yet to tell: variant A has had 1 of the 100 that each one needs.",
      )
      .waitFor();
    await page.getByRole("row", { name: /Variant B A colder floor 1 0 % 0 to 79 %/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
    // Two campaigns' worth of mail, and a page of every tab.
  }, 120_000);

  it("409: two people at one step both see both versions, and one decides", async () => {
    const { wid, campaignId } = places;
    const path = `/workspaces/${wid}/campaigns/${campaignId}`;
    const api = await world.api(OPERATOR);
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
    await page.goto(`/w/${wid}/campaigns/${campaignId}`);
    const subject = page.getByLabel("Subject");
    await subject.waitFor();
    const [step] = (await api.call("GET", path, Detail)).steps;
    await api.call("PUT", `${path}/steps/${step?.id}`, anything, { subject: "Theirs" });
    await subject.fill("Mine");
    await page.getByText("Somebody else changed this step while you wrote.").waitFor();
    await page.getByRole("alert").getByText("Theirs", { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep mine" }).click();
    await page.getByText(/^Saved/).waitFor();
    expect((await api.call("GET", path, Detail)).steps[0]?.subject).toBe("Mine");
    expect(faults).toEqual([]);
    await close();
  });

  it("takes a deleted step of a draft back while others are looked at, and deletes it after", async () => {
    const { wid } = places;
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
    const stops = page.getByRole("button", { name: /^Move or delete step/ });
    const remove = async (): Promise<void> => {
      await expect.poll(() => stops.count()).toBe(3);
      await page.getByRole("button", { name: "Move or delete step 2" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      // Under the pointer it stays, however long the rest takes.
      await page.getByText("Step 2 is deleted.").hover();
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
    const api = await world.api(OPERATOR);
    const path = `/workspaces/${wid}/campaigns/${new URL(page.url()).pathname.split("/").at(-1)}`;
    await expect
      .poll(async () => (await api.call("GET", path, Detail)).steps.map(({ subject }) => subject))
      .toEqual([expect.stringContaining("night shift"), "Floor plan of a bakery your size"]);
    expect(faults).toEqual([]);
    await close();
  });

  it("tells on the overview what is held back today, and leads to where that is changed", async () => {
    const { wid } = places;
    const api = await world.api(OPERATOR);
    const at = (path: string) => `/workspaces/${wid}${path}`;
    const form = new FormData();
    const rows = "email\none@dreierlei.test\ntwo@dreierlei.test\nthree@dreierlei.test";
    form.set("file", new Blob([rows], { type: "text/csv" }), "three.csv");
    const { list_id } = await api.call("POST", at("/leads/upload"), Uploaded, form);
    const boxes = await api.call("GET", at("/mailboxes"), z.object({ data: z.array(Made) }));
    const { id } = await api.call("POST", at("/campaigns"), Made, {
      name: "One a day",
      daily_limit: 1,
      schedule: ALWAYS,
    });
    const step = { subject: "Hello", body_html: "<p>Hello</p>", delay: 0, delay_unit: "days" };
    await api.call("POST", at(`/campaigns/${id}/steps`), Made, step);
    const mailbox_ids = boxes.data.map((box) => box.id);
    await api.call("POST", at(`/campaigns/${id}/mailboxes`), anything, { mailbox_ids });
    await api.call("POST", at("/leads/add-to-campaign"), anything, { campaign_id: id, list_id });
    await api.call("POST", at(`/campaigns/${id}/start`), anything);

    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
    await page.goto(`/w/${wid}`);
    const held = page.getByRole("region", { name: /^Held back today: / });
    await held.getByText("One a day: the campaign’s own limit").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await held.getByRole("link", { name: "Change the limit: One a day" }).click();
    await page.getByLabel("Mails a day", { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it.each(["leads", "analytics", "settings", "mailboxes"])(
    "has nothing serious in its %s for axe, on a phone as well",
    async (tab) => {
      const { page, faults, close } = await world.visit({ signedIn: OPERATOR, look: "phone" });
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
