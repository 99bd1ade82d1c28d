import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { ListId } from "#platform/rules/ids.ts";
import { listsDeleted } from "#modules/leads/hooks.ts";
import { deleteListRow } from "./store.ts";

/** Removes a list; the leads in it stay. Throws `not_found`. */
export async function deleteList(ctx: WorkspaceCtx, id: ListId): Promise<void> {
  const forgetting = ctx.hooks.ask(listsDeleted).flatMap((give) => give(ctx, id));
  if (!(await deleteListRow(ctx.db, ctx.workspaceId, id, forgetting))) throw notFound("list");
}
