import { pushStatement } from "#modules/events/push/push-statement.ts";
import { type MemberCtx, userIdOf } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { ThreadId, UserId } from "#platform/rules/ids.ts";
import { amongThreads, newlyAssigned } from "./assign-store.ts";

/**
 * The statements that tell somebody which threads they get, for the batch that gives them and before it; none
 * for who takes them.
 */
export function tellAssigned(
  ctx: MemberCtx,
  ids: readonly ThreadId[],
  to: UserId | null | undefined,
): Statement[] {
  if (to == null || to === userIdOf(ctx.caller)) return [];
  const { source, ...about } = newlyAssigned(ctx.workspaceId, amongThreads(ids), to);
  return [pushStatement(ctx, { kind: "assigned", userId: to, ...about }, source)];
}
