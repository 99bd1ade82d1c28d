import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { Column } from "#modules/leads/rules/files/columns.ts";
import { startsFormula } from "#platform/rules/csv.ts";
import { holdsSeveralAddresses, normalizeEmail } from "./email.ts";
import { byLeadField, type LeadField, MAX_FIELD_CHARS } from "./fields.ts";
import { MAX_TAG_CHARS, MAX_TAGS, tagsInCell } from "./tag-name.ts";
import { domainOf } from "./suppression-hash.ts";

/** One good row of an upload. */
export type UploadRow = Readonly<Record<LeadField, string>> & {
  readonly domain: string;
  readonly custom: Readonly<Record<string, string>>;
  /** The names of its tags. */
  readonly tags?: readonly string[];
};

/** A row that cannot be stored, and why; `line` is where it begins, the header being line 1. */
export type BadRow = {
  readonly line: number;
  readonly email: string;
  readonly code:
    | "missing_email"
    | "invalid_email"
    | "several_addresses"
    | "field_too_long"
    | "invalid_tag"
    | "too_many_tags"
    | "row_too_long"
    | "unclosed_quote"
    | "quota_reached";
  readonly message: string;
  /** The name of the column that it is about. */
  readonly column?: string;
};

/** As much of a wrong address as a report shows. */
const SHOWN_EMAIL_CHARS = 254;

const NO_CUSTOM: UploadRow["custom"] = Object.freeze({});

/**
 * Reads the cells of one row by the plan of its file. `surplus` counts the filled cells that have no
 * column, which are left out; NUL characters are dropped. `at`: the column that the fault is in.
 */
export function readLeadRow(
  line: number,
  cells: readonly OutsideText[],
  plan: readonly Column[],
): { ok: true; row: UploadRow; surplus: number } | { ok: false; bad: BadRow; at: number } {
  const fields = byLeadField(() => "");
  let custom: Record<string, string> | null = null;
  let tags: readonly string[] | null = null;
  let tagsAt = -1;
  let tooLong = -1;
  let surplus = 0;
  for (let i = 0; i < cells.length; i++) {
    const value = plain(withoutNul(cells[i] ?? "").trim());
    if (value === "") continue;
    const column = plan[i];
    if (column === undefined) surplus++;
    if (!column) continue;
    if (value.length > MAX_FIELD_CHARS) tooLong = i;
    else if (column.kind === "field") fields[column.field] = value;
    else if (column.kind === "tags") {
      tags = tagsInCell(value);
      tagsAt = i;
    }
    // A key never begins with `_` (see `customKey`), so none means `__proto__`.
    else (custom ??= {})[column.key] = value;
  }
  const bad = (code: BadRow["code"], message: string, at = emailColumn(plan)) => {
    const email = fields.email
      .replace(/\p{Cc}/gu, " ")
      .slice(0, SHOWN_EMAIL_CHARS)
      .toWellFormed();
    return { ok: false, bad: { line, email, code, message }, at } as const;
  };
  if (tooLong >= 0) {
    return bad("field_too_long", `A cell can have up to ${MAX_FIELD_CHARS} characters.`, tooLong);
  }
  if (fields.email === "") return bad("missing_email", "The email cell is empty.");
  const email = normalizeEmail(fields.email);
  if (email === null && holdsSeveralAddresses(fields.email)) {
    return bad("several_addresses", "The email cell contains several addresses. Keep one.");
  }
  if (email === null)
    return bad("invalid_email", "An email address needs text before and after the @.");
  if (tagsAt >= 0 && tags === null) {
    const message = `A tag has 1 to ${MAX_TAG_CHARS} characters. Separate tags with commas or semicolons.`;
    return bad("invalid_tag", message, tagsAt);
  }
  if (tags !== null && tags.length > MAX_TAGS) {
    return bad("too_many_tags", `A lead can bring up to ${MAX_TAGS} tags.`, tagsAt);
  }
  const row = { ...fields, email, domain: domainOf(email), custom: custom ?? NO_CUSTOM };
  return { ok: true, row: tags === null ? row : { ...row, tags }, surplus };
}

const emailColumn = (plan: readonly Column[]): number =>
  plan.findIndex((column) => column?.kind === "field" && column.field === "email");

const withoutNul = (cell: string): string =>
  cell.includes("\0") ? cell.replaceAll("\0", "") : cell;

/** Without the apostrophe that keeps spreadsheets, and our own export, from a formula. */
const plain = (value: string): string =>
  value.charCodeAt(0) === 39 && startsFormula(value.slice(1)) ? value.slice(1) : value;

/** What a later row of the same address leaves of an earlier one: each of its filled cells wins. */
export function mergeRows(earlier: UploadRow, later: UploadRow): UploadRow {
  return {
    ...byLeadField((field) => later[field] || earlier[field]),
    email: earlier.email,
    domain: earlier.domain,
    custom: { ...earlier.custom, ...later.custom },
    ...(earlier.tags || later.tags
      ? { tags: [...(earlier.tags ?? []), ...(later.tags ?? [])].slice(0, MAX_TAGS) }
      : {}),
  };
}
