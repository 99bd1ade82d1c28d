import { quotaReached } from "#modules/accounts/rules/quota.ts";
import { quotasOf } from "#modules/accounts/workspaces/quotas.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { countMailboxes } from "#modules/mailboxes/mailboxes/store.ts";

/** How many mailboxes more the workspace may have, and what to answer where it is too little. */
export async function mailboxRoom(
  ctx: Pick<WorkspaceCtx, "db" | "settings" | "workspaceId">,
): Promise<{ readonly room: number; readonly refusal: (more: number) => AppError }> {
  const max = ctx.settings.MAX_MAILBOXES_PER_WORKSPACE;
  const [count, { mailboxes: quota }] = await Promise.all([
    countMailboxes(ctx.db, ctx.workspaceId),
    quotasOf(ctx),
  ]);
  if (quota !== null && quota < max) {
    return {
      room: Math.max(0, quota - count),
      refusal: () => quotaReached("mailboxes", quota, count),
    };
  }
  return {
    room: Math.max(0, max - count),
    refusal(more) {
      const has = more === 1 ? "" : ` It has ${count}, and this would add ${more}.`;
      return new AppError("limit_reached", `A workspace can have up to ${max} mailboxes.${has}`);
    },
  };
}

/** Throws `quota_reached`, or `limit_reached` of the install, where so many mailboxes more have no room. */
export async function assertRoom(ctx: WorkspaceCtx, more: number): Promise<void> {
  const { room, refusal } = await mailboxRoom(ctx);
  if (more > room) throw refusal(more);
}
