import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "./accessible.ts";
import { fill, setUp } from "./furnish.ts";
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

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.locator(".sk").first().waitFor({ state: "detached" });
}

describe("every room", () => {
  it("fits a phone: nothing scrolls sideways, is cut off, overlaps, or is too small for a finger", async () => {
    const visitor = {
      in: await world.visit({ look: "phone", signedIn: OPERATOR }),
      out: await world.visit({ look: "phone" }),
    };
    const found: string[] = [];
    for (const path of ROOMS) {
      const { page } = isPublic(path) ? visitor.out : visitor.in;
      await open(page, path);
      found.push(...(await layoutFaults(page)).map((fault) => `${path}: ${fault}`));
    }
    expect(found).toEqual([]);
    await visitor.in.close();
    await visitor.out.close();
  });

  it("fits 820, 1024 and 1440 pixels, and is readable in the dark", async () => {
    const visitor = {
      in: await world.visit({ look: "dark", signedIn: OPERATOR }),
      out: await world.visit({ look: "dark" }),
    };
    const found: string[] = [];
    for (const path of ROOMS) {
      const { page } = isPublic(path) ? visitor.out : visitor.in;
      await open(page, path);
      const note = (faults: readonly string[], at: string) =>
        found.push(...faults.map((fault) => `${path} ${at}: ${fault}`));
      note(await axeFindings(page, ["color-contrast"]), "in the dark");
      for (const width of [1440, 1024, 820]) {
        await page.setViewportSize({ width, height: 900 });
        note(await layoutFaults(page), `at ${width} px`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    expect(found).toEqual([]);
    await visitor.in.close();
    await visitor.out.close();
  });
});
