import type { Segment } from "#modules/leads/contract/segments.ts";
import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { SegmentId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { countSegments, type SegmentRow, selectSegment, selectSegments } from "./store.ts";

/** The segments of the workspace, newest first. */
export async function listSegments(ctx: WorkspaceCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const q = query.q?.trim() ?? "";
  const [rows, total] = await Promise.all([
    selectSegments(ctx.db, ctx.workspaceId, { q, before, ...page }),
    countSegments(ctx.db, ctx.workspaceId, q),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentSegment),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

export const presentSegment = (row: SegmentRow): Segment => ({
  id: row.id,
  workspace_id: row.workspaceId,
  name: row.name,
  filter: row.filter,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

/** A segment of the workspace. Throws `not_found`. */
export async function findSegment(ctx: WorkspaceCtx, id: SegmentId): Promise<SegmentRow> {
  const row = await selectSegment(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("segment");
  return row;
}
