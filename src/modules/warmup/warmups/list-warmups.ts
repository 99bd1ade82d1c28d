import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { WarmupStatus } from "#modules/warmup/contract/warmup.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { selectStatuses, selectStatusesOf } from "./status-store.ts";
import { statusesOf } from "./statuses-of.ts";

/** Every mailbox of the workspace with its warmup, newest mailbox first. */
export async function listWarmups(ctx: WorkspaceCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const { rows, total } = await selectStatuses(ctx.db, ctx.workspaceId, {
    ...page,
    before,
    q: query.q?.trim() ?? "",
  });
  const ids = rows.map(({ mailboxId }) => ({ id: mailboxId }));
  return {
    data: await statusesOf(ctx, rows.slice(0, query.limit)),
    pagination: paginationOf(query, total, nextCursor(ids)),
  };
}

/** One mailbox's warmup. Throws `not_found`. */
export async function readWarmup(ctx: WorkspaceCtx, id: MailboxId): Promise<WarmupStatus> {
  const [status] = await statusesOf(ctx, await selectStatusesOf(ctx.db, ctx.workspaceId, [id]));
  if (!status) throw notFound("mailbox");
  return status;
}
