import { deletionLine } from "#modules/accounts/audit/audit-statement.ts";
import { suppressionsLifted } from "#modules/leads/hooks.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { findSuppression } from "./list-suppressions.ts";
import { deleteSuppressionRow, whileSuppression, withId } from "./store.ts";

/**
 * Lets an address or domain be written to again; an unsubscribe or bounce is taken off its lead as
 * well. Throws `not_found`, and `invalid_state` for a person who was erased: that promise stays.
 */
export async function deleteSuppression(ctx: MemberCtx, id: number): Promise<void> {
  const row = await findSuppression(ctx, id);
  if (row.reason === "erased") {
    throw new AppError(
      "invalid_state",
      "This lead was erased permanently, so the suppression cannot be removed.",
    );
  }
  const line = deletionLine(ctx, "suppression", id, whileSuppression(ctx.workspaceId, id));
  const noted = ctx.hooks.ask(suppressionsLifted).flatMap((give) => give(ctx, withId(id)));
  await deleteSuppressionRow(ctx.db, ctx.workspaceId, row, ctx.now(), [line, ...noted]);
}
