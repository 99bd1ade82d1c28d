import { z } from "zod";
import { checkTemplate, type Part } from "#modules/campaigns/rules/template/template.ts";
import { TASK_KINDS } from "#modules/campaigns/rules/tasks.ts";
import { bodyId, Time } from "#platform/contract/common.ts";
import type { InstallTemplateId, UserId } from "#platform/rules/ids.ts";
import { STEP_EXAMPLE } from "#modules/campaigns/rules/examples/campaign.ts";
import { TaskKindField, TaskText } from "./task-fields.ts";

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
    id: z.string().min(1).max(40).optional().describe("Its id; made where it is left out."),
    label: z.enum(LABELS).optional().describe("Its letter; the next free one if left out."),
    subject: Subject.default("").describe("Subject of this variant; empty: that of the step."),
    body: Html.optional().describe("HTML of this variant."),
    body_html: Html.optional().describe("The same as body."),
    body_text: Text.default("").describe("Plain text of this variant; empty: from its HTML."),
    weight: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe("Share of the leads in percent; an equal one if left out."),
    is_active: z.boolean().default(true).describe("Whether leads get it."),
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

const TaskBody = z.strictObject({
  kind: TaskKindField,
  text: TaskText,
  assigned_to: bodyId<UserId>()
    .nullable()
    .default(null)
    .describe("Who gets the task; null means anybody."),
});

const copy = {
  type: z
    .enum(["email", "task"])
    .optional()
    .describe("`email` where left out. A `task` is done by a person, and has no text of an email."),
  task: TaskBody.optional().describe("Of a task: what a person does."),
  delay: z
    .int()
    .min(0)
    .optional()
    .describe("Wait before the step, after the one before it: up to 365 days."),
  delay_unit: z.enum(["minutes", "hours", "days"]).optional().describe("Unit of the wait."),
  subject: Subject.optional().describe("Subject; empty: a reply in the same thread."),
  body_html: Html.optional().describe("HTML with variables and spintax, up to 64 KB."),
  body_text: Text.optional().describe("Plain text; empty: made from the HTML."),
  variants: Variants.optional().describe("Up to five other texts that share the leads."),
};

/** The texts of a step, without its place: what a template of it has. */
const { type: _, task: __, ...texts } = copy;
export const StepTexts = z.strictObject(texts);
export type StepTexts = z.output<typeof StepTexts>;

/** A text to insert. */
export const SnippetText = z.strictObject({
  body_html: copy.body_html,
  body_text: copy.body_text,
});

/** The wait's upper bound depends on its unit. */
export const maxDelay = (unit: keyof typeof MAX_DELAY): number => MAX_DELAY[unit];

export const CreateStepBody = z.strictObject({
  ...copy,
  /** 1-based; the steps from there on move back. Appended when left out. */
  position: z
    .int()
    .min(1)
    .optional()
    .describe("Its place from 1; later steps move back. At the end if left out."),
  template_id: bodyId<InstallTemplateId>()
    .optional()
    .describe("A template of a step: its texts and wait; what else is given counts before it."),
});
export type CreateStepBody = z.output<typeof CreateStepBody>;

/** Copy that is being written and is not stored; what is left out is as stored. */
export const StepDraft = z.strictObject({
  subject: copy.subject,
  body_html: copy.body_html,
  body_text: copy.body_text,
  variants: copy.variants,
});
export type StepDraft = z.output<typeof StepDraft>;

const shown = (what: string) =>
  z.unknown().optional().describe(`${what} It may be sent as it is, and cannot be changed.`);
/** Fields left out keep their value. What GET shows may be put back as it is. */
export const UpdateStepBody = z.strictObject({
  ...copy,
  id: shown("The step."),
  campaign_id: shown("Its campaign."),
  position: shown("Its place; steps/reorder moves it."),
  created_at: shown("When it was made."),
  updated_at: shown("When it was last changed."),
});
export type UpdateStepBody = z.output<typeof UpdateStepBody>;

export const Step = z
  .object({
    id: z.int().describe("Its id; it stays whatever the order of the steps."),
    campaign_id: z.int().describe("Its campaign."),
    position: z.int().describe("Its place in the sequence, from 1."),
    type: z.enum(["email", "task"]).describe("A task is done by a person."),
    delay: z.int().describe("Wait before the step, after the one before it."),
    delay_unit: z.enum(["minutes", "hours", "days"]).describe("Unit of the wait."),
    subject: z
      .string()
      .describe("Subject; empty after the first step: a reply in the same thread."),
    body_html: z.string().describe("HTML with variables and spintax."),
    body_text: z.string().describe("Plain text; empty: made from the HTML."),
    variants: z
      .array(
        z.object({
          id: z.string().describe("Its id."),
          label: z.string().describe("Its letter; the step's own text is the control."),
          subject: z.string().describe("Subject of this variant; empty: that of the step."),
          body: z.string().describe("HTML of this variant."),
          body_text: z.string().describe("Plain text of this variant; empty: from its HTML."),
          weight: z.int().describe("Share of the leads in percent."),
          is_active: z.boolean().describe("Whether leads get it."),
        }),
      )
      .describe("Up to five other texts that share the leads."),
    task: z
      .object({
        kind: z.enum(TASK_KINDS).describe("What is to be done."),
        text: z.string().describe("What is to be done, with variables."),
        assigned_to: z.int().nullable().describe("Who gets the task; null: anybody."),
      })
      .optional()
      .describe("Of a task alone."),
    created_at: Time.describe("When it was made."),
    updated_at: Time.describe("When it was last changed."),
  })
  .meta({ examples: [STEP_EXAMPLE] });
export type Step = z.output<typeof Step>;
