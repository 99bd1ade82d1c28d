import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Api } from "#test/demo/api.ts";
import { answer, mailTo } from "#test/dashboard/answers.ts";
import { fill, type Places } from "#test/dashboard/furnish.ts";
import { anything, openOwnWorkspace, type Person, type Workspace } from "#test/dashboard/world.ts";

const RELOADS = 12;
const BETWEEN_RELOADS_SECONDS = 4.5;
const Total = z.object({ pagination: z.object({ total: z.int() }) });

let world: Workspace;
let operator: Api;
let places: Places;
beforeAll(async () => {
  // Under the delivered limit: what is refused here is refused to people.
  world = await openOwnWorkspace({ API_LIMIT_PER_MINUTE: "60" });
  places = await fill(world);
  operator = await world.api(world.operator);
  await answer(world, await mailTo(world, "t.wieland@osterkampfoods.test"), "Thursday works.");
  const threads = `/workspaces/${places.wid}/threads?limit=1`;
  await vi.waitFor(
    async () => {
      const { total } = (await operator.call("GET", threads, Total)).pagination;
      if (total === 0) throw new Error("the answer is still on its way");
    },
    // Its limit is sixty a minute as well.
    { interval: 5_000, timeout: 120_000 },
  );
});
afterAll(() => world?.stop());

/** Somebody who has asked nothing yet; each has a limit of their own. */
async function newcomer(name: string): Promise<Person> {
  const person = {
    email: `${name.toLowerCase()}@northgate.test`,
    password: "amber kettle orchard nine",
  };
  const create = () =>
    operator.call("POST", "/admin/employees", anything, { ...person, name, role: "admin" });
  // The operator may have used up a minute's limit with what was furnished.
  await vi.waitFor(create, { interval: 5_000, timeout: 90_000 });
  return person;
}

