import type { Connection } from "#platform/wire/companion.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import type { MailboxStatus } from "#platform/rules/mail/mailbox.ts";
import { filesSent, givesOwnIds } from "#modules/mailboxes/rules/own-servers.ts";
import { imapConnectionOf } from "./connections.ts";
import { flagUnreadablePassword } from "#modules/mailboxes/mailboxes/flag-unreadable.ts";
import {
  type MailboxRow,
  selectMailbox,
  selectMailboxesById,
} from "#modules/mailboxes/mailboxes/store.ts";

/** What reading a mailbox needs; `imap` holds the open password, so it must not be logged or kept. */
export type Reader = {
  readonly id: MailboxId;
  readonly email: string;
  readonly imap: Connection;
  readonly status: MailboxStatus;
  readonly syncFailures: number;
  readonly lastSentAt: UnixMs | null;
  /** Until when its own mail was looked for in the Sent folder. */
  readonly sentCheckedAt: UnixMs | null;
  /** What it sent is to be put into the Sent folder: it is wanted there, and its server does not do so. */
  readonly saveToSent: boolean;
  /** Its server gives mails a Message-ID of its own. */
  readonly givesOwnIds: boolean;
};

/** Opens a mailbox for reading. Null: it is deleted, only sends, is disabled or signed out, or its password cannot be opened. */
export async function openReader(ctx: WorkspaceCtx, id: MailboxId): Promise<Reader | null> {
  const row = await selectMailbox(ctx.db, ctx.workspaceId, id);
  return row ? readerOf(ctx, row) : null;
}

/** The same for many; those that cannot be opened are left out. */
export async function openReaders(
  ctx: WorkspaceCtx,
  ids: readonly MailboxId[],
): Promise<readonly Reader[]> {
  const rows = await selectMailboxesById(ctx.db, ctx.workspaceId, ids);
  const readers = await Promise.all(rows.map((row) => readerOf(ctx, row)));
  return readers.filter((reader) => reader !== null);
}

async function readerOf(ctx: WorkspaceCtx, row: MailboxRow): Promise<Reader | null> {
  const { id } = row;
  if (row.status === "disabled" || row.status === "reconnect_required") return null;
  try {
    const imap = await imapConnectionOf(ctx, row);
    const { email, status, syncFailures, lastSentAt, sentCheckedAt } = row;
    const saveToSent = row.saveToSent && !filesSent(row);
    const known = { saveToSent, givesOwnIds: givesOwnIds(row) };
    return imap && { id, email, imap, status, syncFailures, lastSentAt, sentCheckedAt, ...known };
  } catch {
    ctx.log("mailbox.password_unreadable", { mailboxId: id }, "error");
    await flagUnreadablePassword(ctx, id);
    return null;
  }
}
