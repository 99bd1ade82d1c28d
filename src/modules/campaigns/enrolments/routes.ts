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
      body: AddToCampaignBody,
      maxBytes: IDS_BODY_BYTES,
      answers: { 200: AddToCampaignAnswer },
    },
    async (ctx, { body }) => ok(await addToCampaign(ctx, body)),
  ),
];
