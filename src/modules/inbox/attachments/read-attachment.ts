import type { AttachmentBytes } from "#platform/ctx/ports.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { MessageId, ThreadId } from "#platform/rules/ids.ts";
import type { Attachment } from "#platform/rules/mail/attachment.ts";
import { openReader } from "#modules/mailboxes/connections/open-reader.ts";
import { findMessage } from "#modules/inbox/threads/find-message.ts";
import { mailPlaceOf } from "./place.ts";

export type OpenedAttachment = AttachmentBytes & { readonly file: Attachment };

/**
 * Fetches an attachment from the mailbox that its message lies in. Throws `not_found`, `mail_gone`
 * where the mailbox no longer has the message, `payload_too_large`, `invalid_state` where the mailbox
 * can't be read at all, and `upstream_*` where it can't be read now.
 */
export async function readAttachment(
  ctx: WorkspaceCtx,
  threadId: ThreadId,
  id: MessageId,
  number: number,
): Promise<OpenedAttachment> {
  const row = await findMessage(ctx, threadId, id);
  const file = row.message.attachments[number - 1];
  if (!file) throw notFound("attachment");
  const reader = await openReader(ctx, row.message.mailboxId);
  if (!reader) {
    throw new AppError(
      "invalid_state",
      "The mailbox of this message cannot be read: it was deleted, is disabled or signed out, or only sends.",
    );
  }
  const bytes = await ctx.mail.attachment({
    imap: reader.imap,
    allow_private: allowsPrivateNetworks(ctx.settings),
    mail: mailPlaceOf(row),
    part: row.message.direction === "inbound" ? file.part : sentPart(number - 1),
  });
  return { ...bytes, file };
}

/** The section of a file in a mail of ours: its text is the first one. */
export const sentPart = (position: number): string => String(position + 2);
