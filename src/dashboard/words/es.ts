import type { Texts } from "./words.ts";

const files = import.meta.glob<Texts>(["./es/shared.json", "./es/server.json"], {
  eager: true,
  import: "default",
});

/** What every page says. */
export const texts: Texts = Object.assign({}, ...Object.values(files));
/** What each room says, by its name. */
export const roomFiles = import.meta.glob<Texts>(
  ["./es/*.json", "!./es/shared.json", "!./es/server.json"],
  { import: "default" },
);
