import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { tabTo } from "#test/dashboard/keyboard.ts";
import { until } from "./until.ts";

/** Where the pictures of a run are. */
export const PICTURES = "test-results/tasks";

/** What a person did, and how long the machine took. */
export type Effort = {
  /** Presses of the mouse, except into fields. */
  clicks: number;
  /** Fields that were typed into or chosen in, and files. */
  fields: number;
  /** Keys besides the texts of fields; one with Ctrl is one. */
  keys: number;
  /** Between the first press and the end of the task. */
  seconds: number;
  /** How much of that the page's own thread was busy. */
  busy: number;
};

export type Way = "mouse" | "keyboard";
type File = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** Somebody at a page who does everything by mouse, or everything by keyboard. */
export type Hand = {
  readonly page: Page;
  readonly way: Way;
  /** Presses a button or follows a link. By keyboard: goes there by Tab, and presses Enter. */
  press(what: Locator, key?: "Enter" | "Space"): Promise<void>;
  /** Sends what was typed. By keyboard: Enter in the field that has the focus. */
  submit(button: Locator): Promise<void>;
  /** Types into a field. By keyboard: goes there by Tab unless it has the focus. */
  fill(field: Locator, text: string): Promise<void>;
  /** Chooses in a list of choices, by the words of one. */
  choose(field: Locator, label: string): Promise<void>;
  attach(field: Locator, file: File): Promise<void>;
  /** Keys of the product, one after the other. */
  keys(...keys: readonly string[]): Promise<void>;
  /** Ctrl K, what is looked for, and Enter on the result of this name. */
  find(text: string, result: string | RegExp): Promise<void>;
  /** A picture of how it looks now, by the name of the task. */
  picture(name: string): Promise<void>;
};

/** In the page, as text: says what real presses there are, and whether a key is text of a field. */
const WATCH = `
  const MODIFIERS = ["Control", "Shift", "Alt", "Meta"];
  addEventListener("keydown", (event) => {
    if (!event.isTrusted || MODIFIERS.includes(event.key)) return;
    const at = event.target;
    const isField = at instanceof Element && at.matches("input, textarea, select") && !at.closest(".palette");
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
    const isOfField = isText || (event.key === "Enter" && at instanceof HTMLTextAreaElement);
    if (!(isField && isOfField)) void window.handDid("key");
  }, true);
  addEventListener("pointerdown", (event) => {
    if (event.isTrusted && event.button === 0) void window.handDid("click");
  }, true);
`;

/** Watches a page before it is opened; `effortOf` says what was done since it was last asked to begin. */
export async function takePage(
  page: Page,
): Promise<(begin: () => Promise<unknown>) => Promise<Effort>> {
  const done = { click: 0, key: 0, field: 0 };
  await page.exposeFunction("handDid", (what: keyof typeof done) => void done[what]++);
  await page.addInitScript({ content: WATCH });
  // With somebody who listens from the beginning, no window of the system opens in its place.
  page.on("filechooser", () => undefined);
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  const busySoFar = async (): Promise<number> => {
    const { metrics } = await client.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  };
  FIELDS.set(page, () => void done.field++);
  return async (task) => {
    Object.assign(done, { click: 0, key: 0, field: 0 });
    const [busy, began] = [await busySoFar(), performance.now()];
    await task();
    const seconds = (performance.now() - began) / 1_000;
    return {
      clicks: done.click,
      fields: done.field,
      keys: done.key,
      seconds,
      busy: (await busySoFar()) - busy,
    };
  };
}

const FIELDS = new WeakMap<Page, () => void>();

export function handAt(page: Page, way: Way): Hand {
  const byKey = way === "keyboard";
  const countField = FIELDS.get(page) ?? (() => undefined);
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor({ state: "attached" });
    await inItsDialog(target);
    if (!(await isFocused(target))) await tabTo(page, target);
  };
  const keys = async (...all: readonly string[]): Promise<void> => {
    for (const key of all) await page.keyboard.press(key);
  };
  mkdirSync(PICTURES, { recursive: true });
  return {
    page,
    way,
    keys,
    async press(what, key = "Enter") {
      if (!byKey) return what.click();
      await reach(what);
      await page.keyboard.press(key);
    },
    async submit(button) {
      await button.waitFor();
      await (byKey ? page.keyboard.press("Enter") : button.click());
    },
    async fill(field, text) {
      countField();
      if (!byKey) return field.fill(text);
      await reach(field);
      if ((await field.inputValue()) !== "") await page.keyboard.press("Control+a");
      await page.keyboard.type(text);
    },
    async choose(field, label) {
      countField();
      if (!byKey) return void (await field.selectOption({ label }));
      await reach(field);
      await page.keyboard.type(label);
    },
    async attach(field, file) {
      countField();
      if (!byKey) return field.setInputFiles(file);
      await reach(field);
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.keyboard.press("Enter"),
      ]);
      await chooser.setFiles(file);
    },
    async find(text, result) {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search or jump to" }).waitFor();
      await page.keyboard.type(text);
      await page
        .getByRole("option", { name: result, selected: true })
        .first()
        .waitFor({ timeout: 10_000 });
      await page.keyboard.press("Enter");
    },
    async picture(name) {
      await page.screenshot({ path: join(PICTURES, `${name}-${way}.png`) });
    },
  };
}

/** A dialog that opens takes the focus; nobody goes on before it has. */
async function inItsDialog(target: Locator): Promise<void> {
  const hasFocus = (): Promise<boolean> =>
    target.evaluate((one) => {
      const dialog = one.closest("[role=dialog], [role=alertdialog]");
      return dialog === null || dialog.contains(one.ownerDocument.activeElement);
    });
  await until("the dialog has the focus", hasFocus);
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((one) => one === one.ownerDocument.activeElement);
