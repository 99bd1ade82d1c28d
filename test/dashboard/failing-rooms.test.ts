import { afterAll, beforeAll, expect, it } from "vitest";
import { fill, type Places } from "./furnish.ts";
import { addressOf, isPublic, ROOMS, TABS } from "./rooms.ts";
import { openOwnWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
let places: Places;
beforeAll(async () => {
  world = await openOwnWorkspace();
  places = await fill(world);
});
afterAll(() => world?.stop());

/** What rooms ask; who is signed in is known already. */
const ASKED_BY_ROOMS = /\/api\/v1\/(?!auth\/|setup\/|branding\/)/;
/** Once, and once more by what is drawn because of the answer. */
const MOST = 14;
const BROKEN = {
  status: 500,
  contentType: "application/problem+json",
  body: JSON.stringify({ title: "internal", code: "internal", status: 500, detail: "It broke." }),
};

it("a server that breaks is not asked again and again by any room", async () => {
  const { page, close } = await world.visit({ minutes: Infinity, signedIn: world.operator });
  let asked: string[] = [];
  await page.route(ASKED_BY_ROOMS, async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    await route.fulfill(BROKEN);
  });
  const found: string[] = [];
  for (const room of [...ROOMS, ...TABS].filter((one) => !isPublic(one))) {
    asked = [];
    await page.goto(addressOf(room, places));
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    // A room that goes on asking never gets there.
    const isQuiet = await page.waitForLoadState("networkidle", { timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (!isQuiet || asked.length > MOST) found.push(`${room}: ${asked.length} times`);
  }
  await close();
  expect(found).toEqual([]);
});
