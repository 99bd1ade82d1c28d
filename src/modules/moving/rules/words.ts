import type { Rival } from "./found.ts";

/** How each product is called, and where it answers. */
export const RIVAL_NAMES: Readonly<Record<Rival, string>> = {
  instantly: "Instantly",
  smartlead: "Smartlead",
  lemlist: "lemlist",
};

export const RIVAL_URLS: Readonly<Record<Rival, string>> = {
  instantly: "https://api.instantly.ai/api/v2",
  smartlead: "https://server.smartlead.ai/api/v1",
  lemlist: "https://api.lemlist.com/api",
};
