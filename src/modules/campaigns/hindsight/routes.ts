import { z } from "zod";
import { Hindsight, HindsightQuery } from "#modules/campaigns/contract/stats.ts";
import { pathId } from "#platform/contract/common.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { readHindsight } from "./read-hindsight.ts";

export const hindsightRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/campaigns/:id/hindsight`,
      scope: "workspace",
      action: "campaigns.read",
      summary: "What was foreseen of a campaign's last days, beside what left on them.",
      description:
        "For everyone in the workspace. Once a day the product keeps what it foresees of each active campaign for 14 days, for as far as it looks at 6,000 emails of the workspace. Replies, bounces, pauses and leads that are added afterwards are what makes the difference. Forecasts are kept for 120 days.",
      example: {
        answer: {
          campaign_id: 4,
          days: [
            { date: "2026-12-01", sent: 38, foreseen_day_ahead: 40, foreseen_week_ahead: null },
          ],
          horizons: [{ days_ahead: 1, days: 1, expected: 40, sent: 38, error: 0.0526 }],
        },
      },
      params: z.object({ id: pathId<CampaignId>() }),
      query: HindsightQuery,
      answers: { 200: Hindsight },
    },
    async (ctx, { params, query }) => ok(await readHindsight(ctx, params.id, query)),
  ),
];
