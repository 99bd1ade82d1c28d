import type { Family } from "./family.ts";

/** Files and rows of leads, addresses, and what validation reads. */
export const LEADS: readonly Family[] = [];
