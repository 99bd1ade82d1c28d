import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { answer, mailTo } from "./answers.ts";
import { furnish, type Places } from "./furnish.ts";
import { anything, openWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
let places: Places;
beforeAll(async () => {
  world = await openWorkspace();
  places = await furnish(world);
});
afterAll(() => world.stop());

const Threads = z.object({
  data: z.array(z.object({ lead: z.object({ name: z.string() }), status: z.string() })),
});

const Ids = z.object({ data: z.array(z.object({ id: z.int() })) });

describe("the inbox", () => {
  it("leads from a reply to a booked meeting without a mouse", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${places.wid}/inbox?view=all`);
    const current = page.locator(".thread-row[aria-current=true]");
    await current.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const names = await page.locator(".thread-row b").allInnerTexts();
    const at = names.findIndex((name) => name.includes("Tomas Wieland"));
    for (let step = 0; step < at; step++) await page.keyboard.press("j");
    await expect.poll(() => current.innerText()).toContain("Tomas Wieland");
    await page.getByText("Park at gate B").first().waitFor();
    // The quotation is folded.
    expect(await page.getByText("> Hi Tomas").isVisible()).toBe(false);

    const before = world.accepted.length;
    await page.keyboard.press("r");
    await page.keyboard.type("Hello Tomas,\n\nThursday 26 November at 10:30 suits me.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Sending to Tomas Wieland in ten seconds.").waitFor();
    expect(world.accepted.length).toBe(before);
    const said = "Thursday 26 November at 10:30 suits me.";
    const last = () => mailTo(world, "t.wieland@osterkampfoods.test");
    await expect.poll(async () => (await last()).email.text).toContain(said);
    const sent = await last();
    expect(sent.email.inReplyTo).toContain("osterkampfoods.test");

    await page.keyboard.press("Escape");
    await page.keyboard.press("2");
    await page.getByText("Tomas Wieland: Meeting booked.").waitFor();
    // It stays while somebody is at it.
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.focus();
    const api = await world.api(world.operator);
    const booked = `/workspaces/${places.wid}/threads?status=meeting_booked`;
    expect((await api.call("GET", booked, Threads)).data).toMatchObject([
      { lead: { name: "Tomas Wieland" } },
    ]);
    await undo.click();
    await expect.poll(async () => (await api.call("GET", booked, Threads)).data.length).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it("assigns a thread, snoozes it, and replies with a template of the workspace", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${places.wid}/inbox`);
    const row = page.locator(".thread-row", { hasText: "Ragna Thorsen" });
    await row.click();
    await page.keyboard.press("a");
    await page.getByText("Assigned to you.").waitFor();
    await row.getByText("Assigned to you").waitFor();

    await page.getByRole("button", { name: "Templates" }).click();
    await page.getByRole("menuitem", { name: "New template" }).click();
    await page.getByLabel("Name", { exact: true }).fill("References");
    await page
      .getByLabel("Text", { exact: true })
      .fill("Hi {{ first_name }},\n\nsee {{ link }}. {{ sender_name }}");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("saved for your team").waitFor();
    await page.getByRole("button", { name: "Templates" }).click();
    await page.getByRole("menuitem", { name: "References" }).click();
    const field = page.getByLabel("Reply to Ragna Thorsen");
    expect(await field.inputValue()).toBe(`Hi Ragna,\n\nsee {{ link }}. ${world.operator.name}`);
    // What nobody filled in does not go out by itself.
    await page.getByRole("button", { name: /^Send/ }).first().click();
    await page.getByRole("dialog", { name: "Send with the placeholder {{ link }}?" }).waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await field.fill("");

    const api = await world.api(world.operator);
    const name = `References ${world.operator.id}`;
    const body_html =
      '<p>Hi {{ first_name | default: "there" }},</p><p>see <b>{three|3}</b> of <a href="https://a.test/r">them</a>.</p>';
    await api.call("POST", "/templates", anything, { kind: "snippet", name, body_html });
    await page.getByRole("button", { name: "Templates" }).click();
    await page.getByRole("menuitem", { name: "Snippets of all workspaces" }).click();
    await page.getByRole("dialog").getByRole("button", { name }).click();
    await expect
      .poll(() => field.inputValue())
      .toBe("Hi Ragna,\n\nsee three of them (https://a.test/r).");
    await field.fill("");

    await page.getByRole("button", { name: "Snooze", exact: true }).click();
    await page.getByRole("menuitem", { name: "Tomorrow morning" }).click();
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Snoozed", exact: true }).click();
    await row.getByText(/until tomorrow/).waitFor();
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByLabel("Assigned to", { exact: true }).selectOption("Unassigned");
    await page.getByText("No snoozed threads").waitFor();
    await page.getByLabel("Assigned to", { exact: true }).selectOption("You");
    await row.waitFor();
    expect(new URL(page.url()).searchParams.get("whose")).toBe(String(world.operator.id));
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it("takes a reply back, and selects, labels and puts off threads by keyboard", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${places.wid}/inbox?view=all`);
    await page.locator(".thread-row", { hasText: "Ragna Thorsen" }).click();
    const before = world.accepted.length;
    const field = page.getByLabel("Reply to Ragna Thorsen");
    await field.fill("Written too fast");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Sending to Ragna Thorsen in ten seconds.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Taken back. Nothing was sent.").waitFor();
    expect(await field.inputValue()).toBe("Written too fast");
    await expect
      .poll(() => page.getByRole("log", { name: "Messages" }).getByText("Written too fast").count())
      .toBe(0);
    await field.fill("");
    await page.keyboard.press("Escape");

    await page.locator(".thread-row", { hasText: "Ragna Thorsen" }).focus();
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    const bar = page.getByRole("toolbar", { name: "Selected threads" });
    await bar.getByText("2 selected").waitFor();
    await bar.getByRole("button", { name: "Label 2" }).click();
    await page.getByLabel("Add a label").fill("Trade fair");
    await page.keyboard.press("Enter");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("2 threads labelled.").waitFor();
    await page.locator(".thread-row").getByText("Trade fair").first().waitFor();
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByLabel("Label", { exact: true }).selectOption("Trade fair");
    await expect.poll(() => page.locator(".thread-row").count()).toBe(2);
    await page.keyboard.press("Escape");

    await page.locator(".thread-row", { hasText: "Ragna Thorsen" }).click();
    await page.getByRole("button", { name: "Snooze", exact: true }).click();
    await page.getByRole("menuitem", { name: "Choose a date" }).click();
    await page.getByLabel("Date and time").fill("2031-05-04T09:30");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Snooze" }).click();
    await page.getByText(/^Snoozed\. Returns/).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    expect(world.accepted.length).toBe(before);
    expect(faults).toEqual([]);
    await close();
  });

  it("reads a conversation by opening it, in its order, and a person can mark it unread", async () => {
    const api = await world.api(world.operator);
    const at = `/workspaces/${places.wid}/threads`;
    const { data } = await api.call("GET", `${at}?q=ragna`, Ids);
    await api.call("PUT", `${at}/${data[0]?.id}`, anything, { is_unread: true });
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    // From the address alone: nothing is known of it before it is shown.
    await page.goto(`/w/${places.wid}/inbox?view=all&thread=${data[0]?.id}`);
    const row = page.locator(".thread-row", { hasText: "Ragna Thorsen" });
    await row.waitFor();
    await row.getByText("Unread:").waitFor({ state: "detached" });
    const unread = async () => {
      const path = `${at}?unread=true&limit=50`;
      return (await api.call("GET", path, Threads)).data.map(({ lead }) => lead.name);
    };
    await expect.poll(unread).not.toContain("Ragna Thorsen");
    // What answers stands below what it answers.
    const messages = page.getByRole("log", { name: "Messages" }).getByRole("article");
    expect(await messages.first().innerText()).toContain("step 1");
    expect(await messages.last().innerText()).toContain("two references");

    // The recipient's own links lead nobody who works here anywhere.
    const own = await mailTo(world, "r.thorsen@fjellvikcoldst.test");
    const leaving = /http\S+\/unsubscribe\/[\w-]+/.exec(own.email.text ?? "")?.[0] ?? "none";
    await page.getByText(leaving).first().waitFor();
    expect(await page.locator(`a[href*="/unsubscribe/"], a[href*="/t/"]`).count()).toBe(0);

    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Mark as unread" }).click();
    await expect.poll(unread).toContain("Ragna Thorsen");
    await row.getByText("Unread:").waitFor();
    // Nobody set an AI up.
    expect(await page.getByRole("button", { name: "Draft with AI" }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it("shows all its views, the status and long names at 1024 pixels, and no moment twice on a Sunday", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.clock.setSystemTime("2031-03-09T10:00:00");
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto(`/w/${places.wid}/inbox?view=all`);
    await page.locator(".thread-row", { hasText: "Lucie Amar" }).click();
    await page.getByRole("button", { name: "Snooze", exact: true }).click();
    const moments = page.getByRole("menuitem");
    await moments.first().waitFor();
    expect((await moments.allInnerTexts()).filter((text) => /morning/.test(text))).toHaveLength(1);
    await page.keyboard.press("Escape");
    const overflows = (selector: string) =>
      page.evaluate(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((e) => e.scrollWidth > e.clientWidth).length`,
      );
    expect(await overflows(".threads-head .seg-ctl, .threads-head, .status-bar")).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    const about = page.getByRole("complementary", { name: "About the lead" });
    await about.getByText("Facilities, Maison Perrault").waitFor();
    // The next lead is shown without what is known of the one before.
    await page.locator(".thread-row", { hasText: "Ragna Thorsen" }).click();
    await about.getByRole("heading", { name: "Ragna Thorsen" }).waitFor();
    expect(await about.innerText()).not.toMatch(/Facilities|Amar/);
    await page.locator(".thread-row", { hasText: "Lucie Amar" }).click();
    await about.getByText("Facilities, Maison Perrault").waitFor();
    await page.evaluate(
      "document.querySelectorAll('.context .truncate').forEach((e) => { e.textContent = 'Wholesale-bakeries-second-attempt-with-the-shorter-opening-line'.repeat(2); })",
    );
    expect(await overflows(".context")).toBe(0);

    // What is being sent stays readable under the pointer.
    await page.route("**/reply*", () => undefined);
    await page.getByLabel("Reply to Lucie Amar").fill("Thank you.");
    await page.getByRole("button", { name: /^Send/ }).first().click();
    const sending = page.getByRole("button", { name: /^Sending/ });
    await sending.hover();
    const colours = z.object({ back: z.string(), plain: z.string() }).parse(
      await page.evaluate(`(() => {
          const button = document.querySelector(".btn.primary[aria-disabled=true], .btn.primary[disabled]");
          const probe = document.createElement("i");
          probe.style.background = "var(--surface-2)";
          document.body.append(probe);
          return { back: getComputedStyle(button).backgroundColor, plain: getComputedStyle(probe).backgroundColor };
        })()`),
    );
    expect(colours.back).toBe(colours.plain);
    expect(faults).toEqual([]);
    await close();
  });

  it("keeps what is typed through a reload, and says why a reply did not go", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${places.wid}/inbox?view=all&q=amar`);
    const field = page.getByLabel("Reply to Lucie Amar");
    await field.fill("Who is your colleague?");
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe("Who is your colleague?");
    await page.route("**/reply*", (route) => route.abort());
    await page.getByRole("button", { name: /^Send/ }).first().click();
    await page.getByText("Your text is kept here.").waitFor();
    expect(await field.inputValue()).toBe("Who is your colleague?");
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it("runs no script of a mail, loads none of its pictures, and works on a phone", async () => {
    const mail = await mailTo(world, "s.aydin@boragida.test");
    const evil = `<p style="color:red">Thanks for the drawings<script>parent.document.title='owned'</script><img src="http://127.0.0.1:9/x.png" onerror="parent.document.title='owned'"><a href="javascript:parent.document.title='owned'">x</a></p>`;
    await answer(world, mail, "Thanks for the drawings.", { name: "<b>Sena</b>", html: evil });
    const { page, faults, close } = await world.visit({ signedIn: world.operator, look: "phone" });
    await page.goto(`/w/${places.wid}/inbox`);
    await page.getByRole("button", { name: /Aydin/ }).first().click({ timeout: 60_000 });
    await page.getByRole("button", { name: "Show original" }).click();
    await page.frameLocator("iframe").getByText("Thanks for the drawings").waitFor();
    expect(await page.title()).toContain("Inbox");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Back to the list" }).click();
    await page.getByRole("button", { name: /Aydin/ }).first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
