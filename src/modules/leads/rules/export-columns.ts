import { LEAD_FIELDS } from "./fields.ts";

/** The columns of an export beside the fields of a lead; an upload of the file skips them. */
export const EXPORT_FACTS = [
  "score",
  "validation_status",
  "validated_at",
  "is_suppressed",
  "bounced_at",
  "unsubscribed_at",
  "lead_created_at",
] as const;
export type ExportFact = (typeof EXPORT_FACTS)[number];

/** So many custom fields get a column of their own; the rest share one column as JSON. */
export const MAX_CUSTOM_COLUMNS = 200;
/** That column. */
const OTHERS = "other_fields";

export type ExportRow = Readonly<Record<(typeof LEAD_FIELDS)[number], string>> &
  Readonly<Record<ExportFact, string | number | null>> & {
    readonly custom: Readonly<Record<string, string>>;
  };

/** The lines of an export whose leads have these custom fields, and more if there are `others`. */
export function exportLines(customNames: readonly string[], others: boolean) {
  const custom = customNames.toSorted();
  const shown = new Set(custom);
  const own = new Set<string>([...LEAD_FIELDS, ...EXPORT_FACTS]);
  return {
    header: csvLine([
      ...LEAD_FIELDS,
      ...EXPORT_FACTS,
      ...custom.map((name) => (own.has(name) ? `custom_${name}` : name)),
      ...(others ? [OTHERS] : []),
    ]),
    row: (lead: ExportRow): string =>
      csvLine([
        ...LEAD_FIELDS.map((field) => lead[field]),
        ...EXPORT_FACTS.map((fact) => lead[fact]),
        ...custom.map((name) => lead.custom[name] ?? ""),
        ...(others ? [othersOf(lead.custom, shown)] : []),
      ]),
  };
}

function othersOf(custom: ExportRow["custom"], shown: ReadonlySet<string>): string {
  const rest = Object.entries(custom).filter(([name]) => !shown.has(name));
  return rest.length === 0 ? "" : JSON.stringify(Object.fromEntries(rest));
}

/** Whether a file is an export of ours: it names every fact. */
export const isExport = (headers: readonly string[]): boolean =>
  EXPORT_FACTS.every((fact) => headers.includes(fact));

/** What a spreadsheet takes for a formula at the start of a cell, full-width forms included. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

export const startsFormula = (text: string): boolean => FORMULA_START.test(text);

/** One line of an exported CSV: every cell quoted, formulas made harmless by a leading `'`. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(",")}\r\n`;

function csvCell(value: string | number | null): string {
  const text = value === null ? "" : `${value}`;
  const safe = typeof value === "string" && startsFormula(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
