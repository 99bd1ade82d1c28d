import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { file, fileServer } from "#test/support/file-server.ts";
import { seriousFindings } from "./accessible.ts";
import { openWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
let server: Awaited<ReturnType<typeof fileServer>>;
beforeAll(async () => {
  world = await openWorkspace();
  server = await fileServer(
    file("Kontakt;Vorname;Etage\nann@osterkampfoods.test;Ann;3\nbo@mlynbakeries.test;Bo;1\n"),
  );
});
afterAll(async () => {
  await server?.close();
  await world?.stop();
});

describe("a link that leads are imported from", () => {
  it("is added with a preview, runs, tells what failed, and is changed, paused and deleted", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${world.wid}/leads`);
    await page.getByRole("link", { name: "Links", exact: true }).click();
    await page.getByText("No links yet").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Add link" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address").fill("ftp://nowhere");
    await dialog.getByRole("button", { name: "Preview file" }).click();
    await dialog.locator(".err").waitFor();
    await dialog.getByLabel("Address").fill(`${server.url}/fair.csv?key=canary-secret`);
    await dialog.getByRole("button", { name: "Preview file" }).click();
    await dialog.getByRole("cell", { name: "bo@mlynbakeries.test", exact: true }).waitFor();
    expect(await dialog.getByLabel("Field for column Kontakt").inputValue()).toBe("email");
    await dialog.getByLabel("Field for column Etage").selectOption("skip");
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add link" }).click();
    await page.getByText("2 new, 0 changed, 0 unchanged, 0 rejected.").waitFor({ timeout: 30_000 });
    await expect.poll(() => page.getByText("canary-secret").count()).toBe(0);

    server.serve = file("Kontakt;Vorname;Etage\nann@osterkampfoods.test;Anna;3\nnobody;Nil;1\n");
    await page.getByRole("button", { name: "Run now: fair" }).click();
    await page.getByText("0 new, 1 changed, 0 unchanged, 1 rejected.").waitFor({ timeout: 30_000 });
    await page.getByRole("button", { name: "Show runs" }).click();
    await page.getByRole("button", { name: "1 rejected row" }).click();
    await page.getByRole("cell", { name: "Kontakt" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    server.serve = file("<!doctype html><title>Sign in</title>", { "content-type": "text/html" });
    await page.getByRole("button", { name: "Run now: fair" }).click();
    await page.getByText("The last run failed.").waitFor({ timeout: 30_000 });
    await page.getByText("Publish the sheet").first().waitFor();
    await page.goto(`/w/${world.wid}/notices`);
    await page.getByText("The link fair could not be read").first().waitFor();
    await page.getByRole("link", { name: "Links", exact: true }).first().click();

    server.serve = file("Kontakt;Vorname;Etage\nann@osterkampfoods.test;Anna;3\n");
    await page.getByRole("button", { name: "Edit fair" }).click();
    await dialog.getByRole("region", { name: "First rows" }).getByText("Anna").waitFor();
    expect(await dialog.getByLabel("Field for column Etage").inputValue()).toBe("skip");
    await dialog.getByLabel("Field for column Etage").selectOption("custom");
    await dialog.getByLabel("Fetch").selectOption("hour");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("0 new, 1 changed, 0 unchanged, 0 rejected.").waitFor({ timeout: 30_000 });
    await page.getByText("Every hour").waitFor();
    await page.getByRole("button", { name: "Pause fair" }).click();
    await page.getByText("Paused").waitFor();
    await page.getByRole("button", { name: "Resume fair" }).click();
    await page.getByText("Active").waitFor();
    await page.getByRole("button", { name: "Delete fair" }).click();
    await page.getByText("No links yet").waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
