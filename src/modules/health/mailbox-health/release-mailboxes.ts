import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { releaseHolds } from "./store.ts";

type Sql = Parameters<typeof releaseHolds>[2];

/**
 * The statement that lets the held mailboxes of a campaign go, for the batch of its start: a person
 * says that it may go on, so what happened before no longer counts. `byRate`: it was paused for the
 * rates of its mailboxes, so each of them starts afresh. `guard` repeats that batch's condition.
 */
export const releaseMailboxes = (
  ctx: WorkspaceCtx,
  { mailboxIds, byRate }: { readonly mailboxIds: Sql; readonly byRate: boolean },
  guard: Sql,
): Statement =>
  releaseHolds(ctx.db, ctx.workspaceId, mailboxIds, { now: ctx.now(), byRate }, guard);
