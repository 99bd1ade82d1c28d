import { csvLine } from "#platform/rules/csv.ts";
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
/** Where a lead came from, and its tags, which an upload reads; exports of older versions lack some of these. */
export const EXPORT_SOURCE = [
  "lead_source",
  "lead_source_name",
  "lead_source_by",
  "lead_tags",
] as const;
export type ExportFact = (typeof EXPORT_FACTS | typeof EXPORT_SOURCE)[number];

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
  const own = new Set<string>([...LEAD_FIELDS, ...EXPORT_FACTS, ...EXPORT_SOURCE]);
  return {
    header: csvLine([
      ...LEAD_FIELDS,
      ...EXPORT_FACTS,
      ...EXPORT_SOURCE,
      ...custom.map((name) => (own.has(name) ? `custom_${name}` : name)),
      ...(others ? [OTHERS] : []),
    ]),
    row: (lead: ExportRow): string =>
      csvLine([
        ...LEAD_FIELDS.map((field) => lead[field]),
        ...EXPORT_FACTS.map((fact) => lead[fact]),
        ...EXPORT_SOURCE.map((fact) => lead[fact]),
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
