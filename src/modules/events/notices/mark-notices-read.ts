import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { hiddenFrom } from "./list-notices.ts";
import { countNotices, markRead } from "./store.ts";

/** Marks these notices, or all of them, as read; answers how many are left. Repeats change nothing. */
export async function markNoticesRead(
  ctx: MemberCtx,
  ids: readonly number[] | undefined,
): Promise<{ unread: number }> {
  const hidden = hiddenFrom(ctx.caller);
  await markRead(ctx.db, ctx.workspaceId, ids ?? null, hidden, ctx.now());
  return { unread: (await countNotices(ctx.db, ctx.workspaceId, hidden)).unread };
}
