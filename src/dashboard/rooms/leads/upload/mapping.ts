import { fieldOfHeader } from "#domain/leads/columns.ts";
import { customKey, LEAD_FIELDS, type LeadField } from "#domain/leads/fields.ts";
import type { Head } from "./read-head.ts";

/** What becomes of a column: a field, a custom field of its own name, or nothing. */
export type Target = LeadField | "custom" | "skip";

/** By column index. */
export type Targets = readonly Target[];

/** What the server would make of the columns by itself: the first that means a field gets it. */
export function guess({ columns }: Head): Targets {
  const taken = new Set<LeadField>();
  return columns.map(({ name }) => {
    const field = fieldOfHeader(name);
    if (field !== null && !taken.has(field)) {
      taken.add(field);
      return field;
    }
    return customKey(name) === "" ? "skip" : "custom";
  });
}

/** Gives a column another target; a field that another column had goes over to this one. */
export const choose = (targets: Targets, index: number, target: Target): Targets =>
  targets.map((old, at) =>
    at === index
      ? target
      : old === target && LEAD_FIELDS.some((field) => field === target)
        ? "custom"
        : old,
  );

/** The part `mapping` of an upload. */
export const mappingOf = ({ columns }: Head, targets: Targets): Record<string, string | null> =>
  Object.fromEntries(
    columns.map(({ name }, index) => {
      const target = targets[index] ?? "skip";
      return [name, target === "skip" ? null : target === "custom" ? customKey(name) : target];
    }),
  );
