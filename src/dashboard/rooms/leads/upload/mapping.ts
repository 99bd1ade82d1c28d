import { columnName } from "#modules/leads/rules/files/columns.ts";
import { customKey, type LeadField } from "#modules/leads/rules/fields.ts";
import type { Head } from "./read-head.ts";

/** What becomes of a column: a field, tags, a custom field of its own name, or nothing. */
export type Target = LeadField | "tags" | "custom" | "skip";

/** By column index. */
export type Targets = readonly Target[];

/** What the server would make of the columns by itself, and where a name is unknown, what the values look like. */
export function guess({ columns }: Pick<Head, "columns">): Targets {
  const taken = new Set<Target>();
  return columns.map(({ name, guess: { column, by, suggestion } }) => {
    if (column?.kind === "field") return column.field;
    if (column?.kind === "tags") return "tags";
    if (suggestion !== null && !taken.has(suggestion)) {
      taken.add(suggestion);
      return suggestion;
    }
    return column === null || (by === "none" && customKey(name) === "") ? "skip" : "custom";
  });
}

/** Whether a target was guessed from the values of its column, since its name tells nothing. */
export const isGuessed = (
  { guess: { column, by, suggestion } }: Head["columns"][number],
  target?: Target,
): boolean =>
  target !== undefined &&
  (target === suggestion ||
    (by === "values" && column?.kind === "field" && column.field === target));

/** Whether one column alone can become it. */
const isSingle = (target: Target): boolean => target !== "custom" && target !== "skip";

/** Gives a column another target; a field that another column had goes over to this one. */
export const choose = (targets: Targets, index: number, target: Target): Targets =>
  targets.map((old, at) => {
    if (at === index) return target;
    return old === target && isSingle(target) ? "custom" : old;
  });

/** The part `mapping` of an upload; columns without a name, or with one that was before, go by their place. */
export function mappingOf(
  { columns }: Pick<Head, "columns">,
  targets: Targets,
): Record<string, string | null> {
  const mapping: Record<string, string | null> = Object.create(null) as Record<string, null>;
  for (const [
    index,
    {
      name,
      guess: { column },
    },
  ] of columns.entries()) {
    const target = targets[index] ?? "skip";
    const own = column?.kind === "custom" ? column.key : customKey(name) || columnName(index);
    const key = name === "" || name in mapping ? columnName(index) : name;
    mapping[key] = target === "skip" ? null : target === "custom" ? `custom.${own}` : target;
  }
  return mapping;
}
