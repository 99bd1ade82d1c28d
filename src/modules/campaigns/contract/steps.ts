import { z } from "zod";
import { checkTemplate, type Part } from "#modules/campaigns/rules/template/template.ts";
import { Time } from "#platform/contract/common.ts";

const MAX_VARIANTS = 5;
const LABELS = ["A", "B", "C", "D", "E", "F"] as const;
/** Waits of 0 to 365 days. */
const MAX_DELAY = { minutes: 365 * 24 * 60, hours: 365 * 24, days: 365 } as const;

/** Text that renders: a template error is refused with its line and column. */
const templateText = (part: Part) =>
  z.string().superRefine((source, ctx) => {
    const error = checkTemplate(source, part);
    if (!error) return;
    ctx.addIssue({
      code: "custom",
      params: { code: "template_error" },
      message: `${error.line}:${error.column}: ${error.message}`,
      input: source,
    });
  });

const Subject = templateText("subject");
const Html = templateText("html");
const Text = templateText("text");

/** `body` is the contract's name of an arm's HTML; `body_html` is understood as well. */
const VariantBody = z
  .strictObject({
    id: z.string().min(1).max(40).optional(),
    label: z.enum(LABELS).optional(),
    subject: Subject.default(""),
    body: Html.optional(),
    body_html: Html.optional(),
    body_text: Text.default(""),
    weight: z.int().min(1).max(100).optional(),
    is_active: z.boolean().default(true),
  })
  .refine((v) => v.body === undefined || v.body_html === undefined || v.body === v.body_html, {
    path: ["body_html"],
    message: "Send body or body_html, not two different ones.",
    params: { code: "ambiguous" },
  })
  .refine((v) => (v.body ?? v.body_html ?? "").trim() !== "" || v.body_text.trim() !== "", {
    path: ["body"],
    message: "Enter a body for the variant.",
    params: { code: "required" },
  });

const unique = <T>(values: readonly (T | undefined)[]): boolean => {
  const given = values.filter((value) => value !== undefined);
  return new Set(given).size === given.length;
};

const Variants = z
  .array(VariantBody)
  .max(MAX_VARIANTS, `A step can have up to ${MAX_VARIANTS} variants besides its own text.`)
  .refine((arms) => unique(arms.map((arm) => arm.label)), "Each variant needs a different label.")
  .refine((arms) => unique(arms.map((arm) => arm.id)), "Each variant needs a different id.");
export type VariantBody = z.output<typeof VariantBody>;

const copy = {
  type: z.literal("email").optional(),
  delay: z.int().min(0).optional(),
  delay_unit: z.enum(["minutes", "hours", "days"]).optional(),
  subject: Subject.optional(),
  body_html: Html.optional(),
  body_text: Text.optional(),
  variants: Variants.optional(),
};

/** The wait's upper bound depends on its unit. */
export const maxDelay = (unit: keyof typeof MAX_DELAY): number => MAX_DELAY[unit];

export const CreateStepBody = z.strictObject({
  ...copy,
  /** 1-based; the steps from there on move back. Appended when left out. */
  position: z.int().min(1).optional(),
});
export type CreateStepBody = z.output<typeof CreateStepBody>;

/** Copy that is being written and is not stored; what is left out is as stored. */
export const StepDraft = z.strictObject({
  subject: Subject.optional(),
  body_html: Html.optional(),
  body_text: Text.optional(),
  variants: Variants.optional(),
});
export type StepDraft = z.output<typeof StepDraft>;

const shown = z.unknown().optional();
/** Fields left out keep their value. What GET shows may be put back as it is. */
export const UpdateStepBody = z.strictObject({
  ...copy,
  id: shown,
  campaign_id: shown,
  position: shown,
  created_at: shown,
  updated_at: shown,
});
export type UpdateStepBody = z.output<typeof UpdateStepBody>;

export const Step = z.object({
  id: z.int(),
  campaign_id: z.int(),
  /** 1-based. */
  position: z.int(),
  type: z.literal("email"),
  /** Waited before this step, after the one before it. */
  delay: z.int(),
  delay_unit: z.enum(["minutes", "hours", "days"]),
  /** Empty after the first step: same thread, "Re: ...". */
  subject: z.string(),
  body_html: z.string(),
  /** Empty: derived from the HTML. */
  body_text: z.string(),
  variants: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      subject: z.string(),
      body: z.string(),
      body_text: z.string(),
      weight: z.int(),
      is_active: z.boolean(),
    }),
  ),
  created_at: Time,
  updated_at: Time,
});
export type Step = z.output<typeof Step>;
