import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { TagId } from "#platform/rules/ids.ts";
import { selectTag, selectTagNamed, type TagRow } from "./store.ts";

/** A tag of the workspace. Throws `not_found`. */
export async function findTag(ctx: WorkspaceCtx, id: TagId): Promise<TagRow> {
  const row = await selectTag(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("tag");
  return row;
}

/** The tag with a name, in any case. Throws `not_found`. */
export async function findTagNamed(ctx: WorkspaceCtx, name: string): Promise<TagRow> {
  const row = await selectTagNamed(ctx.db, ctx.workspaceId, name);
  if (!row) throw notFound("tag");
  return row;
}
