import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { presentKey } from "./present.ts";
import { countKeys, selectApiKeys } from "./store.ts";

/** The keys that stand, newest first. */
export async function listKeys(ctx: WorkspaceCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const q = query.q?.trim() ?? "";
  const [rows, total] = await Promise.all([
    selectApiKeys(ctx.install, ctx.workspaceId, { q, before, ...page }),
    countKeys(ctx.install, ctx.workspaceId, q),
  ]);
  return {
    data: rows.slice(0, query.limit).map((row) => presentKey(row, ctx.now())),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}
