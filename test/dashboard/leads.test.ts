import type { FileChooser } from "playwright-core";
import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { furnish } from "./furnish.ts";
import { focusedName, pressByKey, tabTo } from "./keyboard.ts";
import { workbook } from "#test/support/workbook.ts";
import { openWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
let wid: number;
beforeAll(async () => {
  world = await openWorkspace();
  ({ wid } = await furnish(world));
});
afterAll(() => world?.stop());

const Deletion = z.looseObject({ total: z.int(), leads: z.int(), has_more: z.boolean() });

const FILE = [
  "Adresse;Given name;Firma",
  "ann@osterkampfoods.test;Ann;Osterkamp",
  'bo@mlynbakeries.test;<script>alert(2)</script>;"<img src=x onerror=alert(1)>"',
  "gone@nowhere.test;Gil;",
  "no address;Cy;",
].join("\n");

describe("from a file to checked addresses", () => {
  it("maps columns, tries dry and stores without a mouse, checks and enrols", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/leads`);
    await page.getByRole("link", { name: "Tomas Wieland" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // To the stored list by keyboard alone; Escape first, and the focus is where it was.
    const upload = page.getByRole("button", { name: "Import leads" });
    const dialog = page.getByRole("dialog");
    await pressByKey(page, upload);
    await expect.poll(() => focusedName(page)).toBe("CSV or XLSX file");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => focusedName(page)).toBe("Import leads");
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedName(page)).toBe("CSV or XLSX file");
    const choosers: FileChooser[] = [];
    page.on("filechooser", (opened) => void choosers.push(opened));
    // While the dialog still opens, the browser may take no key for a click.
    await vi.waitFor(
      async () => {
        if (choosers.length === 0) await page.keyboard.press("Space");
        expect(choosers.length).toBeGreaterThan(0);
      },
      { timeout: 30_000, interval: 500 },
    );
    await choosers[0]?.setFiles({
      name: "Fair.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(FILE),
    });
    // By what the column holds: its name says nothing.
    await expect
      .poll(() => dialog.getByLabel("Field for column Adresse").inputValue())
      .toBe("email");
    await tabTo(page, dialog.getByLabel("Field for column Adresse"));
    await page.keyboard.type("Email");
    await tabTo(page, dialog.getByLabel("Field for column Firma"));
    await page.keyboard.type("Company");
    await pressByKey(page, dialog.getByRole("button", { name: "Preview import" }));
    await dialog.getByText("3 new, 1 invalid. Nothing is imported yet.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await pressByKey(page, dialog.getByRole("button", { name: "Import leads" }));
    await dialog.getByText("3 new, 1 invalid.").waitFor();
    await pressByKey(page, dialog.getByRole("button", { name: "Validate leads" }));
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => focusedName(page)).toBe("Import leads");
    await page.getByText("The domain does not exist").waitFor();
    // What it came to stays until it is put away.
    await page.getByText("3 leads validated.").waitFor();
    await page.getByRole("button", { name: /^Close the result of/ }).click();
    await page.getByText("3 leads validated.").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Ann" }).waitFor();
    await page.getByRole("link", { name: "<script>alert(2)</script>" }).waitFor();
    await page.getByText("<img src=x onerror=alert(1)>").waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    await page
      .getByRole("button", { name: /^Score 90 of 100/ })
      .first()
      .hover();
    await page.getByText("35 of 35").waitFor();
    await page.mouse.move(0, 0);
    await page.getByLabel("Select all visible rows").check();
    await page.getByRole("button", { name: /^Add .* to campaign$/ }).click();
    await dialog.getByRole("button", { name: "Add leads" }).click();
    await dialog.getByText("2 leads added.").waitFor();
    await dialog.getByText("1 skipped: invalid").waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("tells a repeat inside the file from a known address, cuts no address, and names how many go", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/leads?upload=true`);
    const dialog = page.getByRole("dialog");
    const rows = "email\nnew@twice.test\nNEW@twice.test\no.nordmann@posteo.test";
    await dialog
      .getByLabel("CSV or XLSX file")
      .setInputFiles({ name: "Twice.csv", mimeType: "text/csv", buffer: Buffer.from(rows) });
    await dialog.getByRole("button", { name: "Preview import" }).click();
    await dialog.getByText("1 new, 1 already known, 1 repeated in the file.").waitFor();
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto(`/w/${wid}/leads?q=posteo`);
    await page.getByText("o.nordmann@posteo.test").waitFor();
    const cut = await page.evaluate(
      "[...document.querySelectorAll('.detail')].filter((e) => e.title && e.scrollWidth > e.clientWidth).length",
    );
    expect(cut).toBe(0);
    await page.route("**/leads/deletion", async (route) => {
      const response = await route.fetch();
      const json = Deletion.parse(await response.json());
      await route.fulfill({
        response,
        json: { ...json, total: 10_302, leads: 10_000, has_more: true },
      });
    });
    await page.getByLabel("Select all visible rows").check();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete 10,302 leads?" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(faults).toEqual([]);
    await close();
  });

  it("imports a sheet of a workbook, its columns guessed from their values, and validates the file", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    const file = {
      name: "Fair.xlsx",
      mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      buffer: Buffer.from(
        await workbook({
          sheets: [
            { name: "Notes", rows: [["Fair"]] },
            {
              name: "Guests",
              rows: [
                ["E-Mail", "", "Durchwahl"],
                ["ida.berg@osterkampfoods.test", "Ida", "+49 40 555001"],
                { hidden: true, cells: ["hid@osterkampfoods.test", "Hid", "+49 40 555002"] },
              ],
            },
          ],
        }),
      ),
    };
    await page.goto(`/w/${wid}/leads?upload=true`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("CSV or XLSX file").setInputFiles(file);
    await expect.poll(() => dialog.getByLabel("Sheet").inputValue()).toBe("Guests");
    expect(await dialog.getByText("guessed from its values").count()).toBe(2);
    await dialog.getByRole("button", { name: "Preview import" }).click();
    await dialog.getByText("1 new. Nothing is imported yet. 1 hidden row skipped.").waitFor();
    await dialog.getByLabel("Include hidden rows").check();
    await dialog.getByRole("button", { name: "Import leads" }).click();
    await dialog.getByText("2 new.").waitFor();
    await page.goto(`/w/${wid}/leads`);
    await page.getByRole("link", { name: "Validate a file" }).click();
    await page.getByLabel("CSV or XLSX file").setInputFiles(file);
    await expect.poll(() => page.getByLabel("Column with the addresses").inputValue()).toBe("0");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Validate file" }).click();
    await page.getByText("2 rows validated.").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Fair-validated.xlsx");
    await page.getByRole("button", { name: "Delete Fair.xlsx" }).click();
    await page.getByText("2 rows validated.").waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await close();
  });

  it("changes a lead, tells what is wrong beside its field, and erases", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator, look: "phone" });
    await page.goto(`/w/${wid}/leads?q=nordmann`);
    await page.getByRole("link", { name: "Ola Nordmann" }).click();
    await page.getByRole("heading", { name: "Activity" }).waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill("nobody");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Enter a valid email address").waitFor();
    await dialog.getByLabel("Email").fill("o.nordmann@posteo.test");
    await dialog.getByLabel("Company").fill("Nordmann & Sønner");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Nordmann & Sønner").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Never write again" }).click();
    await page.getByRole("button", { name: "Never write again" }).click();
    const state = page.getByRole("banner").getByText("Suppressed");
    await state.waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await state.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Show conversations" }).click();
    await page.waitForURL(/\/inbox\?.*o\.nordmann/);
    await page.goBack();
    await page.getByRole("heading", { name: "Activity" }).waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Erase permanently" }).click();
    await page.getByRole("button", { name: "Erase permanently" }).click();
    await page.getByText("Only a hash of the address is kept").waitFor();
    await page.goto(`/w/${wid}/leads?q=nordmann`);
    await page.getByText("No matching leads").waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("deletes chosen leads once it has told what ends", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/leads`);
    await page.getByLabel("Select Pavel Ruzicka").check();
    await page.getByLabel("Select Sena Aydin").check();
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete 2 leads?" });
    await dialog.getByText("2 leads in 1 campaign get no further steps").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("2 selected").waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete 2 leads" }).click();
    await page.getByText("2 leads deleted.").waitFor();
    await page.getByText("2 selected").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Sena Aydin" }).waitFor({ state: "detached" });
    expect(await page.getByRole("link", { name: "Henk de Boer" }).count()).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  it("takes a deleted lead back, and asks first where its mail waits", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    const remove = async (name: string): Promise<void> => {
      await page.getByRole("link", { name }).click();
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Delete lead" }).click();
    };
    await page.goto(`/w/${wid}/leads`);
    await remove("Henk de Boer");
    // Under the pointer it stays, however long the rest takes.
    await page.getByText("Henk de Boer deleted.").hover();
    await page.getByRole("link", { name: "Lucie Amar" }).waitFor();
    expect(await page.getByRole("link", { name: "Henk de Boer" }).count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Henk de Boer" }).waitFor();
    await remove("Marguerite Vandenbroucke");
    const dialog = page.getByRole("dialog", { name: "Delete Marguerite Vandenbroucke?" });
    await dialog.getByText("1 lead in 1 campaign gets no further steps.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "Marguerite Vandenbroucke" }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("takes a deleted list back, and deletes it when nobody did and the page is left", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    const choice = page.getByRole("combobox", { name: "List" });
    const remove = async (): Promise<void> => {
      await choice.selectOption({ label: "Expo 2026 (5)" });
      await page.getByRole("button", { name: "More actions for the list Expo 2026" }).click();
      await page.getByRole("menuitem", { name: "Delete list" }).click();
      await page.getByText("List “Expo 2026” deleted. Its 5 leads are kept.").hover();
      expect(await choice.getByRole("option", { name: /Expo/ }).count()).toBe(0);
    };
    await page.goto(`/w/${wid}/leads`);
    await page.getByRole("link", { name: "Henk de Boer" }).waitFor();
    await remove();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Undo" }).click();
    await remove();
    await page.goto(`/w/${wid}/leads?status=valid`);
    await page.getByRole("link", { name: "Henk de Boer" }).waitFor();
    await expect.poll(() => choice.getByRole("option", { name: /Expo/ }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it("refuses what is no CSV before anything is sent", async () => {
    const { page, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/leads?upload=true`);
    await page.getByLabel("CSV or XLSX file").setInputFiles({
      name: "leads.xlsx",
      mimeType: "application/vnd.ms-excel",
      buffer: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    });
    await page.getByText("old Excel file").waitFor();
    expect(await page.getByRole("button", { name: "Import leads" }).isDisabled()).toBe(true);
    await close();
  });
});
