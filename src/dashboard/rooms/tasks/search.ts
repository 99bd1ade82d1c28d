import type { TaskKind } from "#modules/campaigns/rules/tasks.ts";
import { t } from "#dashboard/words/words.ts";

/** What kinds of tasks are called. */
export const KIND_NAMES: Readonly<Record<TaskKind, string>> = {
  call: t("Call"),
  linkedin: "LinkedIn",
  research: t("Research"),
  other: t("Other"),
};

/** What the address of the room may say. */
export const DUE = ["overdue", "today", "later"] as const;
export type Due = (typeof DUE)[number];
type TasksSearch = { due?: Due; mine?: true };

export function readTasksSearch(search: Record<string, unknown>): TasksSearch {
  const due = DUE.find((known) => known === search["due"]);
  return { ...(due && { due }), ...(search["mine"] === true && { mine: true as const }) };
}
