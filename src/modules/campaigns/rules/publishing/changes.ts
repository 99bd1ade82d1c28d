import {
  type Content,
  type ContentStep,
  isSame,
  SETTING_FIELDS,
  type SettingField,
  STEP_FIELDS,
  type StepField,
} from "./content.ts";
import type { Merged } from "./merge-draft.ts";

export const CHANGE_KINDS = ["added", "changed", "removed", "moved", "settings"] as const;

/** A field before and after. */
export type FieldChange = {
  readonly field: StepField | SettingField;
  readonly before: unknown;
  readonly after: unknown;
  /** It was changed where it is published as well, since the draft began. */
  readonly clash: boolean;
};

export type Change = {
  readonly kind: (typeof CHANGE_KINDS)[number];
  /** Null: the whole campaign. */
  readonly stepId: number | null;
  /** Its place in the draft; of a removed one where it is published. */
  readonly position: number | null;
  readonly fields: readonly FieldChange[];
  /** Leads whose last step stood before this place are concerned, */
  readonly below: number;
  /** unless they have had this step. */
  readonly hadStep: number | null;
};

/** Beyond every place of a sequence. */
const ALL = 1_000_000;

/** How a draft differs from what is published: step by step, then the order and the settings. */
export function draftChanges(live: Content, merged: Merged): Change[] {
  const places = new Map(live.steps.map(({ id }, index) => [id, index + 1]));
  const known = new Map(live.steps.map((step) => [step.id, step]));
  const clashes = new Set(merged.clashes.map(({ stepId, field }) => `${stepId}:${field}`));
  const changes: Change[] = [];
  merged.steps.forEach((step, index) => {
    const before = known.get(step.id);
    const position = index + 1;
    if (!before) {
      const next = merged.steps.slice(index + 1).find(({ id }) => places.has(id));
      const below = (next && places.get(next.id)) ?? ALL;
      const fields = fieldsOf(null, step, clashes);
      changes.push({ kind: "added", stepId: step.id, position, fields, below, hadStep: step.id });
      return;
    }
    const fields = fieldsOf(before, step, clashes);
    if (fields.length === 0) return;
    const below = places.get(step.id) ?? ALL;
    changes.push({ kind: "changed", stepId: step.id, position, fields, below, hadStep: step.id });
  });
  for (const step of merged.removed) {
    const position = places.get(step.id) ?? 0;
    const at = { position, below: position, hadStep: step.id };
    changes.push({ kind: "removed", stepId: step.id, fields: [], ...at });
  }
  const whole = { stepId: null, position: null, below: ALL, hadStep: null };
  if (merged.isReordered) changes.push({ kind: "moved", fields: [], ...whole });
  const settings = SETTING_FIELDS.filter(
    (field) => !isSame(live.settings[field], merged.settings[field]),
  ).map((field) => ({
    field,
    before: live.settings[field],
    after: merged.settings[field],
    clash: clashes.has(`null:${field}`),
  }));
  if (settings.length > 0) changes.push({ kind: "settings", fields: settings, ...whole });
  return changes;
}

/** How many things change: each field of a step counts, and each step that comes, goes or moves. */
export const countDraftChanges = (changes: readonly Change[]): number =>
  changes.reduce(
    (sum, { kind, fields }) =>
      sum + (kind === "changed" || kind === "settings" ? fields.length : 1),
    0,
  );

function fieldsOf(
  before: ContentStep | null,
  after: ContentStep,
  clashes: ReadonlySet<string>,
): FieldChange[] {
  return STEP_FIELDS.filter((field) =>
    before ? !isSame(before[field], after[field]) : isGiven(after[field]),
  ).map((field) => ({
    field,
    before: before?.[field] ?? null,
    after: after[field],
    clash: clashes.has(`${after.id}:${field}`),
  }));
}

/** Of a new step what is empty is not shown. */
const isGiven = (value: unknown): boolean =>
  value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
