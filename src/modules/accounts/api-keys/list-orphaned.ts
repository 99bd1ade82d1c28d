import type { OrphanedKey } from "#modules/accounts/contract/api-keys.ts";
import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { presentKey } from "./present.ts";
import { countOrphaned, selectOrphaned } from "./store.ts";

/** The keys of all workspaces that wait for an admin to adopt or revoke them, newest first. */
export async function listOrphaned(ctx: CallerCtx, query: Omit<PageQuery, "q">) {
  const { before, page, nextCursor } = pageAfter(query);
  const now = ctx.now();
  const [rows, total] = await Promise.all([
    selectOrphaned(ctx.install, now, before, page),
    countOrphaned(ctx.install, now),
  ]);
  const data: OrphanedKey[] = rows.slice(0, query.limit).map((row) => ({
    ...presentKey(row, now),
    status: row.keptWithoutCreator ? "flagged" : "stopped",
    workspace: { id: row.workspaceId, name: row.workspaceName },
  }));
  return { data, pagination: paginationOf(query, total, nextCursor(rows)) };
}
