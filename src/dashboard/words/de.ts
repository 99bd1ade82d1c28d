import type { Texts } from "./words.ts";

const files = import.meta.glob<Texts>(["./de/shared.json", "./de/server.json"], {
  eager: true,
  import: "default",
});

/** What every page says. */
export const texts: Texts = Object.assign({}, ...Object.values(files));
/** What each room says, by its name. */
export const roomFiles = import.meta.glob<Texts>(
  ["./de/*.json", "!./de/shared.json", "!./de/server.json"],
  { import: "default" },
);
