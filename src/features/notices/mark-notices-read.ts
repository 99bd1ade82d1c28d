import type { WorkspaceCtx } from "#core/ctx.ts";
import { countNotices, markRead } from "./store.ts";

/** Marks these notices, or all of them, as read; answers how many are left. Repeats change nothing. */
export async function markNoticesRead(
  ctx: WorkspaceCtx,
  ids: readonly number[] | undefined,
): Promise<{ unread: number }> {
  await markRead(ctx.db, ctx.workspaceId, ids ?? null, ctx.now());
  return { unread: (await countNotices(ctx.db, ctx.workspaceId)).unread };
}
