import type { LeadActivity } from "#modules/leads/contract/activity.ts";
import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { activityCursor, readActivityCursor } from "#modules/leads/rules/activity-cursor.ts";
import { iso } from "#platform/rules/time.ts";
import type { ActivityRow } from "./activity-store.ts";
import { selectLead } from "./lead-store.ts";
import { activityCount, readActivity } from "./read-activity.ts";

/** What happened to a lead and was done with it, newest first. Throws `not_found`. */
export async function listActivity(ctx: WorkspaceCtx, id: LeadId, query: Omit<PageQuery, "q">) {
  const lead = await selectLead(ctx.db, ctx.workspaceId, id);
  if (!lead) throw notFound("lead");
  const after = query.cursor === undefined ? null : readActivityCursor(query.cursor);
  if (query.cursor !== undefined && after === null) {
    throw new AppError("malformed_request", "Use the next_cursor of the previous page.");
  }
  const { limit } = query;
  const offset = after === null ? (query.page - 1) * limit : 0;
  const [rows, total] = await Promise.all([
    readActivity(ctx, lead, after, { limit: limit + 1, offset }),
    activityCount(ctx, lead),
  ]);
  const last = rows[limit - 1];
  const next = rows.length > limit && last ? activityCursor(last.at, last.type, last.ref) : null;
  return {
    data: rows.slice(0, limit).map(presentActivity),
    pagination: paginationOf(query, total, next),
  };
}

export const presentActivity = (row: ActivityRow): LeadActivity => ({
  id: `${row.type}:${row.ref}`,
  type: row.type,
  at: iso(row.at),
  campaign_id: row.campaignId,
  campaign_name: row.campaignName ?? "",
  step: row.step,
  thread_id: row.threadId,
  subject: row.subject ?? "",
  detail: row.detail ?? "",
});
