import type { Locator, Page } from "playwright-core";

/** More stops than any page has before what a person goes to. */
const MANY = 60;

/**
 * Goes on with Tab until `target` has the focus, and holds every stop on the way to what somebody
 * without a mouse needs: it is a control in sight, and it shows that it has the focus. Throws else.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: "attached" });
  const way: string[] = [];
  for (let step = 0; step < MANY; step++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(focused);
    way.push(stop.name);
    if (stop.fault !== null) throw new Error(`${stop.name} ${stop.fault}; ${way.join(" > ")}`);
    if (await target.evaluate((one) => one === one.ownerDocument.activeElement)) return;
  }
  throw new Error(`Tab never comes to ${String(target)}: ${way.join(" > ")}`);
}

/** Goes there by Tab and presses it. */
export async function pressByKey(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** What has the focus; empty when nothing has. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(focused).then(({ name }) => name);

type Stop = { readonly name: string; readonly fault: string | null };

/** In the page, as text: it closes over nothing. */
const focused = `(() => {
  const at = document.activeElement;
  if (!at || at === document.body) return { name: "", fault: "has the focus: nothing" };
  const name = (at.getAttribute("aria-label") || at.labels?.[0]?.textContent || at.textContent || at.tagName).trim().slice(0, 60);
  if (at.tagName === "IFRAME" || at.id === "main") return { name, fault: null };
  // A field without looks of its own leaves them to what holds it.
  let shows = false;
  for (let one = at, up = 0; one && up < 3 && !shows; one = one.parentElement, up++) {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    shows = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  }
  if (!shows) return { name, fault: "does not show that it has the focus" };
  const { bottom, top, left, right } = (at.closest("label") ?? at).getBoundingClientRect();
  const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  return { name, fault: isInSight ? null : "has the focus out of sight" };
})()` as unknown as () => Stop;
