import {
  type CreateStepBody,
  maxDelay,
  type VariantBody,
} from "#modules/campaigns/contract/steps.ts";
import type { Variant } from "#modules/campaigns/rules/variants.ts";
import { invalidField } from "#platform/rules/errors.ts";
import type { StepValues } from "./steps-store.ts";
import type { DelayUnit } from "#platform/rules/schedule.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";

/** The copy of a step that a body gives, with arms completed. */
type Given = Omit<CreateStepBody, "position">;

/** The columns that a body sets; what it leaves out is taken from `current`. */
export function stepValues(body: Given, current: StepValues): StepValues {
  const type = body.type ?? (current.task ? "task" : "email");
  if (type === "task") return taskValues(body, current);
  if (body.task !== undefined) {
    throw invalidField("task", "not_for_emails", "Send task with the type task alone.");
  }
  const values = {
    delay: body.delay ?? current.delay,
    delayUnit: body.delay_unit ?? current.delayUnit,
    subject: body.subject ?? current.subject,
    bodyHtml: body.body_html ?? current.bodyHtml,
    bodyText: body.body_text ?? current.bodyText,
  };
  const variants = body.variants
    ? completeArms(body.variants, values.bodyHtml.trim() === "")
    : current.variants;
  if (values.delay > maxDelay(values.delayUnit)) {
    throw invalidField("delay", "too_big", "The wait can be up to 365 days.");
  }
  if (values.bodyHtml.trim() === "" && values.bodyText.trim() === "") {
    throw invalidField(
      "body_html",
      "required",
      "Send body_html or body_text. The body cannot be empty.",
    );
  }
  return { ...values, variants, task: null };
}

/** A task has no text of an email; what GET shows of one may be put back. */
function taskValues(body: Given, current: StepValues): StepValues {
  const task = body.task ?? current.task ?? null;
  if (task === null) throw invalidField("task", "required", "Send task with kind and text.");
  for (const path of ["subject", "body_html", "body_text", "variants"] as const) {
    if ((body[path]?.length ?? 0) === 0) continue;
    throw invalidField(path, "not_for_tasks", "A task has no email. Leave this out.");
  }
  const delay = body.delay ?? current.delay;
  const delayUnit = body.delay_unit ?? current.delayUnit;
  if (delay > maxDelay(delayUnit)) {
    throw invalidField("delay", "too_big", "The wait can be up to 365 days.");
  }
  return { ...EMPTY_STEP, delay, delayUnit, task };
}

export const EMPTY_STEP: StepValues = {
  delay: 0,
  delayUnit: "days",
  subject: "",
  bodyHtml: "",
  bodyText: "",
  variants: [],
  task: null,
};

/**
 * Gives arms what they leave out: an id, the next free label (the step's own copy stands for A),
 * and an equal share. In a plain-text step `body` is the text.
 */
export function completeArms(arms: readonly VariantBody[], plainText: boolean): Variant[] {
  const taken = new Set(arms.map((arm) => arm.label));
  const free = ["B", "C", "D", "E", "F", "A"].filter((label) => !taken.has(label as "A"));
  const share = Math.floor(100 / (arms.length + 1));
  return arms.map((arm): Variant => {
    const body = arm.body ?? arm.body_html ?? "";
    const asText = plainText && arm.body_text.trim() === "";
    return {
      id: arm.id ?? crypto.randomUUID(),
      label: arm.label ?? free.shift() ?? "F",
      subject: arm.subject,
      body_html: asText ? "" : body,
      body_text: asText ? body : arm.body_text,
      weight: arm.weight ?? share,
      is_active: arm.is_active,
    };
  });
}

const UNIT_MS: Readonly<Record<DelayUnit, number>> = {
  minutes: MINUTE_MS,
  hours: HOUR_MS,
  days: DAY_MS,
};

/** A wait in milliseconds, with days of 24 hours: for moving what waits already, not for planning. */
export const delayMs = (step: { readonly delay: number; readonly delayUnit: DelayUnit }): number =>
  step.delay * UNIT_MS[step.delayUnit];
