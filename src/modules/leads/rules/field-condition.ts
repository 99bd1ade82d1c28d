import type { OutsideText } from "#platform/rules/outside-text.ts";
import { customKey, LEAD_FIELDS, type LeadField, MAX_FIELD_CHARS } from "./fields.ts";

/** What the value of a field has to be. */
export type FieldCondition = {
  /** A field of leads, or the key of a custom field. */
  readonly field: { readonly column: LeadField } | { readonly custom: string };
  readonly how: "is" | "contains" | "empty";
  readonly value: string;
};

const MAX_CHARS = MAX_FIELD_CHARS + 200;

/**
 * Reads `plan=gold` (is), `plan~gol` (contains) or `plan=` (empty); the name may begin with `custom.`.
 * Null for what says neither.
 */
export function readFieldCondition(text: OutsideText): FieldCondition | null {
  if (text.length > MAX_CHARS) return null;
  const at = text.search(/[=~]/);
  if (at < 0) return null;
  const name = text.slice(0, at).trim();
  const value = text
    .slice(at + 1)
    .replaceAll("\0", "")
    .toWellFormed()
    .trim();
  const column = LEAD_FIELDS.find((known) => known === name.toLowerCase());
  const custom = customKey(name.replace(/^custom\./i, ""));
  if (custom === "" || value.length > MAX_FIELD_CHARS) return null;
  const field = column === undefined ? { custom } : { column };
  if (text[at] === "~") return value === "" ? null : { field, how: "contains", value };
  return { field, how: value === "" ? "empty" : "is", value };
}
