import { paginationOf } from "#platform/contract/common.ts";
import type { Mailbox, MailboxesQuery } from "#modules/mailboxes/contract/mailboxes.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { ofFilter } from "./filter-store.ts";
import { presentMailboxes } from "./present.ts";
import {
  countMailboxes,
  type MailboxRow,
  selectMailbox,
  selectMailboxes,
  selectUsedSlots,
} from "./store.ts";

/** The workspace's mailboxes, newest first where nothing else is asked. */
export async function listMailboxes(ctx: WorkspaceCtx, query: MailboxesQuery) {
  const { rows, pagination } = await pageOfMailboxes(ctx, query);
  return { data: await presentMailboxes(ctx, rows), pagination };
}

/** The rows of a page of the list. */
export async function pageOfMailboxes(ctx: WorkspaceCtx, query: MailboxesQuery) {
  const { order, page, nextCursor } = pageAfter(query);
  const { rows, total } = await selectMailboxes(ctx.db, ctx.workspaceId, {
    ...page,
    order,
    where: ofFilter(query),
  });
  return {
    rows: rows.slice(0, query.limit),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

/** One mailbox's row. Throws `not_found`, also for a deleted one and another workspace's. */
export async function findMailbox(ctx: WorkspaceCtx, id: MailboxId): Promise<MailboxRow> {
  const row = await selectMailbox(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("mailbox");
  return row;
}

/** A row as the API shows it. */
export async function presentMailbox(ctx: WorkspaceCtx, row: MailboxRow): Promise<Mailbox> {
  const [shown] = await presentMailboxes(ctx, [row]);
  if (!shown) throw new Error("a mailbox was not presented");
  return shown;
}

/** How many mailboxes the workspace has. */
export const mailboxCount = (ctx: Pick<WorkspaceCtx, "db" | "workspaceId">): Promise<number> =>
  countMailboxes(ctx.db, ctx.workspaceId);

/** Slots that mailboxes have used, each on its own day, by id; 0 is absent. */
export const usedSlots = (
  ctx: Pick<WorkspaceCtx, "db" | "workspaceId">,
  days: readonly { readonly id: MailboxId; readonly day: string }[],
): Promise<Map<number, number>> => selectUsedSlots(ctx.db, ctx.workspaceId, days);
