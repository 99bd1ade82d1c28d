import { quotaReached } from "#modules/accounts/rules/quota.ts";
import { quotasOf } from "#modules/accounts/workspaces/quotas.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { isMissingValue } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { countMailboxes } from "#modules/mailboxes/mailboxes/store.ts";

type Room = {
  readonly room: number;
  /** How many it may have in all. */
  readonly most: number;
  readonly refusal: (more: number) => AppError;
};

/** How many mailboxes more the workspace may have, and what to answer where it is too little. */
export async function mailboxRoom(
  ctx: Pick<WorkspaceCtx, "db" | "settings" | "workspaceId">,
): Promise<Room> {
  const max = ctx.settings.MAX_MAILBOXES_PER_WORKSPACE;
  const [count, { mailboxes: quota }] = await Promise.all([
    countMailboxes(ctx.db, ctx.workspaceId),
    quotasOf(ctx),
  ]);
  if (quota !== null && quota < max) {
    return {
      room: Math.max(0, quota - count),
      most: quota,
      refusal: () => quotaReached("mailboxes", quota, count),
    };
  }
  return {
    room: Math.max(0, max - count),
    most: max,
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

/**
 * Adds one mailbox by `add`, which is given how many there may be and fails for one more. Throws like
 * `assertRoom`, also where others took the last place meanwhile.
 */
export async function addInRoom<T>(
  ctx: WorkspaceCtx,
  add: (most: number) => Promise<T>,
): Promise<T> {
  const { most } = await mailboxRoom(ctx);
  try {
    return await add(most);
  } catch (cause) {
    if (!isMissingValue(cause)) throw cause;
    await assertRoom(ctx, 1);
    throw cause;
  }
}
