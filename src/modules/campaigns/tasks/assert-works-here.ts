import { mayEnter } from "#modules/accounts/workspaces/list-members.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { invalidField } from "#platform/rules/errors.ts";
import type { UserId } from "#platform/rules/ids.ts";

/** Throws `validation_failed` for somebody who may not enter the workspace; null is anybody. */
export async function assertWorksHere(
  ctx: WorkspaceCtx,
  path: string,
  id: UserId | null,
): Promise<void> {
  if (id === null || (await mayEnter(ctx, id))) return;
  throw invalidField(path, "unknown_user", "Choose somebody who works in this workspace.");
}
