import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { countLists, type ListRow, selectLists } from "./store.ts";
import type { LeadList } from "#modules/leads/contract/leads.ts";
import { iso } from "#platform/rules/time.ts";

/** The lists of the workspace, newest first. */
export async function listLists(ctx: WorkspaceCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const q = query.q?.trim() ?? "";
  const [rows, total] = await Promise.all([
    selectLists(ctx.db, ctx.workspaceId, { q, before, ...page }),
    countLists(ctx.db, ctx.workspaceId, q),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentList),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

export const presentList = (row: ListRow): LeadList => ({
  id: row.id,
  workspace_id: row.workspaceId,
  name: row.name,
  lead_count: row.leadCount,
  created_at: iso(row.createdAt),
});
