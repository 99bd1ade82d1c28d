/** How far something is scrolled: the page, or what scrolls within it. */
type Scrolled = Map<Element | string, number>;

/** By the entry of the history. */
const kept = new Map<string, Scrolled>();
/** Of how many entries. */
const MOST = 100;
let current = "";

/** Where an element is, so that it is found after the page was drawn again. */
function pathTo(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at?.parentElement; at = at.parentElement) {
    const index = [...at.parentElement.children].indexOf(at);
    steps.unshift(`:nth-child(${index + 1})`);
  }
  return [":root", ...steps].join(" > ");
}

function note(event: Event): void {
  const own = kept.get(current);
  if (!own) return;
  if (event.target === document) own.set("", window.scrollY);
  else if (event.target instanceof Element) own.set(event.target, event.target.scrollTop);
}

/** Before another entry is drawn: what was scrolled is named while it is still there. */
export function leaveScrolled(): void {
  const own = kept.get(current);
  if (!own) return;
  for (const [where, top] of own) {
    if (typeof where === "string") continue;
    own.delete(where);
    if (where.isConnected) own.set(pathTo(where), top);
  }
  current = "";
}

/** After an entry was drawn: as it was left, else at its top, unless the page stays as it is. */
export function settleScrolled(key: string, stays: boolean): void {
  current = key;
  const known = kept.get(key) ?? new Map<Element | string, number>();
  kept.set(key, known);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
  const top = known.get("") ?? (stays ? null : 0);
  if (top !== null) window.scrollTo(0, top);
  for (const [where, top] of known) {
    if (typeof where !== "string" || where === "") continue;
    const element = document.querySelector(where);
    if (element) element.scrollTop = top;
  }
}

/** The page puts itself where it was; after a reload the browser knows better. */
export function keepScrolled(): void {
  history.scrollRestoration = "manual";
  document.addEventListener("scroll", note, { capture: true, passive: true });
  window.addEventListener("pagehide", () => (history.scrollRestoration = "auto"));
  window.addEventListener("pageshow", () => (history.scrollRestoration = "manual"));
}
