import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { answer, mailTo } from "./answers.ts";
import { furnish, type Places } from "./furnish.ts";
import { type DashboardWorld, openDashboard, OPERATOR } from "./world.ts";

let world: DashboardWorld;
let places: Places;
beforeAll(async () => {
  // Furnishing asks more in a minute than one person does.
  world = await openDashboard({ API_LIMIT_PER_MINUTE: "300" });
  places = await furnish(world);
});
afterAll(() => world.stop());

const Threads = z.object({
  data: z.array(z.object({ lead: z.object({ name: z.string() }), status: z.string() })),
});

describe("the inbox", () => {
  it("leads from a reply to a booked meeting without a mouse", async () => {
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
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
    await page.getByText("Sent to Tomas Wieland.").waitFor();
    await expect.poll(() => world.accepted.length).toBeGreaterThan(before);
    const sent = await mailTo(world, "t.wieland@osterkampfoods.test");
    expect(sent.email.text).toContain("Thursday 26 November at 10:30 suits me.");
    expect(sent.email.inReplyTo).toContain("osterkampfoods.test");

    await page.keyboard.press("Escape");
    await page.keyboard.press("2");
    await page.getByText("Tomas Wieland: Meeting booked.").waitFor();
    const api = await world.api(OPERATOR);
    const booked = `/workspaces/${places.wid}/threads?status=meeting_booked`;
    expect((await api.call("GET", booked, Threads)).data).toMatchObject([
      { lead: { name: "Tomas Wieland" } },
    ]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await api.call("GET", booked, Threads)).data.length).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it("keeps what is typed through a reload, and says why a reply did not go", async () => {
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
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
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR, look: "phone" });
    await page.goto(`/w/${places.wid}/inbox`);
    await page.getByRole("button", { name: /Aydin/ }).first().click({ timeout: 40_000 });
    await page.getByRole("button", { name: "Show as it was written" }).click();
    await page.frameLocator("iframe").getByText("Thanks for the drawings").waitFor();
    expect(await page.title()).toContain("Inbox");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Back to the list" }).click();
    await page.getByRole("button", { name: /Ragna Thorsen/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
