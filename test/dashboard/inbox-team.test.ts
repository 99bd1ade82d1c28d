import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { furnish, type Places } from "./furnish.ts";
import { anything, openOwnWorkspace, OPERATOR, type Workspace } from "./world.ts";

const COLLEAGUE = {
  name: "Theo Brandt",
  email: "theo@northgate.test",
  password: "quiet harbour lantern eight",
};

let world: Workspace;
let places: Places;
beforeAll(async () => {
  world = await openOwnWorkspace();
  places = await furnish(world);
  const api = await world.api(OPERATOR);
  await api.call("POST", "/admin/employees", anything, { ...COLLEAGUE, role: "admin" });
});
afterAll(() => world.stop());

const Notices = z.object({ data: z.array(z.object({ kind: z.string(), title: z.string() })) });

describe("an inbox of several people", () => {
  it("finds a thread by words of a message, and shows them", async () => {
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
    await page.goto(`/w/${places.wid}/inbox?view=all`);
    await page.locator(".thread-row").first().waitFor();
    const field = page.getByLabel("Search threads");
    await field.fill("park GATE");
    const row = page.locator(".thread-row");
    // New mail comes into the index within a tick.
    await expect.poll(() => row.count(), { timeout: 70_000 }).toBe(1);
    await expect.poll(() => row.locator("mark").allInnerTexts()).toEqual(["Park", "gate"]);
    expect(await seriousFindings(page)).toEqual([]);
    await field.fill('"gate park"');
    await expect.poll(() => row.count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it("keeps a note beside the messages, and tells the colleague whom it mentions", async () => {
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
    await page.goto(`/w/${places.wid}/inbox?view=all`);
    await page.locator(".thread-row", { hasText: "Ragna Thorsen" }).click();
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByLabel("Note for your team. It is never sent.").fill("May we give 10 %?");
    await page.getByRole("button", { name: "Mention" }).click();
    await page.getByRole("menuitem", { name: COLLEAGUE.name }).click();
    await page.getByRole("button", { name: "Save note" }).click();
    const note = page.getByRole("article", { name: `Note by ${OPERATOR.name}` });
    await note.getByText(`May we give 10 %? @${COLLEAGUE.name}`).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const theirs = await world.api(COLLEAGUE);
    const { data } = await theirs.call("GET", `/workspaces/${places.wid}/notifications`, Notices);
    expect(data[0]).toEqual({
      kind: "note_mention",
      title: `${OPERATOR.name} mentioned you in a note`,
    });
    await note.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Note for your team. It is never sent.").fill("No discount.");
    await page.getByRole("button", { name: "Save note" }).click();
    await note.getByText("No discount.").waitFor();
    await note.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete note" }).click();
    await note.waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await close();
  });

  it("warns who answers a thread that somebody else is answering, and who answers below something newer", async () => {
    const one = await world.visit({ signedIn: OPERATOR });
    const other = await world.visit({ signedIn: COLLEAGUE });
    for (const { page } of [one, other]) {
      await page.goto(`/w/${places.wid}/inbox?view=all`);
      await page.locator(".thread-row", { hasText: "Ragna Thorsen" }).click();
      await page.getByLabel("Reply to Ragna Thorsen").waitFor();
    }
    await one.page.getByLabel("Reply to Ragna Thorsen").fill("Hello Ragna, Monday suits us.");
    await other.page
      .getByText(`${OPERATOR.name} is answering this thread.`)
      .waitFor({ timeout: 20_000 });
    await other.page.getByLabel("Reply to Ragna Thorsen").fill("Hello Ragna, Tuesday?");
    await other.page.getByRole("button", { name: /^Send/ }).first().click();
    const asked = other.page.getByRole("dialog", {
      name: `${OPERATOR.name} is answering this thread`,
    });
    expect(await seriousFindings(other.page)).toEqual([]);
    await asked.getByRole("button", { name: "Wait" }).click();

    await one.page.getByRole("button", { name: /^Send/ }).first().click();
    const question = one.page.getByRole("dialog", { name: /is answering this thread/ });
    await question.getByRole("button", { name: "Send anyway" }).click();
    await one.page.getByText("Sending to Ragna Thorsen in ten seconds.").waitFor();
    // The other has not seen it yet.
    await other.page.getByRole("button", { name: /^Send/ }).first().click();
    const again = other.page.getByRole("dialog", { name: /is answering this thread/ });
    const refused = other.page.getByText("Not sent: this thread has a newer message.");
    await again.or(refused).first().waitFor();
    if (await again.isVisible()) await again.getByRole("button", { name: "Send anyway" }).click();
    await refused.waitFor();
    expect(await seriousFindings(other.page)).toEqual([]);
    await other.page.getByText("Monday suits us.").waitFor();
    expect(await other.page.getByLabel("Reply to Ragna Thorsen").inputValue()).toBe(
      "Hello Ragna, Tuesday?",
    );
    await other.page.getByRole("alert").getByRole("button", { name: "Send anyway" }).click();
    await other.page.getByText("Sending to Ragna Thorsen in ten seconds.").waitFor();
    // A refusal is no fault of the page.
    expect(one.faults).toEqual([]);
    expect(other.faults.filter((fault) => !fault.includes("409"))).toEqual([]);
    await one.close();
    await other.close();
  });

  it("assigns by rule, and shows whose replies wait", async () => {
    const { page, faults, close } = await world.visit({ signedIn: OPERATOR });
    await page.goto(`/w/${places.wid}/settings`);
    await page.getByLabel("Notify about replies that wait longer than (hours)").fill("24");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.getByRole("button", { name: "Add rule" }).click();
    const rule = page.getByRole("region", { name: "Rule 1" });
    await rule.getByLabel("Category").selectOption("Interested");
    await rule.getByLabel(COLLEAGUE.name).check();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    const api = await world.api(OPERATOR);
    const Stored = z.object({ inbox: z.object({ assignment_rules: z.array(anything) }) });
    await expect
      .poll(async () => (await api.call("GET", `/workspaces/${places.wid}/settings`, Stored)).inbox)
      .toMatchObject({ assignment_rules: [{ categories: ["interested"] }] });
    await page.goto(`/w/${places.wid}/inbox`);
    await page.getByRole("button", { name: "Waiting" }).click();
    const list = page.getByRole("dialog", { name: "Oldest unanswered replies" });
    await list.getByText("Unassigned").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
