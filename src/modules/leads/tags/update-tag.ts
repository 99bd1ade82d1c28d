import type { Tag, TagBody } from "#modules/leads/contract/tags.ts";
import { deletionLine } from "#modules/accounts/audit/audit-statement.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation } from "#platform/db/db.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { TagId } from "#platform/rules/ids.ts";
import { findTag } from "./find-tag.ts";
import { presentTag } from "./list-tags.ts";
import { deleteTagRow, renameTagRow, whileTag } from "./store.ts";

/** Renames a tag; segments that filter by it follow. Throws `not_found`, `conflict` for a name that another has. */
export async function renameTag(ctx: WorkspaceCtx, id: TagId, { name }: TagBody): Promise<Tag> {
  const { db, workspaceId } = ctx;
  const row = await findTag(ctx, id);
  const renamed = await renameTagRow(db, workspaceId, row, name, ctx.now()).catch(
    (cause: unknown) => {
      throw isUniqueViolation(cause) ? taken(cause) : cause;
    },
  );
  if (!renamed) throw notFound("tag");
  return presentTag(renamed);
}

const taken = (cause: unknown): AppError =>
  new AppError("conflict", "Another tag in this workspace has this name.", {
    cause,
    errors: [{ path: "name", code: "taken", message: "Already in use." }],
  });

/** Takes a tag off all leads and removes it; the leads stay. Throws `not_found`. */
export async function deleteTag(ctx: MemberCtx, id: TagId): Promise<void> {
  const { db, workspaceId } = ctx;
  const line = deletionLine(ctx, "tag", id, whileTag(workspaceId, id));
  if (!(await deleteTagRow(db, workspaceId, id, [line]))) throw notFound("tag");
}
