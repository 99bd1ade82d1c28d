import { guessColumns } from "#modules/leads/rules/files/columns.ts";
import { customKey, LEAD_FIELDS, type LeadField } from "#modules/leads/rules/fields.ts";
import type { Head } from "./read-head.ts";

/** What becomes of a column: a field, a custom field of its own name, or nothing. */
export type Target = LeadField | "custom" | "skip";

/** By column index. */
export type Targets = readonly Target[];

/** What the server would make of the columns by itself: the first that means a field gets it. */
export const guess = ({ columns, rows }: Head): Targets =>
  guessColumns(
    columns.map(({ name }) => name),
    {},
    rows,
  ).map((column, index) => {
    if (column?.kind === "field") return column.field;
    return column === null || customKey(columns[index]?.name ?? "") === "" ? "skip" : "custom";
  });

/** Gives a column another target; a field that another column had goes over to this one. */
export const choose = (targets: Targets, index: number, target: Target): Targets =>
  targets.map((old, at) =>
    at === index
      ? target
      : old === target && LEAD_FIELDS.some((field) => field === target)
        ? "custom"
        : old,
  );

/** The part `mapping` of an upload; of two columns with the same name it means the first. */
export function mappingOf({ columns }: Head, targets: Targets): Record<string, string | null> {
  const mapping: Record<string, string | null> = Object.create(null) as Record<string, null>;
  for (const [index, { name }] of columns.entries()) {
    const target = targets[index] ?? "skip";
    if (name in mapping) continue;
    mapping[name] = target === "skip" ? null : target === "custom" ? customKey(name) : target;
  }
  return mapping;
}
