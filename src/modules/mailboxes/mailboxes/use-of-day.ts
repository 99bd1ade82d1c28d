import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { countMailboxes as count, selectUsedSlots } from "./store.ts";

/** Slots that mailboxes have used, each on its own day, by id; 0 is absent. */
export const usedSlots = (
  ctx: Pick<WorkspaceCtx, "db" | "workspaceId">,
  days: readonly { readonly id: MailboxId; readonly day: string }[],
): Promise<Map<number, number>> => selectUsedSlots(ctx.db, ctx.workspaceId, days);

export const countMailboxes = (ctx: Pick<WorkspaceCtx, "db" | "workspaceId">): Promise<number> =>
  count(ctx.db, ctx.workspaceId);
