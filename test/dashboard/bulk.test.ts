import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { fill } from "./furnish.ts";
import { layoutFaults } from "./layout.ts";
import { downloaded } from "./visitor.ts";
import { anything, openWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
let wid: number;
let campaignId: number;
beforeAll(async () => {
  world = await openWorkspace();
  ({ wid, campaignId } = await fill(world));
});
afterAll(() => world?.stop());

const Leads = z.object({
  data: z.array(z.object({ email: z.string(), tags: z.array(z.string()) })),
});

describe("many leads at once", () => {
  it("are tagged with the count before and after, filtered by the tag, and kept as a segment", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/leads`);
    const bar = page.getByRole("region", { name: "Selection" });
    const dialog = page.getByRole("dialog");
    for (const name of ["Tomas Wieland", "Ragna Thorsen", "Pavel Ruzicka"]) {
      await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    }
    await bar.getByText("3 selected").waitFor();
    await bar.getByRole("button", { name: "Tag" }).click();
    await dialog.getByLabel("Tag").fill("Hot");
    await dialog.getByText("3 leads selected.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Tag 3 leads" }).click();
    await dialog.getByText("3 leads tagged.").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await bar.waitFor({ state: "detached" });

    await page.getByRole("combobox", { name: "Tag" }).focus();
    await page.getByRole("combobox", { name: "Tag" }).selectOption("Hot");
    await expect.poll(() => new URL(page.url()).searchParams.get("tag")).toBe("Hot");
    await expect
      .poll(() => page.getByRole("checkbox", { name: /^Select (?!all)/ }).count())
      .toBe(3);
    expect(await layoutFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Save as segment" }).click();
    await dialog.getByLabel("Name").fill("Hot leads");
    await dialog.getByRole("button", { name: "Save segment" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("segment")).not.toBeNull();
    await page.getByText("3 leads", { exact: true }).first().waitFor();
    await page.reload();
    await page.getByRole("combobox", { name: "Segment" }).waitFor();
    await expect
      .poll(() => page.getByRole("checkbox", { name: /^Select (?!all)/ }).count())
      .toBe(3);

    // All that the segment finds, without the one tag.
    await page.getByRole("checkbox", { name: "Select all visible rows" }).check();
    await bar.getByRole("button", { name: "Select all 3" }).click();
    await bar.getByRole("button", { name: "More actions for the selection" }).click();
    await page.getByRole("menuitem", { name: "Remove a tag" }).click();
    await dialog.getByLabel("Tag").fill("hot");
    await dialog.getByRole("button", { name: "Untag 3 leads" }).click();
    await dialog.getByText("Tag removed from 3 leads.").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByText("No matching leads").waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("are filtered by a field; their tag is renamed and deleted after the count of its leads", async () => {
    const api = await world.api(world.operator);
    const leads = ["gold", "Gold plus", ""].map((plan, n) => ({
      email: `p${n}@plans.test`,
      first_name: "Plan",
      last_name: `Nr. ${n}`,
      custom: plan === "" ? {} : { plan },
      tags: ["Trial"],
    }));
    await api.call("POST", `/workspaces/${wid}/leads`, anything, { leads });
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/leads?tag=Trial`);
    const dialog = page.getByRole("dialog");
    const rows = page.getByRole("checkbox", { name: /^Select Plan/ });
    await page.getByText("3 leads tagged").waitFor();
    await page.getByRole("button", { name: "Field", exact: true }).click();
    await dialog.getByLabel("Field").fill("plan");
    await dialog.getByLabel("Condition").selectOption("contains");
    await dialog.getByRole("button", { name: "Filter" }).click();
    await dialog.getByText("Enter a value.").waitFor();
    await dialog.getByLabel("Value").fill("gold");
    expect(await seriousFindings(page)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Filter" }).click();
    await expect.poll(() => rows.count()).toBe(2);
    expect(new URL(page.url()).searchParams.get("field")).toBe("plan~gold");
    expect(await layoutFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove the filter plan contains gold" }).click();
    await expect.poll(() => rows.count()).toBe(3);

    await page.getByRole("button", { name: "More actions for the tag Trial" }).click();
    await page.getByRole("menuitem", { name: "Rename tag" }).click();
    await dialog.getByText("3 leads have it.", { exact: false }).waitFor();
    await dialog.getByLabel("Name").fill("Test run");
    await dialog.getByRole("button", { name: "Rename tag" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("tag")).toBe("Test run");
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole("button", { name: "More actions for the tag Test run" }).click();
    await page.getByRole("menuitem", { name: "Delete tag" }).click();
    await dialog.getByText("“Test run” is taken off 3 leads.", { exact: false }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Delete tag" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("tag")).toBeNull();
    const found = await api.call("GET", `/workspaces/${wid}/leads?q=plans`, Leads);
    expect(found.data.map(({ tags }) => tags)).toEqual([[], [], []]);
    expect(faults).toEqual([]);
    await close();
  });

  it("are exported and suppressed as they are selected", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/leads`);
    const bar = page.getByRole("region", { name: "Selection" });
    const dialog = page.getByRole("dialog");
    await page.getByRole("checkbox", { name: "Select Ola Nordmann" }).check();
    await bar.getByRole("button", { name: "More actions for the selection" }).click();
    const file = await downloaded(page.getByRole("menuitem", { name: "Export 1 as CSV" }));
    expect(file.content).toContain("Nordmann");
    expect(file.content).not.toContain("Wieland");
    await bar.getByRole("button", { name: "More actions for the selection" }).click();
    await page.getByRole("menuitem", { name: "Suppress" }).click();
    await dialog.getByRole("button", { name: "Suppress 1 lead" }).click();
    await dialog.getByText("1 lead suppressed.").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByText("Suppressed", { exact: true }).first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe("leads of a campaign", () => {
  it("are moved and removed after a preview that says what happens to their emails", async () => {
    const api = await world.api(world.operator);
    const at = `/workspaces/${wid}`;
    const before = await api.call("GET", `${at}/leads`, Leads);
    const Made = z.object({ id: z.int() });
    const target = await api.call("POST", `${at}/campaigns`, Made, { name: "Autumn follow-up" });
    for (const subject of ["First", "Second", "Third"]) {
      await api.call("POST", `${at}/campaigns/${target.id}/steps`, anything, {
        subject,
        body_text: "Hello",
      });
    }
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/campaigns/${campaignId}?tab=leads`);
    const bar = page.getByRole("region", { name: "Selection" });
    const dialog = page.getByRole("dialog");
    const boxes = page.getByRole("checkbox", { name: /^Select / });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await bar.getByRole("button", { name: /^Move / }).click();
    await dialog.getByLabel("Campaign").selectOption({ label: "Autumn follow-up (draft)" });
    await dialog.getByLabel("Next step").selectOption({ label: "Step 3: Third" });
    await dialog.getByText("2 leads go on at step 3.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Move 2 leads" }).click();
    await dialog.getByText("2 leads moved.").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await bar.waitFor({ state: "detached" });
    const there = z.object({ data: z.array(z.object({ current_step: z.int() })) });
    const moved = await api.call("GET", `${at}/campaigns/${target.id}/leads`, there);
    expect(moved.data).toEqual([{ current_step: 2 }, { current_step: 2 }]);

    await page.locator('input[type="checkbox"]:enabled').first().check();
    await bar.getByRole("button", { name: "Remove" }).click();
    await dialog.getByText("The leads stay in the workspace").waitFor();
    await dialog.getByRole("button", { name: "Remove 1 lead" }).click();
    await dialog.getByText("1 lead removed.").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    expect((await api.call("GET", `${at}/leads`, Leads)).data).toHaveLength(before.data.length);
    expect(faults).toEqual([]);
    await close();
  });
});
