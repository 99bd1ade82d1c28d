import type { Family } from "./family.ts";

/** Answers of name servers and the records in them. */
export const DNS: readonly Family[] = [];
