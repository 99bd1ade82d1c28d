import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { ListId } from "#platform/rules/ids.ts";
import { deleteListRow } from "./store.ts";

/** Removes a list; the leads in it stay. Throws `not_found`. */
export async function deleteList(ctx: WorkspaceCtx, id: ListId): Promise<void> {
  if (!(await deleteListRow(ctx.db, ctx.workspaceId, id))) throw notFound("list");
}
