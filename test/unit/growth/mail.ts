import type { Family } from "./family.ts";

/** Mails, and what is read from them. */
export const MAIL: readonly Family[] = [];
