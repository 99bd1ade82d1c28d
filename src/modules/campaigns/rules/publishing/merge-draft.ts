import { createHash } from "node:crypto";
import {
  canonical,
  type Content,
  type ContentSettings,
  type ContentStep,
  type DraftStep,
  isSame,
  SETTING_FIELDS,
  type SettingField,
  STEP_FIELDS,
  type StepField,
  type StoredDraft,
  wordsToApprove,
} from "./content.ts";

/** Half of a SHA-256: enough to see whether a value is still the one that a draft replaces. */
export const digestOf = (value: unknown): string =>
  createHash("sha256").update(canonical(value)).digest("base64url").slice(0, 22);

/** What an approval is about. */
export const wordsFingerprint = (steps: readonly ContentStep[]): string =>
  createHash("sha256").update(wordsToApprove(steps)).digest("hex");

/** A field that was changed both by the draft and, since, where it is published. */
export type Clash = {
  /** Null: a setting of the campaign. */
  readonly stepId: number | null;
  /** `step`: it is gone. */
  readonly field: StepField | SettingField | "step";
};

export type Merged = Content & {
  /** Steps that are not published. */
  readonly added: ReadonlySet<number>;
  readonly removed: readonly ContentStep[];
  readonly isReordered: boolean;
  readonly clashes: readonly Clash[];
};

const EMPTY: Omit<ContentStep, "id"> = {
  delay: 0,
  delay_unit: "days",
  subject: "",
  body_html: "",
  body_text: "",
  variants: [],
  task: null,
};

/**
 * What is published with a draft on top. What the draft does not change is as it is published now,
 * also steps that were added since, which stay behind the step that they follow.
 */
export function mergeDraft(live: Content, draft: StoredDraft | null): Merged {
  const clashes: Clash[] = [];
  const steps = draft?.steps ? mergeSteps(live, draft, draft.steps, clashes) : live.steps;
  const here = new Set(steps.map(({ id }) => id));
  const known = new Map(live.steps.map((step) => [step.id, step]));
  const order = live.steps.filter(({ id }) => here.has(id)).map(({ id }) => id);
  return {
    steps,
    settings: mergeSettings(live.settings, draft, clashes),
    added: new Set(steps.filter(({ id }) => !known.has(id)).map(({ id }) => id)),
    removed: live.steps.filter(({ id }) => !here.has(id)),
    isReordered: !isSame(
      order,
      steps.filter(({ id }) => known.has(id)).map(({ id }) => id),
    ),
    clashes,
  };
}

function mergeSteps(
  live: Content,
  draft: StoredDraft,
  listed: readonly DraftStep[],
  clashes: Clash[],
): ContentStep[] {
  const known = new Map(live.steps.map((step) => [step.id, step]));
  const merged = listed.flatMap((step): ContentStep[] => {
    const published = known.get(step.id);
    if (published) return [mergeStep(published, step, clashes)];
    if (step.isNew) return [{ ...EMPTY, ...step.set, id: step.id }];
    if (Object.keys(step.set).length > 0) clashes.push({ stepId: step.id, field: "step" });
    return [];
  });
  const named = new Set([...listed.map(({ id }) => id), ...draft.removed]);
  live.steps.forEach((step, index) => {
    if (named.has(step.id)) return;
    const before = live.steps[index - 1]?.id;
    merged.splice(merged.findIndex(({ id }) => id === before) + 1, 0, step);
  });
  return merged;
}

function mergeStep(published: ContentStep, step: DraftStep, clashes: Clash[]): ContentStep {
  for (const field of STEP_FIELDS) {
    const base = step.base[field];
    if (!(field in step.set) || base === undefined) continue;
    const isClash =
      base !== digestOf(published[field]) && !isSame(published[field], step.set[field]);
    if (isClash) clashes.push({ stepId: step.id, field });
  }
  return { ...published, ...step.set };
}

function mergeSettings(
  published: ContentSettings,
  draft: StoredDraft | null,
  clashes: Clash[],
): ContentSettings {
  if (!draft) return published;
  for (const field of SETTING_FIELDS) {
    const base = draft.settingsBase[field];
    if (!(field in draft.settings) || base === undefined) continue;
    const isClash =
      base !== digestOf(published[field]) && !isSame(published[field], draft.settings[field]);
    if (isClash) clashes.push({ stepId: null, field });
  }
  return { ...published, ...draft.settings };
}
