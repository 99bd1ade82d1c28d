import type { LeadList, UpdateListBody } from "#modules/leads/contract/leads.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { deletionLine } from "#modules/accounts/audit/audit-statement.ts";
import { invalidField, notFound } from "#platform/rules/errors.ts";
import type { ListId } from "#platform/rules/ids.ts";
import { findList } from "./find-list.ts";
import { presentList } from "./list-lists.ts";
import { deleteListRow, renameListRow, whileList } from "./store.ts";
import { listsDeleted } from "#modules/leads/hooks.ts";

/** Renames a list. Throws `not_found`, and `validation_failed` for a read-only field. */
export async function updateList(
  ctx: WorkspaceCtx,
  id: ListId,
  body: UpdateListBody,
): Promise<LeadList> {
  const row = await findList(ctx, id);
  const fixed = [
    ["id", row.id, body.id],
    ["workspace_id", row.workspaceId, body.workspace_id],
  ] as const;
  for (const [path, stored, given] of fixed) {
    if (given !== undefined && given !== stored) {
      throw invalidField(path, "read_only_field", "This field cannot be changed; leave it out.");
    }
  }
  if (body.name === undefined) return presentList(row);
  const renamed = await renameListRow(ctx.db, ctx.workspaceId, id, body.name);
  if (!renamed) throw notFound("list");
  return presentList(renamed);
}

/** Removes a list; the leads in it stay. Throws `not_found`. */
export async function deleteList(ctx: MemberCtx, id: ListId): Promise<void> {
  const { db, workspaceId } = ctx;
  const line = deletionLine(ctx, "list", id, whileList(workspaceId, id));
  const forgetting = ctx.hooks.ask(listsDeleted).flatMap((give) => give(ctx, id));
  if (!(await deleteListRow(db, workspaceId, id, [line, ...forgetting]))) throw notFound("list");
}
