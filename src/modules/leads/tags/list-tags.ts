import type { Tag } from "#modules/leads/contract/tags.ts";
import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { iso } from "#platform/rules/time.ts";
import { countTags, selectLeadTags, type TagRow } from "./store.ts";

/** The tags of the workspace, newest first. */
export async function listTags(ctx: WorkspaceCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const q = query.q?.trim() ?? "";
  const [rows, total] = await Promise.all([
    selectLeadTags(ctx.db, ctx.workspaceId, { q, before, ...page }),
    countTags(ctx.db, ctx.workspaceId, q),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentTag),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

export const presentTag = (row: TagRow): Tag => ({
  id: row.id,
  workspace_id: row.workspaceId,
  name: row.name,
  lead_count: row.leadCount,
  created_at: iso(row.createdAt),
});
