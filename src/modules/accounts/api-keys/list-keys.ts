import { type PageQuery, paginationOf, type Sorting } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { presentKey } from "./present.ts";
import { countKeys, selectApiKeys } from "./store.ts";

/** The keys that stand, newest first where nothing else is asked. */
export async function listKeys(ctx: WorkspaceCtx, query: PageQuery & Sorting) {
  const { order, page, nextCursor } = pageAfter(query);
  const q = query.q?.trim() ?? "";
  const [rows, total] = await Promise.all([
    selectApiKeys(ctx.install, ctx.workspaceId, { q, order, ...page }),
    countKeys(ctx.install, ctx.workspaceId, q),
  ]);
  return {
    data: rows.slice(0, query.limit).map((row) => presentKey(row, ctx.now())),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}