/** What a page asks of the API, and how often it is refused. */
function counting(page: Page) {
  const asked: string[] = [];
  let refused = 0;
  let open = 0;
  const isApi = (url: string): boolean => new URL(url).pathname.startsWith("/api/");
  page.on("request", (request) => {
    if (!isApi(request.url())) return;
    open += 1;
    asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const done = (request: { url(): string }): void => {
    if (isApi(request.url())) open -= 1;
  };
  page.on("requestfinished", done);
  page.on("requestfailed", done);
  page.on("response", (response) => {
    if (response.status() === 429) refused += 1;
  });
  return {
    asked,
    refused: () => refused,
    /** Waits until the page is drawn and has asked what it wants to know. */
    settled: async (title: string | RegExp): Promise<void> => {
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      for (let quiet = 0; quiet < 3; quiet += 1) {
        if (open > 0) quiet = -1;
        await page.waitForTimeout(50);
      }
    },
  };
}

/**
 * Gives the page a clock that can run ahead of the server's. What the server tells of its window's
 * end would then come too early for the page, and what it tells of the rest is enough.
 */
async function ownClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(`{
    const ask = window.fetch;
    window.fetch = async (...asked) => {
      const { body, status, headers: told } = await ask(...asked);
      const headers = new Headers(told);
      if (headers.has("X-RateLimit-Reset")) headers.set("X-RateLimit-Reset", "60");
      return new Response(body, { status, headers });
    };
  }`);
}

/** Lets so many seconds pass for the page. */
const pass = (page: Page, seconds: number) => page.clock.fastForward(Math.round(seconds * 1_000));

describe("the limit of sixty requests a minute", () => {
  const rooms: readonly (readonly [string, () => string])[] = [
    ["Inbox", () => "/inbox"],
    ["Facility managers DACH", () => `/campaigns/${places.campaignId}`],
  ];
  it.each(rooms)("lets somebody load %s twelve times in a minute", async (title, path) => {
    const signedIn = await newcomer(title.replaceAll(" ", ""));
    const { page, close } = await world.visit({ signedIn, minutes: 2 });
    const { settled, refused } = counting(page);
    await ownClock(page);
    await page.goto(`/w/${places.wid}${path()}`);
    await settled(title);
    const began = (await page.evaluate(() => Date.now())) / 1_000;
    for (let reloads = 1; reloads <= RELOADS; reloads += 1) {
      // What a slow machine takes is part of the minute.
      const now = await page.evaluate(() => Date.now());
      await pass(page, Math.max(0, began + reloads * BETWEEN_RELOADS_SECONDS - now / 1_000));
      // What it asked meanwhile has come when somebody reloads.
      await settled(title);
      await page.reload();
      await settled(title);
    }
    expect(refused()).toBe(0);
    await close();
  });

  it("lets somebody walk through the rooms three times in a minute", async () => {
    const { page, close } = await world.visit({
      signedIn: await newcomer("Wanda"),
      minutes: 2,
    });
    const { settled, refused } = counting(page);
    const rooms = page.getByRole("navigation", { name: "Main" });
    const go = async (name: RegExp, title: string): Promise<void> => {
      await rooms.getByRole("link", { name }).click();
      await settled(title);
      await pass(page, 2);
    };
    await ownClock(page);
    await page.goto(`/w/${places.wid}`);
    await settled("Overview");
    for (let walks = 1; walks <= 3; walks += 1) {
      await go(/^Overview/, "Overview");
      await go(/^Campaigns/, "Campaigns");
      await page.getByRole("link", { name: "Facility managers DACH" }).first().click();
      await settled("Facility managers DACH");
      await page
        .getByRole("main")
        .getByRole("link", { name: /^Leads/ })
        .click();
      await settled("Facility managers DACH");
      await pass(page, 2);
      await go(/^Inbox/, "Inbox");
      await page.getByRole("group", { name: "Thread list" }).getByRole("button").first().click();
      await settled("Inbox");
      await pass(page, 2);
      await go(/^Mailboxes/, "Mailboxes");
      await go(/^Settings/, "Settings");
    }
    expect(refused()).toBe(0);
    await close();
  });
});

/** Loads a page until what is left of the limit is short, so that the next load takes what was kept. */
async function loadOften(page: Page, title: string): Promise<void> {
  const { asked, settled } = counting(page);
  const stats = () => asked.filter((one) => one.endsWith("/stats"));
  // Far more often than it takes, for a new minute may begin between, on a slow machine twice.
  for (let loads = 1; loads === 1 || (loads <= 24 && stats().length > 0); loads += 1) {
    asked.length = 0;
    await page.reload();
    await settled(title);
  }
  expect(stats()).toEqual([]);
}

describe("what a page keeps for its next load", () => {
  it("is never older than what this browser changed", async () => {
    const { page, faults, close } = await world.visit({
      signedIn: await newcomer("Sven"),
      minutes: 2,
    });
    await page.goto(`/w/${places.wid}/settings`);
    await page.getByLabel("Company").waitFor();
    await loadOften(page, "Settings");
    const other = await page.context().newPage();
    await other.goto(`/w/${places.wid}/settings`);
    await other.getByLabel("Company").fill("Halden GmbH");
    await other.getByRole("button", { name: "Save" }).click();
    await other.getByText("Saved.").waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel("Company").inputValue()).toBe("Halden GmbH");
    expect(faults).toEqual([]);
    await close();
  });

  it("is shown to nobody else, and gone after signing out", async () => {
    const { page, faults, close } = await world.visit({
      signedIn: await newcomer("Greta"),
      minutes: 2,
    });
    const { asked, settled } = counting(page);
    const kept = () => page.evaluate("sessionStorage.getItem('outrider.answers')");
    await page.goto(`/w/${places.wid}`);
    await settled("Overview");
    await loadOften(page, "Overview");
    // Nothing lies about while the page is there.
    expect(await kept()).toBeNull();
    const { email, password } = await newcomer("Hugo");
    await page
      .context()
      .request.post("/api/v1/auth/login", { data: { username: email, password } });
    asked.length = 0;
    await page.reload();
    await settled("Overview");
    await page.getByRole("button", { name: "Hugo" }).waitFor();
    expect(asked).toContain(`GET /api/v1/workspaces/${places.wid}/stats`);
    await loadOften(page, "Overview");
    await page.getByRole("button", { name: "Hugo" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect([await kept(), faults]).toEqual([null, []]);
    await close();
  });
});

describe("a limit that is used up", () => {
  it("429: says so before anything is drawn, and draws the page when it opens", async () => {
    const { page, faults, close } = await world.visit({ signedIn: await newcomer("Zoe") });
    let refused = 0;
    await page.route("**/auth/me", async (route) => {
      if (refused > 0) return route.continue();
      refused += 1;
      await route.fulfill({
        status: 429,
        headers: { "retry-after": "3" },
        contentType: "application/problem+json",
        body: JSON.stringify({ code: "rate_limited", detail: "Too many requests." }),
      });
    });
    await page.goto(`/w/${places.wid}/leads`);
    const told = page.getByText("Too many requests. Resuming in");
    await told.waitFor();
    await page.getByRole("heading", { level: 1, name: "Leads" }).waitFor();
    await told.waitFor({ state: "detached" });
    expect([refused, faults]).toEqual([1, []]);
    await close();
  });
});
