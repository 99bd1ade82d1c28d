import type { TaskKind } from "#modules/campaigns/rules/tasks.ts";

/** What kinds of tasks are called. */
export const KIND_NAMES: Readonly<Record<TaskKind, string>> = {
  call: "Call",
  linkedin: "LinkedIn",
  research: "Research",
  other: "Other",
};
