import { keep, readKept } from "#dashboard/lib/kept.ts";
import { createStore } from "#dashboard/lib/store.ts";
import { t } from "#dashboard/words/words.ts";

/** Columns that can be left out; who it is and the box to tick cannot. */
export const CHOICES = [
  ["company", t("Company")],
  ["campaign", t("Campaign and step")],
  ["event", t("Last event")],
  ["next", t("Next email")],
  ["phone", t("Phone")],
  ["score", t("Score")],
  ["finding", t("Validation")],
  ["tags", t("Tags")],
  ["state", t("Status")],
  ["added", t("Added")],
] as const;
type Choice = (typeof CHOICES)[number][0];

export type Shown = {
  readonly columns: readonly Choice[];
  /** Custom fields, each a column of its own. */
  readonly custom: readonly string[];
};

const USUAL: Shown = {
  columns: ["company", "campaign", "event", "next", "score", "finding", "tags", "state"],
  custom: [],
};

/** Nobody has chosen others. */
export const isUsual = (shown: Shown): boolean => shown === USUAL;

export const isShown = (value: unknown): value is Shown =>
  typeof value === "object" &&
  value !== null &&
  "columns" in value &&
  Array.isArray(value.columns) &&
  "custom" in value &&
  Array.isArray(value.custom);

/** What this browser's list of leads shows. */
export const shownColumns = createStore<Shown>(readKept("leads.columns", isShown) ?? USUAL);

export function showColumns(next: Shown): void {
  shownColumns.set(next);
  keep("leads.columns", next);
}
