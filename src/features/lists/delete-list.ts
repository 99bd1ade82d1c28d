import type { WorkspaceCtx } from "#core/ctx.ts";
import { notFound } from "#domain/errors.ts";
import type { ListId } from "#domain/ids.ts";
import { deleteListRow } from "./store.ts";

/** Removes a list; the leads in it stay. Throws `not_found`. */
export async function deleteList(ctx: WorkspaceCtx, id: ListId): Promise<void> {
  if (!(await deleteListRow(ctx.db, ctx.workspaceId, id))) throw notFound("list");
}
