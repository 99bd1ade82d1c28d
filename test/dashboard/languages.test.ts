import { globSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fill, type Places } from "./furnish.ts";
import { layoutFaults } from "./layout.ts";
import { addressOf, isPublic, ROOMS, TABS } from "./rooms.ts";
import { openOwnWorkspace, type Workspace } from "./world.ts";
import { teller } from "#dashboard/words/sentences.ts";

let world: Workspace;
let places: Places;
beforeAll(async () => {
  world = await openOwnWorkspace();
  places = await fill(world);
});
afterAll(() => world.stop());

/** Microsoft's own name for tenants of organizations, in a field that takes it. */
const TENANT = "organizations";

const textsOf = (language: string): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...globSync(`src/dashboard/words/${language}/*.json`).map((path) =>
      JSON.parse(readFileSync(path, "utf8")),
    ),
  );

/** Whether a text is English and another one in this language: the dashboard's own, or a sentence of the server. */
function englishIn(language: string): (text: string) => boolean {
  const texts = textsOf(language);
  const tell = teller(texts);
  return (text) => {
    if (text === TENANT) return false;
    const own = text.includes("{") ? undefined : texts[text];
    return (own ?? tell(text) ?? text) !== text;
  };
}

/** Texts and names of controls that are shown. */
const shownIn = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
      const inside = node.parentElement;
      // Names of another product's pages are what they are.
      if (inside && inside.checkVisibility() && !inside.closest("script, style, code, option, [translate=no]"))
        texts.push(node.data.trim().replace(/\\s+/g, " "));
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder]"))
      texts.push(element.getAttribute("aria-label") ?? "", element.getAttribute("placeholder") ?? "");
    return texts.filter(Boolean);
  })()`);

describe.each(["de", "es"])("in %s, every room", (language) => {
  it("says nothing in English, fits 820 px, and names its language", async () => {
    const isEnglish = englishIn(language);
    const faults: string[] = [];
    const minutes = Infinity;
    const inside = await world.visit({
      look: "tablet",
      minutes,
      signedIn: world.operator,
      language,
    });
    const outside = await world.visit({ look: "tablet", minutes, language });
    for (const room of [...ROOMS, ...TABS]) {
      const { page } = isPublic(room) ? outside : inside;
      await page.goto(addressOf(room, places));
      // Not that of the page which says that the dashboard is being built.
      await page.locator("#root h1").first().waitFor();
      await page.locator(".sk").first().waitFor({ state: "detached" });
      await page.waitForLoadState("networkidle");
      const lang = await page.locator("html").getAttribute("lang");
      if (lang !== language) faults.push(`${room}: its language is ${lang}`);
      const left = (await shownIn(page)).filter(isEnglish);
      faults.push(
        ...[...new Set(left)].map((text) => `${room}: “${text}”`),
        ...(await layoutFaults(page)).map((fault) => `${room}: ${fault}`),
      );
    }
    await inside.close();
    await outside.close();
    expect(faults).toEqual([]);
  });
});

it("is the browser's until a person chooses another, which stays", async () => {
  const { page, close } = await world.visit({
    minutes: Infinity,
    signedIn: world.operator,
    language: "de-AT",
  });
  await page.goto("/account");
  const choice = page.getByLabel("Sprache des Dashboards");
  await choice.selectOption("es");
  await page.getByLabel("Idioma del panel").waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("es");
  await page.goto(`/w/${world.wid}/campaigns`);
  await page.getByRole("heading", { level: 1, name: "Campañas" }).waitFor();
  await close();
});
