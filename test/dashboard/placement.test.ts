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

it("lets an admin share a seed of the workspace with all", async () => {
  const { page, close } = await world.visit({ signedIn: world.operator });
  // The admin of the product that all files share is somebody else.
  await page.route("**/api/v1/auth/me", async (route) => {
    const response = await route.fetch();
    const told = (await response.text()).replaceAll('"role":"employee"', '"role":"admin"');
    await route.fulfill({ response, body: told });
  });
  const seed = { id: "mailbox:7", email: "kept@halden.test", provider: "google", mailbox_id: 7 };
  await page.route("**/placement-seeds", (route) => route.fulfill({ json: { data: [seed] } }));
  let asked: unknown = null;
  await page.route("**/api/v1/admin/seeds/mailboxes", (route) => {
    asked = route.request().postDataJSON();
    return route.fulfill({ status: 201, json: { id: 1 } });
  });
  await page.goto(`/w/${places.wid}/placement`);
  await page.getByRole("button", { name: "For all workspaces: kept@halden.test" }).click();
  await page.getByText("Every workspace can send test emails to it now.").waitFor();
  expect(asked).toEqual({ workspace_id: places.wid, mailbox_id: 7 });
  expect(await seriousFindings(page)).toEqual([]);
  await close();
});
