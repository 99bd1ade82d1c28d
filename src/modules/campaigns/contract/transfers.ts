import { z } from "zod";
import { LeadChoice } from "#modules/leads/contract/leads.ts";
import { ENROLMENT_STATUSES } from "#modules/campaigns/rules/states.ts";
import { bodyId } from "#platform/contract/common.ts";
import type { CampaignId } from "#platform/rules/ids.ts";

const fields = {
  choice: LeadChoice.describe(
    "Which leads of the campaign: one of lead_ids, list_id, segment_id or filter. `{filter: {}}` means all of them.",
  ),
  status: z
    .enum(ENROLMENT_STATUSES)
    .optional()
    .describe("Only leads with this status in the campaign: pending, in_progress or paused."),
  after_id: z
    .int()
    .min(0)
    .default(0)
    .describe("The `after_id` of the call before, where that had more."),
  dry_run: z.boolean().default(false).describe("Changes nothing, and answers what would be done."),
};

export const RemoveLeadsBody = z.strictObject(fields);
export type RemoveLeadsBody = z.output<typeof RemoveLeadsBody>;

export const MoveLeadsBody = z.strictObject({
  to_campaign_id: bodyId<CampaignId>().describe("The campaign that the leads join."),
  at_step: z
    .int()
    .min(1)
    .optional()
    .describe(
      "The step of the other campaign that they get next, after its wait. Without it each goes on behind the number of steps that it had, and keeps its waiting time.",
    ),
  ...fields,
});
export type MoveLeadsBody = z.output<typeof MoveLeadsBody>;

/** What happens to mail that is due already. */
const mails = {
  waiting: z.int().describe("Emails that wait to be sent and are cancelled."),
  claimed: z
    .int()
    .describe("Emails that are being prepared: cancelled, unless they leave at this moment."),
  leaving: z
    .int()
    .describe("Emails that are being sent: they still leave, once, and count in this campaign."),
};
const paging = {
  has_more: z.boolean().describe("More leads are left than one call looks at: call again."),
  after_id: z.int().describe("Send it with the next call where has_more is true."),
};

export const RemoveLeadsAnswer = z
  .object({
    dry_run: z.boolean().describe("Nothing was changed."),
    leads: z.int().describe("Leads whose sequence has not ended: they are removed."),
    ...mails,
    ...paging,
  })
  .meta({
    examples: [
      {
        dry_run: false,
        leads: 120,
        waiting: 3,
        claimed: 0,
        leaving: 1,
        has_more: false,
        after_id: 512,
      },
    ],
  });
export type RemoveLeadsAnswer = z.output<typeof RemoveLeadsAnswer>;

export const MoveLeadsAnswer = z
  .object({
    dry_run: z.boolean().describe("Nothing was changed."),
    leads: z.int().describe("Leads whose sequence has not ended: they were looked at."),
    moved: z.int().describe("Leads that move."),
    stay: z
      .record(z.string(), z.int())
      .describe(
        "Leads that stay where they are, by reason: already_in_campaign, suppressed, unsubscribed, bounced, invalid, risky_blocked, in_other_campaign or past_last_step.",
      ),
    steps: z
      .array(
        z.object({
          step: z.int().describe("Step of the other campaign."),
          leads: z.int().describe("Leads that get it next."),
        }),
      )
      .describe("Where the leads that move go on, by step."),
    ...mails,
    ...paging,
    hint: z
      .string()
      .nullable()
      .describe("What has to be done before the other campaign writes to them; null for nothing."),
  })
  .meta({
    examples: [
      {
        dry_run: true,
        leads: 120,
        moved: 110,
        stay: { already_in_campaign: 10 },
        steps: [
          { step: 1, leads: 60 },
          { step: 2, leads: 50 },
        ],
        waiting: 3,
        claimed: 0,
        leaving: 1,
        has_more: false,
        after_id: 512,
        hint: null,
      },
    ],
  });
export type MoveLeadsAnswer = z.output<typeof MoveLeadsAnswer>;
