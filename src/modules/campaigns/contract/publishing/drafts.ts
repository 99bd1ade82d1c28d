import { z } from "zod";
import { NullableTime, Time } from "#platform/contract/common.ts";
import { Schedule, ScheduleBody } from "#platform/contract/schedule.ts";
import { CHANGE_KINDS } from "#modules/campaigns/rules/publishing/changes.ts";
import {
  SETTING_FIELDS,
  STEP_FIELDS,
  VERSION_KINDS,
} from "#modules/campaigns/rules/publishing/content.ts";
import type { StepId } from "#platform/rules/ids.ts";
import { Step, UpdateStepBody } from "#modules/campaigns/contract/steps.ts";

/** Drafts of campaigns that run, and what was published of them. */

export const Actor = z.object({
  user_id: z.int().nullable().describe("The person; null: an API key, or the product itself."),
  name: z.string().nullable().describe("Name of the person or the key; null: unknown by now."),
});

const settings = {
  daily_limit: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .describe("Emails a day of the whole campaign; null: no limit."),
  max_new_leads_per_day: z
    .int()
    .min(0)
    .max(1_000_000)
    .describe("Leads that get their first email in a day; 0: no limit."),
};

const PublishedSettings = z.object({
  schedule: Schedule.describe("When emails may leave."),
  ...settings,
});

const DraftStep = Step.extend({
  id: z.int().describe("Its id; below 0: it is new, and gets its own when it is published."),
  is_new: z.boolean().describe("Whether it is not published."),
  changed: z.array(z.enum(STEP_FIELDS)).describe("Fields that differ from what is published."),
});

const FieldDifference = z.object({
  field: z.enum([...STEP_FIELDS, ...SETTING_FIELDS]).describe("What differs."),
  before: z.unknown().describe("As it is published; null for a new step."),
  after: z.unknown().describe("As the draft has it."),
  changed_since: z
    .boolean()
    .describe("Whether somebody changed it where it is published, since the draft began."),
});

export const DraftChange = z.object({
  kind: z.enum(CHANGE_KINDS).describe("What happens to the step, the order or the settings."),
  step_id: z.int().nullable().describe("The step; null: the whole campaign."),
  position: z
    .int()
    .nullable()
    .describe(
      "Its place in the draft, of a removed one where it is published; null: the campaign.",
    ),
  fields: z
    .array(FieldDifference)
    .describe("What of it differs; none of what is removed or moved."),
  leads: z
    .int()
    .describe(
      "Leads who are not finished and have not received the step, so that it concerns them.",
    ),
});
export type DraftChange = z.output<typeof DraftChange>;

export const CampaignDraft = z.object({
  campaign_id: z.int().describe("The campaign."),
  revision: z
    .int()
    .describe("Raised by every save; 0: there is no draft, and what is published is shown."),
  changes: z.int().describe("How many things differ from what is published."),
  version: z.int().nullable().describe("The newest published version; null: none is stored."),
  restored_version: z
    .int()
    .nullable()
    .describe("The version that the draft was made from; null: none."),
  steps: z.array(DraftStep).describe("The steps as they would be published, in order."),
  removed_step_ids: z.array(z.int()).describe("Published steps that it removes."),
  settings: PublishedSettings.describe("The settings as they would be published."),
  changed_settings: z
    .array(z.enum(SETTING_FIELDS))
    .describe("Settings that differ from what is published."),
  created_at: NullableTime.describe("When the draft began; null: there is none."),
  updated_at: NullableTime.describe("When it was last saved; null: there is none."),
  updated_by: Actor.nullable().describe("Who saved it last; null: there is none."),
});
export type CampaignDraft = z.output<typeof CampaignDraft>;

export const DraftChanges = z.object({
  revision: z.int().describe("The draft's revision; send it with If-Match to publish just this."),
  changes: z.int().describe("How many things differ."),
  leads: z.int().describe("Leads whom at least one of the changes concerns."),
  approval_required: z
    .boolean()
    .describe("Whether the workspace asks for an approval that these words do not have yet."),
  data: z.array(DraftChange).describe("The differences: step by step, then order and settings."),
});
export type DraftChanges = z.output<typeof DraftChanges>;

const DraftStepBody = UpdateStepBody.extend({
  id: z
    .int()
    .refine((id) => id !== 0, "Use the id of the step, or one below 0 for a new one.")
    .describe("Id of a published step; below 0, as you choose: a new one."),
  is_new: z
    .boolean()
    .optional()
    .describe("Of a step of an earlier version that comes back: true. Else it may be left out."),
  changed: z.unknown().optional().describe("What GET shows. It may be sent as it is."),
});
export type DraftStepBody = z.output<typeof DraftStepBody>;

/** The whole draft: what it does not name is as it is published. */
export const SaveDraftBody = z.strictObject({
  steps: z
    .array(DraftStepBody)
    .max(200)
    .refine((steps) => new Set(steps.map(({ id }) => id)).size === steps.length, {
      message: "Name each step once.",
      params: { code: "duplicate" },
    })
    .optional()
    .describe(
      "Steps in their order, each with what is to differ; left out: as they are published.",
    ),
  removed_step_ids: z
    .array(
      z
        .int()
        .positive()
        .transform((id) => id as StepId),
    )
    .max(200)
    .default([])
    .describe("Published steps to remove. One that is neither here nor in steps stays."),
  settings: z
    .strictObject({
      schedule: ScheduleBody.describe("When emails may leave; parts left out stay."),
      ...settings,
    })
    .partial()
    .default({})
    .describe("Settings to change; left out: as they are published."),
});
export type SaveDraftBody = z.output<typeof SaveDraftBody>;

export const PublishBody = z.strictObject({
  overwrite: z
    .boolean()
    .default(false)
    .describe("Publish also over fields that were changed where they are published since."),
});

export const CampaignVersion = z.object({
  version: z.int().describe("Its number in the campaign, from 1."),
  kind: z
    .enum(VERSION_KINDS)
    .describe("direct: changed by API or by a test of variants, without publishing."),
  is_current: z.boolean().describe("Whether it is the newest one."),
  steps: z.int().nullable().describe("How many steps it has; null: it was too large to be stored."),
  restored_version: z.int().nullable().describe("The version that it brought back; null: none."),
  approval_id: z.int().nullable().describe("The approval that it had; null: none was needed."),
  published_at: Time.describe("When it took effect."),
  published_by: Actor.describe("Who published or started it."),
});
export type CampaignVersion = z.output<typeof CampaignVersion>;

export const CampaignVersionDetail = CampaignVersion.extend({
  content: z
    .object({
      steps: z.array(Step.omit({ created_at: true, updated_at: true })).describe("Its steps."),
      settings: PublishedSettings.describe("Its settings."),
    })
    .nullable()
    .describe("What was published; null: it was too large to be stored."),
});
export type CampaignVersionDetail = z.output<typeof CampaignVersionDetail>;

export const PublishAnswer = z.object({
  version: CampaignVersion.describe("The version that takes effect."),
  leads: z.int().describe("Leads whom the changes concern."),
});
export type PublishAnswer = z.output<typeof PublishAnswer>;
