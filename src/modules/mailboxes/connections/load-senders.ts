import type { Connection } from "#platform/wire/companion.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { givesOwnIds } from "#modules/mailboxes/rules/own-servers.ts";
import { smtpConnectionOf } from "./connections.ts";
import { flagUnreadablePassword } from "#modules/mailboxes/mailboxes/flag-unreadable.ts";
import { selectMailboxesById, type MailboxRow } from "#modules/mailboxes/mailboxes/store.ts";

/** What sending from a mailbox needs; `smtp` holds the open password, so it must not be logged or kept. */
export type Sender = {
  readonly id: MailboxId;
  readonly email: string;
  readonly fromName: string;
  readonly replyTo: string | null;
  readonly smtp: Connection;
  readonly signatureHtml: string;
  readonly signatureText: string;
  /** What is sent to its address is read here. */
  readonly isRead: boolean;
  /** Its server gives mails a Message-ID of its own. */
  readonly givesOwnIds: boolean;
};

/**
 * The senders among these mailboxes, by id, whatever their status. Missing from the answer: a
 * deleted mailbox, another workspace's, and one whose password cannot be opened (it becomes
 * `connection_error`, so that its leads wait).
 */
export async function loadSenders(
  ctx: WorkspaceCtx,
  ids: readonly MailboxId[],
): Promise<Map<MailboxId, Sender>> {
  const rows = await selectMailboxesById(ctx.db, ctx.workspaceId, ids);
  const senders = await Promise.all(rows.map((row) => senderOf(ctx, row)));
  return new Map(senders.flatMap((sender) => (sender ? [[sender.id, sender]] : [])));
}

async function senderOf(ctx: WorkspaceCtx, row: MailboxRow): Promise<Sender | null> {
  const smtp = await openSmtp(ctx, row);
  if (!smtp) return null;
  return {
    id: row.id,
    email: row.email,
    fromName: row.fromName,
    replyTo: row.replyTo,
    smtp,
    signatureHtml: row.signatureHtml,
    signatureText: row.signatureText,
    isRead: row.imapHost !== null,
    givesOwnIds: givesOwnIds(row),
  };
}

async function openSmtp(ctx: WorkspaceCtx, row: MailboxRow): Promise<Connection | null> {
  try {
    return await smtpConnectionOf(ctx, row);
  } catch {
    ctx.log("mailbox.password_unreadable", { mailboxId: row.id }, "error");
    await flagUnreadablePassword(ctx, row.id);
    return null;
  }
}
