import { z } from "zod";
import { choice, isOneChoice, ONE_CHOICE } from "#modules/leads/contract/leads.ts";
import { bodyId } from "#platform/contract/common.ts";
import type { CampaignId } from "#platform/rules/ids.ts";

export const AddToCampaignBody = z
  .strictObject({ campaign_id: bodyId<CampaignId>(), ...choice })
  .refine(isOneChoice, ONE_CHOICE);
export type AddToCampaignBody = z.output<typeof AddToCampaignBody>;

export const AddToCampaignAnswer = z.object({
  added: z.int(),
  already_in_campaign: z.int(),
  skipped: z.object({
    suppressed: z.int(),
    unsubscribed: z.int(),
    bounced: z.int(),
    invalid: z.int(),
    risky_blocked: z.int(),
    in_other_campaign: z.int(),
  }),
  /** What has to be done before these leads are written to. */
  hint: z.string().optional(),
});
export type AddToCampaignAnswer = z.output<typeof AddToCampaignAnswer>;
