import type { StepTask } from "#modules/campaigns/rules/tasks.ts";
import type { Variant } from "#modules/campaigns/rules/variants.ts";
import type { DelayUnit, Schedule } from "#platform/rules/schedule.ts";

/** How a version came to be: by a start, by publishing, or by changes that took effect without publishing. */
export const VERSION_KINDS = ["started", "published", "direct"] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

/** `withdrawn`: another one was asked for since. */
export const APPROVAL_STATES = ["open", "approved", "changes_requested", "withdrawn"] as const;

/** How long the link of an approval works. */
export const APPROVAL_DAYS = 14;

export const STEP_FIELDS = [
  "delay",
  "delay_unit",
  "subject",
  "body_html",
  "body_text",
  "variants",
  "task",
] as const;
export type StepField = (typeof STEP_FIELDS)[number];

export const SETTING_FIELDS = ["schedule", "daily_limit", "max_new_leads_per_day"] as const;
export type SettingField = (typeof SETTING_FIELDS)[number];

type StepContent = {
  readonly delay: number;
  readonly delay_unit: DelayUnit;
  readonly subject: string;
  readonly body_html: string;
  readonly body_text: string;
  readonly variants: readonly Variant[];
  readonly task: StepTask | null;
};
/** A step that is new in a draft has an id below 0. */
export type ContentStep = StepContent & { readonly id: number };
export type ContentSettings = {
  readonly schedule: Schedule;
  readonly daily_limit: number | null;
  readonly max_new_leads_per_day: number;
};

/** What of a campaign is published. */
export type Content = {
  readonly steps: readonly ContentStep[];
  readonly settings: ContentSettings;
};

/** A step of a draft: of a new one everything, else what differs, with digests of what it replaces. */
export type DraftStep = {
  readonly id: number;
  readonly isNew: boolean;
  readonly set: Partial<StepContent>;
  readonly base: Partial<Record<StepField, string>>;
};

export type StoredDraft = {
  /** In their order; null: the sequence is as it is published. */
  readonly steps: readonly DraftStep[] | null;
  readonly removed: readonly number[];
  readonly settings: Partial<ContentSettings>;
  readonly settingsBase: Partial<Record<SettingField, string>>;
};

/** A value as text that is the same whatever the order of its keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join()}}`;
}

export const isSame = (a: unknown, b: unknown): boolean => a === b || canonical(a) === canonical(b);

/** What recipients read, and when: without ids, and without the shares of variants, which tests change. */
export const wordsToApprove = (steps: readonly ContentStep[]): string =>
  canonical(
    steps.map(({ variants, ...step }) => ({
      ...step,
      id: undefined,
      task: step.task && { kind: step.task.kind, text: step.task.text },
      variants: variants.map(({ label, subject, body_html: html, body_text: text }) => ({
        label,
        subject,
        html,
        text,
      })),
    })),
  );
