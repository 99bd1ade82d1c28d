import { afterAll, beforeAll, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { fill, type Places } from "./furnish.ts";
import { answerPlacement } from "./placement-answers.ts";
import { openWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
let places: Places;
beforeAll(async () => {
  world = await openWorkspace();
  places = await fill(world);
});
afterAll(() => world?.stop());

it("turns a seed on, says what a test takes, starts it, and cancels it", async () => {
  const { page, faults, close } = await world.visit({ signedIn: world.operator });
  await page.goto(`/w/${places.wid}/placement`);
  await page.getByText("No placement tests yet").waitFor();
  await page.getByText("No seeds yet").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page
    .getByLabel("Let a mailbox take test emails")
    .selectOption({ label: "jonas@try-halden.test" });
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  await page.getByRole("cell", { name: "jonas@try-halden.test", exact: true }).waitFor();

  await page.getByRole("button", { name: "Test placement" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("mara@try-halden.test").check();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("The email has no subject.").first().waitFor();
  await dialog.getByLabel("Subject").fill("A question");
  await dialog.getByLabel("Text").fill("Hi Jonas,\n\nshall we talk?");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("1 test email; 1 of them take a place").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send 1 test email" }).click();
  await page.getByRole("heading", { name: "A question" }).waitFor();
  await page.getByText("jonas@try-halden.test").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled").first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
  await close();
});

it("draws the history, the matrix and how far the search is", async () => {
  const { page, close } = await world.visit({ signedIn: world.operator });
  await answerPlacement(page);
  await page.goto(`/w/${places.wid}/placement`);
  await page.getByRole("img", { name: /Shares of the last 14 tests/ }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.goto(`/w/${places.wid}/placement/77`);
  await page.getByText("2 of 8 in the inbox").waitFor();
  await page.getByText("25% (7% to 59%)").waitFor();
  await page.getByText("Cause found").waitFor();
  await page.getByText("27 of at most 64 emails").waitFor();
  await page.getByText("Without links, pixel").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await close();
});
