import { z } from "zod";
import { choice, isOneChoice, ONE_CHOICE } from "#modules/leads/contract/leads.ts";
import { bodyId } from "#platform/contract/common.ts";
import type { CampaignId } from "#platform/rules/ids.ts";

export const AddToCampaignBody = z
  .strictObject({
    campaign_id: bodyId<CampaignId>().describe("The campaign that the leads are added to."),
    ...choice,
  })
  .refine(isOneChoice, ONE_CHOICE);
export type AddToCampaignBody = z.output<typeof AddToCampaignBody>;

export const AddToCampaignAnswer = z.object({
  added: z.int().describe("Leads that were added."),
  already_in_campaign: z
    .int()
    .describe("Leads that are in the campaign already, finished ones included; nothing changed."),
  skipped: z
    .object({
      suppressed: z.int().describe("Leads whose address or domain is suppressed."),
      unsubscribed: z.int().describe("Leads who unsubscribed."),
      bounced: z.int().describe("Leads whose address bounced."),
      invalid: z.int().describe("Leads whose address is invalid by its validation."),
      risky_blocked: z
        .int()
        .describe("Leads with a risky address, where the campaign skips those."),
      in_other_campaign: z
        .int()
        .describe("Leads in another active campaign, where the campaign skips those."),
    })
    .describe("Leads that were not added; each counts at the first reason that applies."),
  hint: z
    .string()
    .optional()
    .describe("What has to be done before these leads are written to; left out: nothing."),
});
export type AddToCampaignAnswer = z.output<typeof AddToCampaignAnswer>;
