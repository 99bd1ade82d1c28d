import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { ListId } from "#platform/rules/ids.ts";
import { type ListRow, selectList } from "./store.ts";

/** A list of the workspace. Throws `not_found`. */
export async function findList(ctx: WorkspaceCtx, id: ListId): Promise<ListRow> {
  const row = await selectList(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("list");
  return row;
}

/** The kept number of leads of a list; 0 for one that is not of this workspace. */
export async function listLeadCount(ctx: WorkspaceCtx, id: ListId): Promise<number> {
  return (await selectList(ctx.db, ctx.workspaceId, id))?.leadCount ?? 0;
}
