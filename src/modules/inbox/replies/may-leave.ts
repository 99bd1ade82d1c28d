import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { installSuppressedAmong } from "#modules/leads/install-suppressions/install-suppressed.ts";
import { selectRecipientsOf } from "./recipients-store.ts";

/**
 * Those of these mails that go to nobody whom the installation suppresses. Those that a person forces
 * are no exception: a workspace cannot lift what the installation set.
 */
export async function repliesMayLeave(
  ctx: WorkspaceCtx,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const mails = await selectRecipientsOf(ctx.db, ctx.workspaceId, ids);
  const barred = await installSuppressedAmong(ctx, [...new Set(mails.map(({ email }) => email))]);
  const closed = new Set(mails.flatMap(({ id, email }) => (barred.has(email) ? [id] : [])));
  return new Set(ids.filter((id) => !closed.has(id)));
}
