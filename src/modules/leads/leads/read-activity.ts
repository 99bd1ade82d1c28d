import { campaignName, leadActivity } from "#modules/leads/hooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import {
  type ActivityOf,
  type ActivityPlace,
  type ActivityRow,
  countActivity,
  selectActivity,
} from "./activity-store.ts";

/** What happened to a lead, newest first, from behind a place. */
export const readActivity = (
  ctx: WorkspaceCtx,
  lead: ActivityOf["lead"],
  after: ActivityPlace | null,
  page: { limit: number; offset: number },
): Promise<ActivityRow[]> =>
  selectActivity(
    ctx.db,
    ctx.workspaceId,
    withLater(ctx, lead),
    (id) => ctx.hooks.one(campaignName)(ctx.workspaceId, id),
    after,
    page,
  );

/** How much of it there is. */
export const activityCount = (ctx: WorkspaceCtx, lead: ActivityOf["lead"]): Promise<number> =>
  countActivity(ctx.db, ctx.workspaceId, withLater(ctx, lead));

const withLater = (ctx: WorkspaceCtx, lead: ActivityOf["lead"]): ActivityOf => ({
  lead,
  later: ctx.hooks.ask(leadActivity).flatMap((give) => give(ctx.workspaceId, lead.id)),
});
