/** What a spreadsheet takes for a formula at the start of a cell, full-width forms included. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

export const startsFormula = (text: string): boolean => FORMULA_START.test(text);

/** One line of an exported CSV: every cell quoted, formulas made harmless by a leading `'`. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(",")}\r\n`;

/** The first line, behind the mark by which spreadsheets know UTF-8. */
export const csvHead = (columns: readonly string[]): string => `\u{feff}${csvLine(columns)}`;

function csvCell(value: string | number | null): string {
  const text = value === null ? "" : `${value}`;
  const safe = typeof value === "string" && startsFormula(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
