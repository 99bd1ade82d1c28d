import { type PageQuery, paginationOf } from "#contract/common.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import { presentKey } from "./present.ts";
import { countKeys, selectKeys } from "./store.ts";

/** The keys that stand, newest first. */
export async function listKeys(ctx: WorkspaceCtx, query: PageQuery) {
  const page = { limit: query.limit, offset: (query.page - 1) * query.limit };
  const [rows, total] = await Promise.all([
    selectKeys(ctx.db, ctx.workspaceId, page),
    countKeys(ctx.db, ctx.workspaceId),
  ]);
  return { data: rows.map(presentKey), pagination: paginationOf(query, total) };
}
