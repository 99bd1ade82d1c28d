import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { presentTag } from "./present.ts";
import { countTags, selectTags } from "./store.ts";

/** The tags of the workspace, newest first. */
export async function listTags(ctx: WorkspaceCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const q = query.q?.trim() ?? "";
  const [rows, total] = await Promise.all([
    selectTags(ctx.db, ctx.workspaceId, { q, before, ...page }),
    countTags(ctx.db, ctx.workspaceId, q),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentTag),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}
