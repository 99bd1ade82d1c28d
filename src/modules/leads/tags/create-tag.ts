import type { Tag, TagBody } from "#modules/leads/contract/tags.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { changes, runBatch } from "#platform/db/db.ts";
import { findTagNamed } from "./find-tag.ts";
import { presentTag } from "./list-tags.ts";
import { insertTags } from "./store.ts";

/** Creates a tag; one that is there already, in any case, is answered as it is. */
export async function createTag(
  ctx: WorkspaceCtx,
  { name }: TagBody,
): Promise<{ tag: Tag; isNew: boolean }> {
  const [made] = await runBatch(ctx.db, [insertTags(ctx.db, ctx.workspaceId, [name], ctx.now())]);
  return { tag: presentTag(await findTagNamed(ctx, name)), isNew: changes(made) > 0 };
}
