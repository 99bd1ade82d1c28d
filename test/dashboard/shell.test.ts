import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { seriousFindings } from "./accessible.ts";
import { fill, type Places } from "./furnish.ts";
import { openWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
let places: Places;
beforeAll(async () => {
  world = await openWorkspace();
  places = await fill(world);
});
afterAll(() => world?.stop());

it("finds leads and actions by Ctrl K, goes anywhere by key, and names the keys and the help of a room", async () => {
  const { page, faults, close } = await world.visit({ signedIn: world.operator });
  const { wid } = places;
  await page.goto(`/w/${wid}/tasks`);
  await page.getByRole("heading", { name: "Tasks" }).waitFor();
  const help = page.getByRole("link", { name: "Help for this page" });
  const guide = await page.request.get((await help.getAttribute("href")) ?? "");
  expect([guide.status(), await guide.text()]).toEqual([200, expect.stringContaining("Tasks")]);

  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await dialog.getByText("Mark as done").waitFor();
  await dialog.getByText("New campaign").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await page.getByRole("heading", { name: "Leads" }).waitFor();
  await page.keyboard.press("c");
  await page.getByRole("dialog", { name: "New campaign" }).waitFor();
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search or jump to" });
  await field.fill("light dark");
  await page.getByRole("option", { name: /Switch between light and dark/ }).waitFor();
  await field.fill("mara");
  await page.getByRole("option", { name: "mara@try-halden.test" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "mara@try-halden.test" }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it("finds a workspace among many by its name", async () => {
  const api = await world.api(world.operator);
  for (let i = 0; i < 8; i++) {
    const slug = `client-${places.wid}-${i}`;
    await api.call("POST", "/workspaces", z.unknown(), { name: `Quayside ${"ABCDEFGH"[i]}`, slug });
  }
  const { page, faults, close } = await world.visit({ signedIn: world.operator });
  await page.goto(`/w/${places.wid}/tasks`);
  await page.locator("button.ws").first().click();
  await page.getByRole("menuitem", { name: "Find a workspace" }).click();
  await page.getByRole("combobox", { name: "Search or jump to" }).press("End");
  await page.keyboard.type("quayside f");
  await page.getByRole("option", { name: "Switch to Quayside F Workspace" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.locator("button.ws", { hasText: "Quayside F" }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it("asks by itself at most four times a minute, nothing in a tab that nobody sees, and says when it is offline", async () => {
  const { page, close } = await world.visit({ signedIn: world.operator });
  const { wid } = places;
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(new URL(request.url()).pathname);
  });
  await page.clock.install();
  const aMinute = async (): Promise<string[]> => {
    asked.length = 0;
    for (let i = 0; i < 12; i++) {
      await page.clock.runFor(5_000);
      // What was asked is answered before the clock goes on.
      await page.waitForTimeout(100);
    }
    return [...asked];
  };
  for (const room of ["", "/inbox", "/mailboxes"]) {
    await page.goto(`/w/${wid}${room}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.clock.runFor(2_000);
    await page.waitForLoadState("networkidle");
    // Its first minute sets the pace.
    await aMinute();
    const moved = await aMinute();
    expect(moved.length, `${room}: ${moved.join(", ")}`).toBeLessThanOrEqual(4);
    expect(moved.length, room).toBeGreaterThan(0);
  }
  await page.evaluate(`
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  `);
  expect(await aMinute()).toEqual([]);
  await page.context().setOffline(true);
  await page.getByText("The server is not reachable.").waitFor();
  await close();
});
