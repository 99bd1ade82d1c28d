import { startsFormula } from "#platform/rules/csv.ts";
import type { ShortResult } from "#modules/leads/rules/validation/reasons.ts";

/** The columns that a validated file has more, in their order. */
const RESULT_COLUMNS = ["verdict", "score", "reasons", "suggestion"] as const;

/** Cells that a row may have beyond the names above it; with more of them it stays as it is. */
export const MAX_EXTRA_COLUMNS = 64;

/** Their names, numbered where the file has columns of that name. */
export function resultNames(headers: readonly string[]): string[] {
  const taken = new Set(headers.map((header) => header.trim().toLowerCase()));
  return RESULT_COLUMNS.map((name) => {
    let free: string = name;
    for (let n = 2; taken.has(free); n++) free = `${name}_${n}`;
    return free;
  });
}

/** What a row is given more: its verdict, or why it has none. Letters, digits and `_`, but for the suggestion. */
export const resultCells = (result: ShortResult | null, why: string): string[] =>
  result === null
    ? ["", "", why, ""]
    : [result.verdict, String(result.score), result.reasons.join(" "), result.suggestion ?? ""];

/** The end of a CSV row: empty cells up to the last column of the file, then `cells`. */
export function csvEnd(
  cells: readonly string[],
  row: { readonly width: number; readonly of: number; readonly delimiter: string },
): string {
  const gap = row.delimiter.repeat(Math.max(0, row.of - row.width));
  return gap + cells.map((cell) => row.delimiter + quoted(cell, row.delimiter)).join("");
}

const quoted = (cell: string, delimiter: string): string => {
  const safe = startsFormula(cell) ? `'${cell}` : cell;
  return safe.includes(delimiter) || /["\r\n]/.test(safe)
    ? `"${safe.replaceAll('"', '""')}"`
    : safe;
};
