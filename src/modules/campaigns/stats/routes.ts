import { z } from "zod";
import { pathId } from "#platform/contract/common.ts";
import { CampaignStats, StatsQuery, WorkspaceStats } from "#modules/campaigns/contract/stats.ts";
import { MEASURED_EXAMPLE, TOTALS_EXAMPLE } from "#modules/campaigns/rules/examples/campaign.ts";
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
      description:
        "For everyone in the workspace. Counts are of all campaigns and of all time, deleted campaigns included; by_day covers the days that are asked for.",
      example: {
        answer: {
          ...TOTALS_EXAMPLE,
          leads: 1_250,
          enrolments: 202,
          campaigns: { total: 1, draft: 0, active: 1, paused: 0, completed: 0 },
          mailboxes: {
            total: 1,
            active: 1,
            paused: 0,
            connection_error: 0,
            sending_error: 0,
            reconnect_required: 0,
            disabled: 0,
          },
          by_day: [{ ...MEASURED_EXAMPLE, date: "2026-12-01" }],
        },
      },
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
      description:
        "For everyone in the workspace. All counts are of all time. What happens to an email counts at its step, its variant and its mailbox, and on the day on which it happens.",
      example: {
        answer: {
          ...TOTALS_EXAMPLE,
          campaign_id: 4,
          pending: 18,
          by_step: [{ ...MEASURED_EXAMPLE, completed: 0, step_id: 7, position: 1 }],
          by_variant: [],
          leaders: [],
          by_day: [],
          by_mailbox: [],
        },
      },
      params: z.object({ id: pathId<CampaignId>() }),
      answers: { 200: CampaignStats },
    },
    async (ctx, { params }) => ok(await readCampaignStats(ctx, params.id)),
  ),
];
