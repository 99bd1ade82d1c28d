import { z } from "zod";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { ReplyFigures, ReplyFiguresQuery } from "#modules/inbox/contract/reply-figures.ts";
import { pathId } from "#platform/contract/common.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { type CampaignId, unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { selectReplyFigures } from "./store.ts";

export const replyFigureRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/campaigns/:id/reply-categories`,
      scope: "workspace",
      action: "campaigns.read",
      summary: "What leads of a campaign wrote back, by day and category.",
      description:
        "Every message counts, on the UTC day on which it was written. Messages from before there were categories are left out. It changes nothing.",
      params: z.object({ id: pathId<CampaignId>() }),
      query: ReplyFiguresQuery,
      answers: { 200: ReplyFigures },
    },
    async (ctx, { params, query }) => {
      await findCampaign(ctx, params.id);
      const today = unixMs(ctx.now() - (ctx.now() % DAY_MS));
      const since = later(today, -(query.days - 1) * DAY_MS);
      const rows = await selectReplyFigures(ctx.db, ctx.workspaceId, params.id, since);
      return ok({
        campaign_id: params.id,
        by_day: rows.map(({ category_said: category, ...row }) => ({ ...row, category })),
      });
    },
  ),
];
