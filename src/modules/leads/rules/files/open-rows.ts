import { invalidField } from "#platform/rules/errors.ts";
import { type ColumnGuess, type ColumnMapping, guessColumns } from "./columns.ts";
import { findHeader, HEAD_RECORDS } from "./find-header.ts";

/**
 * A row of a file, or a line that could not become one; from `line` to `last`, or the row's number in
 * its sheet.
 */
export type FileRecord = { readonly line: number; readonly last: number } & (
  | { readonly cells: readonly string[] }
  | { readonly cells: null; readonly fault: LineFault }
);
export type LineFault = "unclosed_quote" | "row_too_long";

/** The names of a file's columns and the first of its rows, by its first records. */
export type LocatedRows = {
  readonly headers: readonly string[];
  /** The line of the names; 0: the file has none. */
  readonly headerLine: number;
  /** The first rows that could be read, from which columns are guessed and shown. */
  readonly sample: readonly (readonly string[])[];
  readonly rows: readonly FileRecord[];
};
export type OpenedRows = LocatedRows & { readonly guesses: readonly ColumnGuess[] };

/** Finds the columns among the first records, and what each becomes. Throws `validation_failed` like `guessColumns`. */
export function openRows(head: readonly FileRecord[], mapping: ColumnMapping): OpenedRows {
  const located = locateRows(head, mapping);
  return { ...located, guesses: guessColumns(located.headers, mapping, located.sample) };
}

/**
 * Finds the names of the columns among the first records; lines above them are no rows. Throws
 * `validation_failed` where they cannot be read.
 */
export function locateRows(head: readonly FileRecord[], mapping: ColumnMapping): LocatedRows {
  const at = findHeader(
    head.slice(0, HEAD_RECORDS).map(({ cells }) => cells),
    mapping,
  );
  const header = at < 0 ? null : head[at];
  if (header?.cells === null) {
    throw invalidField("file", "unclosed_quote", "The header line has an unclosed quote.");
  }
  const rows = head.slice(at + 1);
  const sample = rows.slice(0, HEAD_RECORDS).flatMap(({ cells }) => (cells ? [cells] : []));
  const headers = header?.cells ?? nameless(sample);
  return { headers, headerLine: header?.line ?? 0, sample, rows };
}

const nameless = (rows: readonly (readonly string[])[]): string[] =>
  Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, () => "");
