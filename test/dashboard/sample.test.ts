import { afterAll, beforeAll, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { openWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
beforeAll(async () => {
  world = await openWorkspace();
});
afterAll(() => world.stop());

it("sample data is made by one click, answers once its campaign runs, and is removed by another", async () => {
  const { page, faults, close } = await world.visit({ signedIn: world.operator, minutes: 2 });
  await page.goto("/");
  await page.getByRole("button", { name: "Try with sample data" }).click();
  const bar = page.getByRole("region", { name: "Sample data" });
  await bar.getByText("Nothing of it leaves Outrider").waitFor();
  await page.getByRole("heading", { name: "Sample data" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start campaign" }).click();
  const rooms = page.getByRole("navigation", { name: "Main" });
  await rooms.getByRole("link", { name: /^Mailboxes/ }).click();
  await page.getByText("you@sandbox.sample.example").first().click();
  await page.getByText("Sandbox: nothing leaves Outrider").waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await rooms.getByRole("link", { name: /^Inbox/ }).click();
  await page.getByText("Ada Lindqvist").first().waitFor({ timeout: 180_000 });
  await bar.getByRole("button", { name: "Remove sample data" }).click();
  // Somebody may be just writing an answer: then the tick completes it.
  await bar.waitFor({ state: "detached", timeout: 90_000 });
  await page.getByRole("button", { name: "Try with sample data" }).waitFor();
  expect(faults).toEqual([]);
  await close();
});
