import type { Family } from "./family.ts";

/** What stands in a request besides its fields: addresses, headers, cookies, tokens and bodies; settings, keys and archives. */
export const HTTP: readonly Family[] = [];
