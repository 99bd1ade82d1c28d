import { z } from "zod";
import { TEMPLATE_KINDS } from "#modules/campaigns/rules/states.ts";
import { bodyId, listOf, PageQuery, Time } from "#platform/contract/common.ts";
import type { InstallTemplateId } from "#platform/rules/ids.ts";
import { CampaignPlan } from "./campaigns.ts";
import { SnippetText, StepTexts } from "./steps.ts";

/** Steps of one template: as many as a campaign can ever have. */
const MOST_STEPS = 200;

const NAME = "Its name, unique among templates of its kind: 1 to 100 characters.";
const DESCRIPTION = "What it is for, up to 500 characters.";
const name = z.string().trim().min(1, "Enter a name for the template.").max(100).describe(NAME);
const description = z.string().trim().max(500).describe(DESCRIPTION);
const kind = z.enum(TEMPLATE_KINDS);

const steps = z
  .array(StepTexts)
  .min(1, "A template of a campaign needs at least one step.")
  .max(MOST_STEPS)
  .describe("Its emails in order, 1 to 200.");
const settings = CampaignPlan.describe(
  "Settings of campaigns made of it; what is left out takes the workspace's default.",
);
const step = StepTexts.describe("The email, with its wait and variants.");

const heading = { name, description: description.optional() };

const isCampaign = z.literal("campaign").describe("A whole sequence with its settings.");
const isStep = z.literal("step").describe("One email.");
const isSnippet = z.literal("snippet").describe("A text to insert into emails and replies.");

export const CreateTemplateBody = z.discriminatedUnion("kind", [
  z.strictObject({ kind: isCampaign, ...heading, steps, settings: settings.optional() }),
  z.strictObject({ kind: isStep, ...heading, step }),
  z.strictObject({ kind: isSnippet, ...heading, ...SnippetText.shape }),
]);
export type CreateTemplateBody = z.output<typeof CreateTemplateBody>;

const shown = z.unknown().optional().describe("Read-only: may be put back as it was read.");

/** Fields left out keep their value. What GET shows may be put back as it is. */
export const UpdateTemplateBody = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  steps: steps.optional(),
  settings: settings.optional(),
  step: step.optional(),
  ...SnippetText.shape,
  id: z.int().optional().describe("Read-only: the template's own."),
  kind: kind.optional().describe("Read-only: a template keeps its kind."),
  created_by: shown,
  created_at: shown,
  updated_at: shown,
});
export type UpdateTemplateBody = z.output<typeof UpdateTemplateBody>;

export const SaveTemplateBody = z
  .strictObject({
    name: name.optional().describe(`${NAME} Needed unless template_id is given.`),
    description: description.optional(),
    template_id: bodyId<InstallTemplateId>()
      .optional()
      .describe("A template of the same kind whose steps and settings are replaced."),
  })
  .refine((body) => body.name !== undefined || body.template_id !== undefined, {
    path: ["name"],
    message: "Enter a name for the template.",
    params: { code: "required" },
  });
export type SaveTemplateBody = z.output<typeof SaveTemplateBody>;

export const TemplateStep = z.object({
  delay: z.int().describe("Wait before it, after the step before."),
  delay_unit: z.enum(["minutes", "hours", "days"]).describe("Unit of the wait."),
  subject: z.string().describe("Subject; empty: a reply in the same thread."),
  body_html: z.string().describe("HTML with variables and spintax."),
  body_text: z.string().describe("Plain text; empty: made from the HTML."),
  variants: z
    .array(
      z.object({
        id: z.string().describe("Its id."),
        label: z.string().describe("Its letter."),
        subject: z.string().describe("Subject of this variant; empty: that of the step."),
        body: z.string().describe("HTML of this variant."),
        body_text: z.string().describe("Plain text of this variant."),
        weight: z.int().describe("Share of the leads in percent."),
        is_active: z.boolean().describe("Whether leads get it."),
      }),
    )
    .describe("Other texts that share the leads."),
});
export type TemplateStep = z.output<typeof TemplateStep>;

const head = {
  id: z.int().describe("Id of the template."),
  name: z.string().describe(NAME),
  description: z.string().describe(DESCRIPTION),
  created_by: z
    .object({
      id: z.int().describe("Id of the person."),
      name: z.string().nullable().describe("Null: the account is gone."),
    })
    .nullable()
    .describe("Who made it; null: an API key."),
  created_at: Time.describe("When it was made."),
  updated_at: Time.describe("When it was last changed."),
};
const EXAMPLE = {
  id: 4,
  name: "Calendar link",
  description: "",
  created_by: { id: 1, name: "Ann" },
  created_at: "2026-12-01T09:00:00.000Z",
  updated_at: "2026-12-01T09:00:00.000Z",
};

export const CampaignTemplate = z.object({
  kind: isCampaign,
  ...head,
  steps: z.array(TemplateStep).describe("Its emails in order."),
  settings: z
    .record(z.string(), z.unknown())
    .describe("Settings of campaigns made of it, as `POST .../campaigns` takes them."),
});
export const StepTemplate = z.object({
  kind: isStep,
  ...head,
  step: TemplateStep.describe("The email, with its wait and variants."),
});
export const SnippetTemplate = z.object({
  kind: isSnippet,
  ...head,
  body_html: TemplateStep.shape.body_html,
  body_text: TemplateStep.shape.body_text,
});

/** A template with everything in it. */
export const Template = z.discriminatedUnion("kind", [
  CampaignTemplate,
  StepTemplate,
  SnippetTemplate,
]);
export type Template = z.output<typeof Template>;

/** A template in a list. */
const TemplateItem = z
  .object({
    kind: kind.describe("A whole campaign, one step of it, or a text to insert."),
    ...head,
    step_count: z.int().describe("Emails in it; a snippet counts as one."),
    subject: z.string().describe("Subject of the first email; empty for a snippet."),
    excerpt: z.string().describe("How the first text begins, up to 200 characters."),
  })
  .meta({
    examples: [
      {
        kind: "snippet",
        ...EXAMPLE,
        step_count: 1,
        subject: "",
        excerpt: "Would you like to choose a time?",
      },
    ],
  });
export type TemplateItem = z.output<typeof TemplateItem>;
export const TemplateList = listOf(TemplateItem);

export const TemplatesQuery = PageQuery.extend({
  kind: kind.optional().describe("Only templates of this kind."),
});
export type TemplatesQuery = z.output<typeof TemplatesQuery>;
