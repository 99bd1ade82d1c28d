import { z } from "zod";
import {
  MoveLeadsAnswer,
  MoveLeadsBody,
  RemoveLeadsAnswer,
  RemoveLeadsBody,
} from "#modules/campaigns/contract/transfers.ts";
import { IDS_BODY_BYTES } from "#modules/leads/contract/leads.ts";
import { pathId } from "#platform/contract/common.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { moveLeads } from "./move-leads.ts";
import { removeLeads } from "./remove-leads.ts";

const LEADS = `${WORKSPACE_PATH}/campaigns/:id/leads`;
const Params = z.object({ id: pathId<CampaignId>() });

export const transferRoutes = [
  endpoint(
    {
      method: "POST",
      path: `${LEADS}/remove`,
      scope: "workspace",
      action: "leads.enrol",
      summary: "Take leads out of a campaign, or preview it with dry_run. No lead is deleted.",
      description:
        "Ends the sequence of up to 2,000 leads in one call; while `has_more`, call again with `after_id`. Emails that wait are cancelled. An email that is being sent at this moment still leaves and counts here. What was sent stays in the campaign. A lead without any email leaves no trace and can be added again; one with emails shows the status skipped. Leads whose sequence has ended are left as they are. Repeating a call changes nothing.",
      params: Params,
      body: RemoveLeadsBody,
      example: { body: { choice: { lead_ids: [501, 502] }, dry_run: true } },
      maxBytes: IDS_BODY_BYTES,
      answers: { 200: RemoveLeadsAnswer },
    },
    async (ctx, { params, body }) => ok(await removeLeads(ctx, params.id, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${LEADS}/move`,
      scope: "workspace",
      action: "leads.enrol",
      summary: "Move leads to another campaign, or preview it with dry_run.",
      description:
        "Ends the sequence of up to 2,000 leads here and continues it in the other campaign, at `at_step` or behind the number of steps that each had; while `has_more`, call again with `after_id`. Leads that are in the other campaign already, may not be written to there, or have had all its steps stay where they are. The sending mailbox stays if it is in both campaigns. Emails that wait are cancelled; one that is being sent still leaves, and its step counts as done. Repeating a call changes nothing.",
      params: Params,
      body: MoveLeadsBody,
      example: {
        body: { to_campaign_id: 8, at_step: 2, choice: { lead_ids: [501, 502] }, dry_run: true },
      },
      maxBytes: IDS_BODY_BYTES,
      answers: { 200: MoveLeadsAnswer },
    },
    async (ctx, { params, body }) => ok(await moveLeads(ctx, params.id, body)),
  ),
];
