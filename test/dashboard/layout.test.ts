import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "./accessible.ts";
import { fill, setUp } from "./furnish.ts";
import type { LookName } from "#test/support/browser.ts";
import { layoutFaults } from "./layout.ts";
import { isPublic, roomsOf, tabsOf } from "./rooms.ts";
import { type DashboardWorld, openDashboard, OPERATOR } from "./world.ts";

let world: DashboardWorld;
beforeAll(async () => {
  // Every room is opened within a few seconds.
  world = await openDashboard({ API_LIMIT_PER_MINUTE: "10000" });
  const places = await fill(world, await setUp(world));
  expect(places).toMatchObject({ wid: 1, campaignId: 3 });
});
afterAll(() => world.stop());

const ROOMS = [...roomsOf({ wid: 1, campaignId: 3 }), ...tabsOf({ wid: 1, campaignId: 3 })];

/** What is wrong in each room, one line each. */
async function inEveryRoom(
  look: LookName,
  faultsOf: (page: Page) => Promise<readonly string[]>,
): Promise<string[]> {
  const inside = await world.visit({ look, signedIn: OPERATOR });
  const outside = await world.visit({ look });
  const found: string[] = [];
  for (const path of ROOMS) {
    const { page } = isPublic(path) ? outside : inside;
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.locator(".sk").first().waitFor({ state: "detached" });
    found.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`));
  }
  await inside.close();
  await outside.close();
  return found;
}

describe("every room", () => {
  it("fits a phone: nothing scrolls sideways, is cut off, overlaps, or is too small for a finger", async () => {
    expect(await inEveryRoom("phone", layoutFaults)).toEqual([]);
  });

  it("fits 820, 1024 and 1440 pixels, and is readable in the dark", async () => {
    const faults = await inEveryRoom("dark", async (page) => {
      const found = await axeFindings(page, ["color-contrast"]);
      for (const width of [820, 1024, 1440]) {
        await page.setViewportSize({ width, height: 1000 });
        found.push(...(await layoutFaults(page)).map((fault) => `at ${width} px ${fault}`));
      }
      return found;
    });
    expect(faults).toEqual([]);
  });
});
