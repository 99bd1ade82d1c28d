import type { OutsideText } from "#platform/rules/outside-text.ts";
/** The named columns of a lead; every other column of a file is a custom field. */
export const LEAD_FIELDS = [
  "email",
  "first_name",
  "last_name",
  "company",
  "job_title",
  "phone",
] as const;
export type LeadField = (typeof LEAD_FIELDS)[number];

/** Limits of an upload. */
export const MAX_COLUMNS = 64;
export const MAX_FIELD_CHARS = 1_000;
export const MAX_ROWS = 1_000_000;
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** The key of a custom field: letters, digits and `_`, so that templates can name it; "" when nothing is left. */
export const customKey = (name: OutsideText): string =>
  name
    .slice(0, MAX_FIELD_CHARS)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "")
    .slice(0, 100);
