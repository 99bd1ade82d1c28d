import { afterAll, beforeAll, expect, it } from "vitest";
import { fill, type Places } from "./furnish.ts";
import { openWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
let places: Places;
beforeAll(async () => {
  world = await openWorkspace();
  places = await fill(world);
});
afterAll(() => world?.stop());

it("leads back to where somebody wanted to go, and keeps an unsaved page until they say so, by link and by Back", async () => {
  const { page, faults, close } = await world.visit({ minutes: 2 });
  const { wid, campaignId } = places;
  const settings = `/w/${wid}/campaigns/${campaignId}?tab=settings`;
  await page.goto(settings);
  await page.getByLabel("Email").fill(world.operator.email);
  await page.getByLabel("Password").fill(world.operator.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("New leads per day").waitFor();
  expect(page.url()).toContain(settings);

  const at = (path: string): Promise<void> => page.waitForURL(`${world.url}${path}`);
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await page
    .getByRole("link", { name: /^Leads/ })
    .first()
    .click();
  await at(`/w/${wid}/leads`);
  await page.goBack();
  await page.getByLabel("New leads per day").fill("20");
  await page
    .getByRole("link", { name: /^Mailboxes/ })
    .first()
    .click();
  await question.getByRole("button", { name: "Keep editing" }).click();
  expect(page.url()).toContain(settings);
  await page.goForward();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await at(settings);
  expect(await page.getByLabel("New leads per day").inputValue()).toBe("20");
  await page.goForward();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await at(`/w/${wid}/leads`);
  await page.getByRole("heading", { level: 1, name: "Leads" }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it("shows a room that is on its way, goes where somebody went last, and begins a page at its top", async () => {
  const { page, faults, close } = await world.visit({
    look: "phone",
    minutes: 2,
    signedIn: world.operator,
  });
  const { wid } = places;
  await page.goto(`/w/${wid}/campaigns/${places.campaignId}`);
  await page.getByRole("heading", { name: "Step 1" }).waitFor();
  await page.evaluate("window.scrollTo(0, 600)");
  await expect.poll(() => page.evaluate("window.scrollY")).toBe(600);

  let release = (): void => undefined;
  const held = new Promise<void>((go) => (release = go));
  await page.route("**/assets/tasks-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.getByRole("heading", { level: 1, name: "Tasks" }).waitFor();
  await page.getByLabel("Loading tasks").waitFor();
  expect(await page.evaluate("window.scrollY")).toBe(0);
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
  release();
  await page.waitForLoadState("networkidle");
  expect(await page.getByRole("heading", { level: 1 }).allInnerTexts()).toContain("Webhooks");

  // The place in the page that was left, two pages back.
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Tasks" }).waitFor();
  await page.goBack();
  await expect.poll(() => page.evaluate("window.scrollY")).toBe(600);
  expect(faults).toEqual([]);
  await close();
});

it("loads itself once more where an update took the files of the open page", async () => {
  const { page, close } = await world.visit({ minutes: 2, signedIn: world.operator });
  const { wid } = places;
  await page.goto(`/w/${wid}/tasks`);
  await page.getByRole("heading", { level: 1, name: "Tasks" }).waitFor();
  await page.evaluate("window.isOld = true");
  await page.route("**/assets/reputation-*.js", (route) => route.fulfill({ status: 404 }));
  const reloaded = page.waitForEvent("load");
  await page.getByRole("link", { name: "Reputation" }).click();
  await reloaded;
  // Gone for good: it says so, and the rooms beside it work.
  await page.getByText("This page could not be displayed.").waitFor();
  expect(await page.evaluate("window.isOld")).toBeUndefined();
  await page.unroute("**/assets/reputation-*.js");
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
  await close();
});

it("keeps the list, with what is ticked in it, while the code of what it opens is on its way", async () => {
  const { page, faults, close } = await world.visit({ minutes: 2, signedIn: world.operator });
  let release = (): void => undefined;
  const held = new Promise<void>((go) => (release = go));
  await page.route("**/assets/mailbox-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/w/${places.wid}/mailboxes`);
  await page.getByRole("checkbox", { name: /mara@/ }).check();
  await page.getByText("1 selected").waitFor();
  await page.getByRole("link", { name: /mara@/ }).first().click();
  await page.getByLabel("Loading mailboxes").waitFor();
  await page.getByText("1 selected").waitFor();
  release();
  await page.getByRole("heading", { name: "DNS" }).waitFor();
  await page.getByText("1 selected").waitFor();
  expect(faults).toEqual([]);
  await close();
});
