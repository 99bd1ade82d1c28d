import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { seriousFindings } from "./accessible.ts";
import { fill, type Places } from "./furnish.ts";
import { anything, openWorkspace, type Workspace } from "./world.ts";

const Made = z.object({ id: z.int() });
const Named = z.object({ email: z.string() });
const Tasks = z.object({ data: z.array(z.object({ state: z.string(), text: z.string() })) });

let world: Workspace;
let places: Places;
beforeAll(async () => {
  world = await openWorkspace();
  places = await fill(world);
});
afterAll(() => world?.stop());

describe("follow-up rules", () => {
  it("are written as a sentence, say what is refused, pause, resume and go", async () => {
    const { wid, campaignId } = places;
    const api = await world.api(world.operator);
    const other = await api.call("POST", `/workspaces/${wid}/campaigns`, Made, { name: "Winter" });
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/campaigns/${campaignId}?tab=rules`);
    await page.getByText("No follow-up rules").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Add a rule" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Then").selectOption("move");
    await dialog.getByRole("button", { name: "Add rule" }).click();
    await dialog.locator(".note.bad").waitFor();
    await dialog.getByLabel("Campaign").selectOption(String(other.id));
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add rule" }).click();
    await page.getByText("When a reply is interested: move to “Winter”.").waitFor();
    await page.getByText("leads wait there until it is started").waitFor();
    await page.getByRole("button", { name: "Pause rule" }).click();
    await page.getByText("Paused", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Resume rule" }).click();
    await page.getByText("Active", { exact: true }).last().waitFor();
    await page.getByRole("button", { name: "Delete rule" }).click();
    await page.getByText("No follow-up rules").waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe("tasks", () => {
  it("are added to a sequence, and the others are ended by keyboard alone", async () => {
    const { wid, campaignId, leadId } = places;
    const api = await world.api(world.operator);
    for (const text of ["First call", "Second call", "Third call"]) {
      const task = { lead_id: leadId, kind: "call", text };
      await api.call("POST", `/workspaces/${wid}/tasks`, anything, task);
    }
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/campaigns/${campaignId}`);
    await page.getByRole("button", { name: "Add a task" }).click();
    await page.getByLabel("What is to be done").fill("Look at {{ company }}");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: /Task: Call.*Look at/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.goto(`/w/${wid}/tasks`);
    await page.getByText("First call").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("j");
    await page.keyboard.press("s");
    await page.getByText("Task skipped.").waitFor();
    await page.getByText("Second call").waitFor({ state: "detached" });
    await page.keyboard.press("k");
    await page.keyboard.press("d");
    await page.getByText("First call").waitFor({ state: "detached" });
    const { data } = await api.call("GET", `/workspaces/${wid}/tasks?state=all`, Tasks);
    expect(data.map(({ text, state }) => [text, state])).toEqual([
      ["First call", "done"],
      ["Second call", "skipped"],
      ["Third call", "open"],
    ]);
    await page.keyboard.press("d");
    await page.getByText("Nothing is due today").waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("are made by hand: in the room for a lead that is looked for, and on a lead", async () => {
    const { wid, leadId } = places;
    const api = await world.api(world.operator);
    const lead = await api.call("GET", `/workspaces/${wid}/leads/${leadId}`, Named);
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/tasks`);
    await page.getByRole("button", { name: "New task" }).click();
    const dialog = page.getByRole("dialog");
    const add = dialog.getByRole("button", { name: "Add task" });
    await dialog.getByLabel("Search leads").fill(lead.email);
    await dialog.getByRole("radio", { name: lead.email }).check();
    await dialog.getByLabel("Kind").selectOption("LinkedIn");
    expect(await add.isDisabled()).toBe(true);
    await dialog.getByLabel("What is to be done").fill("Look at the profile");
    expect(await seriousFindings(page)).toEqual([]);
    await add.click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Look at the profile").waitFor();

    await page.goto(`/w/${wid}/leads/${leadId}`);
    await page.getByRole("button", { name: "New task" }).click();
    await dialog.getByLabel("What is to be done").fill("Call back");
    expect(await seriousFindings(page)).toEqual([]);
    await add.click();
    await dialog.waitFor({ state: "detached" });
    const { data } = await api.call("GET", `/workspaces/${wid}/tasks?lead_id=${leadId}`, Tasks);
    expect(data.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["Look at the profile", "Call back"]),
    );
    expect(faults).toEqual([]);
    await close();
  });
});
