import { keep, readKept } from "#dashboard/lib/kept.ts";
import { createStore } from "#dashboard/lib/store.ts";

export type Look = {
  readonly theme: "system" | "light" | "dark";
  readonly density: "comfortable" | "compact";
};

const isLook = (value: unknown): value is Look =>
  typeof value === "object" && value !== null && "theme" in value && "density" in value;

/** Theme and density of this browser; `public/theme.js` applies them before the first paint. */
export const look = createStore<Look>(
  readKept("look", isLook) ?? { theme: "system", density: "comfortable" },
);

export function setLook(change: Partial<Look>): void {
  const next = { ...look.get(), ...change };
  look.set(next);
  keep("look", next);
  const root = document.documentElement;
  if (next.theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = next.theme;
  if (next.density === "compact") root.dataset["density"] = "compact";
  else delete root.dataset["density"];
}

/** Dresses the page in the operator's colour; undefined is ours. Everything else follows by the tokens. */
export function wearAccent(accent: string | undefined): void {
  const { style } = document.documentElement;
  if (accent === undefined) style.removeProperty("--brand");
  else style.setProperty("--brand", accent);
}

/** From what is seen now to the other one. */
export function switchTheme(): void {
  const { theme } = look.get();
  const dark =
    theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  setLook({ theme: dark ? "light" : "dark" });
}
