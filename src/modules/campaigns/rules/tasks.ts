import type { UserId } from "#platform/rules/ids.ts";

/** What a person is asked to do. */
export const TASK_KINDS = ["call", "linkedin", "research", "other"] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** `ended`: the reason for it is gone, such as a reply that ended the sequence. */
export const TASK_STATES = ["open", "done", "skipped", "ended"] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** A step that is a task: a template of its text, and who gets it. */
export type StepTask = {
  readonly kind: TaskKind;
  readonly text: string;
  readonly assigned_to: UserId | null;
};
