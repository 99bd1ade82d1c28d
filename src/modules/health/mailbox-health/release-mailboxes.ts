import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { endThrottling } from "./store.ts";

type Sql = Parameters<typeof endThrottling>[2];

/**
 * The statement that ends the throttling of a campaign's mailboxes, for the batch of its start: a
 * person decided that it may go on, so what happened before no longer counts. `byRate`: it was
 * paused for the rates of its mailboxes, so the rates of all of them are reset. `guard` repeats
 * that batch's condition.
 */
export const releaseMailboxes = (
  ctx: WorkspaceCtx,
  { mailboxIds, byRate }: { readonly mailboxIds: Sql; readonly byRate: boolean },
  guard: Sql,
): Statement =>
  endThrottling(ctx.db, ctx.workspaceId, mailboxIds, { now: ctx.now(), byRate }, guard);
