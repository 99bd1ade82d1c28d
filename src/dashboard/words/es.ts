import type { Catalog } from "./words.ts";

/** What every page says; the plugin adds what a room says to the room. */
const files = import.meta.glob<Catalog>(["./es/shared.json", "./es/server.json"], {
  eager: true,
  import: "default",
});

export const catalog: Catalog = Object.assign({}, ...Object.values(files));
