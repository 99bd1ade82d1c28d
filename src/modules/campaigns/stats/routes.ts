import { z } from "zod";
import { pathId } from "#platform/contract/common.ts";
import { CampaignStats, StatsQuery, WorkspaceStats } from "#modules/campaigns/contract/stats.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { readCampaignStats } from "./read-campaign-stats.ts";
import { readWorkspaceStats } from "./read-workspace-stats.ts";

export const statsRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/stats`,
      scope: "workspace",
      action: "workspace.read",
      summary: "What the workspace holds and did; by_day is in UTC days.",
      query: StatsQuery,
      answers: { 200: WorkspaceStats },
    },
    async (ctx, { query }) => ok(await readWorkspaceStats(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/campaigns/:id/stats`,
      scope: "workspace",
      action: "campaigns.read",
      summary: "What a campaign did, in total and by step, variant, day and mailbox.",
      params: z.object({ id: pathId<CampaignId>() }),
      answers: { 200: CampaignStats },
    },
    async (ctx, { params }) => ok(await readCampaignStats(ctx, params.id)),
  ),
];
