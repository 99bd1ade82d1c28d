import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { layoutFaults } from "./layout.ts";
import { manyRows } from "./many-rows.ts";
import { downloaded } from "./visitor.ts";
import { openWorkspace, type Workspace } from "./world.ts";

const Mailboxes = z.object({
  data: z.array(
    z.object({
      id: z.int(),
      email: z.string(),
      daily_limit: z.int(),
      tags: z.array(z.string()),
      group: z.string().nullable(),
      status: z.string(),
    }),
  ),
  pagination: z.object({ total: z.int() }),
});

let world: Workspace;
let wid: number;
beforeAll(async () => {
  world = await openWorkspace();
  ({ wid } = world);
});
afterAll(() => world?.stop());

const list = async (query = "") =>
  (await world.api(world.operator)).call(
    "GET",
    `/workspaces/${wid}/mailboxes?limit=200${query}`,
    Mailboxes,
  );

describe("many mailboxes", () => {
  it("come from a file, are shown before they are stored, and are followed through a reload", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/mailboxes`);
    await page.getByText("Connect your first mailbox").waitFor();
    await page.getByRole("button", { name: "Import" }).click();
    const dialog = page.getByRole("dialog");
    const choose = (name: string, text: string) =>
      dialog.getByLabel("CSV or XLSX file").setInputFiles({
        name,
        mimeType: "text/csv",
        buffer: Buffer.from(text),
      });
    await choose("Nothing.csv", "name,password\nAnn,x\n");
    await dialog.getByText("This file cannot be imported.").waitFor();
    // More than the workspace may have: told before anything is stored.
    await choose("Too many.csv", manyRows(world, 201));
    await dialog.getByText("Only 200 more mailboxes fit into this workspace").waitFor();
    expect(await dialog.getByRole("button", { name: "Import 201 mailboxes" }).isDisabled()).toBe(
      true,
    );
    const rows = `${manyRows(world, 30)}\nnot an address,x,smtp.x.test,465\n`;
    await choose("Brightwater.csv", rows);
    await dialog.getByText("31 rows: 30 new, 1 with errors, 0 skipped").waitFor();
    await dialog.getByText("13 columns recognized, 1 left out").click();
    await dialog.getByText("left out", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Errors and skipped" }).click();
    expect(await dialog.getByRole("row", { name: "not an address" }).count()).toBe(1);
    expect((await list()).pagination.total).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Import 30 mailboxes" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.reload();
    const progress = page.getByRole("region", { name: "Import of Brightwater.csv" });
    await progress.getByText("27 mailboxes connected of 31 rows.").waitFor();
    await progress.getByText("4 failed", { exact: true }).waitFor();
    const { content: csv } = await downloaded(
      progress.getByRole("link", { name: "Download 4 failed rows" }),
    );
    expect(csv.trim().split("\r\n")).toHaveLength(5);
    expect(csv).toContain("not an address");
    expect(csv).not.toContain("refused,");
    await page.getByText("3 mailboxes: connection failed").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await progress.getByRole("button", { name: "Close" }).click();
    await progress.waitFor({ state: "hidden" });
    await page.reload();
    await page.getByRole("row").nth(3).waitFor();
    expect(await progress.count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it("are filtered, ticked by ranges, changed together, and those that were not are named", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/mailboxes`);
    await page.getByLabel("Group").selectOption({ label: "Osterkamp Foods (10)" });
    await expect.poll(() => page.getByRole("checkbox", { name: /@/ }).count()).toBe(10);
    expect(new URL(page.url()).searchParams.get("group")).toBe("Osterkamp Foods");
    const boxes = page.getByRole("checkbox", { name: /@/ });
    await boxes.nth(1).click();
    await boxes.nth(4).click({ modifiers: ["Shift"] });
    await page.getByText("4 selected").waitFor();
    expect(await boxes.nth(3).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Select all 10", exact: true }).click();
    await page.getByText("All 10 selected").waitFor();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const dialog = page.getByRole("dialog");
    const change = dialog.getByRole("button", { name: "Change 10 mailboxes" });
    expect(await change.isDisabled()).toBe(true);
    await dialog.getByLabel("Emails per day").fill("many");
    await change.click();
    await dialog.locator(".err").waitFor();
    await dialog.getByLabel("Emails per day").fill("25");
    await dialog.getByLabel("Add tags").fill("autumn, north");
    await dialog.getByLabel("Remove tags").fill("dach");
    await dialog.getByLabel("Group").selectOption("New group");
    await dialog.getByLabel("Name of the group").fill("Osterkamp");
    expect(await seriousFindings(page)).toEqual([]);
    await change.click();
    await page.getByText("10 mailboxes changed.").waitFor();
    const changed = await list("&group=Osterkamp");
    expect(changed.data).toHaveLength(10);
    for (const one of changed.data) {
      expect([one.daily_limit, one.tags]).toEqual([25, ["outbound", "autumn", "north"]]);
    }
    // The filter of the address is one that nothing fits any more.
    await page.getByRole("button", { name: "Show all mailboxes" }).click();
    await page.getByLabel("Status").selectOption({ label: "Connection error (3)" });
    await expect.poll(() => page.getByRole("checkbox", { name: /@/ }).count()).toBe(3);
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByLabel("Select all visible rows").click();
    const more = page.getByRole("button", { name: "More actions for the selection" });
    await more.click();
    await page.getByRole("menuitem", { name: "Resume" }).click();
    await page.getByRole("heading", { name: "Resume 30 mailboxes?" }).waitFor();
    await dialog.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("heading", { name: "27 mailboxes active, 3 not" }).waitFor();
    await dialog.getByText("3 mailboxes: Test the mailbox.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Select those 3" }).click();
    await page.getByText("3 selected").waitFor();
    await more.click();
    await page.getByRole("menuitem", { name: "Disconnect" }).click();
    await dialog.getByText("This cannot be undone.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect((await list()).pagination.total).toBe(30);
    await more.click();
    await page.getByRole("menuitem", { name: "Disconnect" }).click();
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await page.getByText("3 mailboxes disconnected.").waitFor();
    expect((await list()).pagination.total).toBe(27);
    expect(await page.getByText("connection failed").count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it("open beside the list where there is room, by keyboard too, and on a page of their own on a phone", async () => {
    const wide = await world.visit({ signedIn: world.operator });
    const { page } = wide;
    await page.goto(`/w/${wid}/mailboxes?tag=north`);
    await page.getByRole("row").nth(3).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.getByText("1 selected").waitFor();
    await page.keyboard.press("Enter");
    const pane = page.getByRole("region", { name: /@brightwater/ });
    await pane.getByRole("heading", { name: "DNS" }).waitFor();
    const { pathname, searchParams } = new URL(page.url());
    expect(pathname).toMatch(/\/mailboxes\/\d+$/);
    expect(searchParams.get("tag")).toBe("north");
    // What was ticked and filtered stays beside it.
    await page.getByText("1 selected").waitFor();
    expect(await page.getByRole("checkbox", { name: /@/ }).count()).toBe(9);
    expect(await page.locator(".vrow [aria-current=page]").count()).toBe(1);
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.getByRole("heading", { level: 1, name: /@brightwater/ }).waitFor();
    expect(await page.getByRole("table", { name: "Mailboxes" }).count()).toBe(0);
    await page.getByRole("link", { name: "All mailboxes" }).click();
    await expect.poll(() => page.getByRole("checkbox", { name: /@/ }).count()).toBe(9);
    await wide.close();

    const phone = await world.visit({ look: "phone", signedIn: world.operator });
    await phone.page.goto(pathname);
    await phone.page.getByRole("heading", { level: 1, name: /@brightwater/ }).waitFor();
    await phone.page.getByRole("heading", { name: "DNS" }).waitFor();
    expect(await layoutFaults(phone.page)).toEqual([]);
    await phone.page.getByRole("link", { name: "All mailboxes" }).click();
    await phone.page.getByText("Select all 27").click();
    await phone.page.getByText("All 27 selected").waitFor();
    expect(await seriousFindings(phone.page)).toEqual([]);
    expect([wide.faults, phone.faults]).toEqual([[], []]);
    await phone.close();
  });
});
