import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { countKept } from "./validations-store.ts";

/** Rows of all validations that a workspace keeps: two files of the largest kind. */
const MAX_KEPT_ROWS = 2_000_000;

/** Throws `limit_reached` where a workspace keeps too many rows for so many more. */
export async function assertRoomFor(ctx: WorkspaceCtx, more: number): Promise<void> {
  const { rows } = await countKept(ctx.db, ctx.workspaceId);
  if (rows + more <= MAX_KEPT_ROWS) return;
  throw new AppError(
    "limit_reached",
    `Validations of a workspace can have ${MAX_KEPT_ROWS} rows together. Delete those that you have downloaded.`,
  );
}
