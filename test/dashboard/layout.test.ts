import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LookName } from "#test/support/browser.ts";
import { axeFindings } from "./accessible.ts";
import { watchLoads, watchRequests } from "./first-load.ts";
import { fill, type Places } from "./furnish.ts";
import { layoutFaults } from "./layout.ts";
import { type Address, addressOf, isPublic, ROOMS, TABS } from "./rooms.ts";
import { openWorkspace, OPERATOR, type Workspace } from "./world.ts";

/** `npm run test:full -- layout` looks at the tabs, at every width, and in the dark as well. */
const WHOLE = process.env["TEST_DASHBOARD"] === "whole";

let world: Workspace;
let places: Places;
beforeAll(async () => {
  world = await openWorkspace();
  places = await fill(world);
});
afterAll(() => world.stop());

/** What is wrong in each room, one line each. */
async function inEveryRoom(
  rooms: readonly Address[],
  look: LookName,
  faultsOf: (page: Page) => Promise<readonly string[]>,
): Promise<string[]> {
  // Every room within a few seconds is no journey.
  const minutes = Infinity;
  const inside = await world.visit({ look, minutes, signedIn: OPERATOR });
  const outside = await world.visit({ look, minutes });
  const loads = [inside, outside].map(({ page }) => watchLoads(page));
  const asks = [inside, outside].map(({ page }) => watchRequests(page));
  const found: string[] = [];
  for (const room of rooms) {
    const { page } = isPublic(room) ? outside : inside;
    await page.goto(addressOf(room, places));
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.locator(".sk").first().waitFor({ state: "detached" });
    await page.waitForLoadState("networkidle");
    const loaded = loads[isPublic(room) ? 1 : 0]?.() ?? [];
    const asked = asks[isPublic(room) ? 1 : 0]?.() ?? [];
    // A tab is a room that was opened, and more.
    const isRoom = ROOMS.some((one) => one === room);
    found.push(
      ...[...(isRoom ? loaded : []), ...asked, ...(await faultsOf(page))].map(
        (fault) => `${room}: ${fault}`,
      ),
    );
  }
  await inside.close();
  await outside.close();
  return found;
}

describe("every room", () => {
  it("loads below 150 kB of compressed JavaScript with at most six requests, and fits a phone: nothing scrolls sideways, is cut off, overlaps, or is too small for a finger", async () => {
    expect(await inEveryRoom(WHOLE ? [...ROOMS, ...TABS] : ROOMS, "phone", layoutFaults)).toEqual(
      [],
    );
  });

  it.each(WHOLE ? [[820, 1024, 1440]] : [])(
    "fits wider screens, from %i pixels, and is readable in the dark",
    async (...widths) => {
      const faults = await inEveryRoom([...ROOMS, ...TABS], "dark", async (page) => {
        const found = await axeFindings(page, ["color-contrast"]);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 1000 });
          // What goes by the width is drawn with the next frame.
          await page.evaluate(
            "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))",
          );
          found.push(...(await layoutFaults(page)).map((fault) => `at ${width} px ${fault}`));
        }
        return found;
      });
      expect(faults).toEqual([]);
    },
  );
});
