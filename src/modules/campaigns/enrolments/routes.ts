import { AddToCampaignAnswer, AddToCampaignBody } from "#modules/campaigns/contract/enrol.ts";
import { IDS_BODY_BYTES } from "#modules/leads/contract/leads.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { addToCampaign } from "./add-to-campaign.ts";

export const enrolRoutes = [
  endpoint(
    {
      method: "POST",
      path: `${WORKSPACE_PATH}/leads/add-to-campaign`,
      scope: "workspace",
      action: "leads.enrol",
      summary: "Add leads to a campaign by lead_ids, list_id or filter.",
      description:
        "For staff. Name the leads in exactly one way: lead_ids, list_id, segment_id or filter. Their first step is due at once, or after its wait, as soon as the campaign is active. Leads who may not be written to are left out and counted. A completed campaign stays so until it is started, unless it is evergreen. A repeat adds nobody twice.",
      example: {
        body: { campaign_id: 4, list_id: 3 },
        answer: {
          added: 202,
          already_in_campaign: 0,
          skipped: {
            suppressed: 0,
            unsubscribed: 0,
            bounced: 0,
            invalid: 100,
            risky_blocked: 0,
            in_other_campaign: 0,
          },
        },
      },
      body: AddToCampaignBody,
      maxBytes: IDS_BODY_BYTES,
      answers: { 200: AddToCampaignAnswer },
    },
    async (ctx, { body }) => ok(await addToCampaign(ctx, body)),
  ),
];
