import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { asId, type LeadId, type TagId } from "#platform/rules/ids.ts";
import { createTag } from "./create-tag.ts";
import { tagLeads } from "./lead-tags-store.ts";

/** Statements that give leads tags, for the batch of the cause; what is missing of the tags is created before. */
export async function giveTags(
  ctx: WorkspaceCtx,
  names: readonly string[],
  ids: readonly LeadId[],
): Promise<Statement[]> {
  const all: Statement[] = [];
  for (const name of names) {
    const { tag } = await createTag(ctx, { name });
    all.push(...tagLeads(ctx.db, ctx.workspaceId, asId<TagId>(tag.id), ids));
  }
  return all;
}
