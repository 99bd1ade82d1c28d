import { createHash } from "node:crypto";
import type { OutgoingFile } from "#platform/wire/attachments.ts";
import type { Composition } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import type { GivenFile } from "#platform/http/endpoint.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { fileType } from "#platform/rules/mail/file-type.ts";
import { HOUR_MS, later } from "#platform/rules/time.ts";
import type { Attachment } from "#platform/rules/mail/attachment.ts";
import type { Sender } from "#modules/mailboxes/connections/load-senders.ts";
import { openReader } from "#modules/mailboxes/connections/open-reader.ts";
import { insertReplyDraft, insertPiece } from "./drafts-store.ts";

const MB = 1024 * 1024;
/** Of all files of one mail. */
export const MAX_FILES_BYTES = 10 * MB;
/** Where the mailbox only sends, or sends by an API that takes no larger mails. */
const MAX_SENDING_BYTES = 2 * MB;
/** Bytes in one row: in base64 well below the 2 MB that D1 takes. */
const PIECE_BYTES = 512 * 1024;
/** What has no mail by then never gets one. */
const ORPHANED_MS = HOUR_MS;

/** What a message says of a file that a person attached. */
export const attachmentOf = (file: GivenFile, position: number): Attachment => ({
  name: file.name,
  type: fileType(file.bytes, file.name),
  size: file.bytes.length,
  inline: false,
  part: String(position + 2),
  sha256: hexHash(file.bytes),
});

export const hexHash = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

/**
 * Keeps files until their mail has left: in a draft of the mailbox, or in rows where it only sends. It
 * is noted first, so that a crash leaves nothing for good. Throws `payload_too_large` naming `files`,
 * and `upstream_*` where the mailbox takes no draft.
 */
export async function keepFiles(
  ctx: WorkspaceCtx,
  sender: Sender,
  draft: Omit<Composition, "attachments">,
  files: readonly GivenFile[],
): Promise<void> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const reader = sender.isRead ? await openReader(ctx, sender.id) : null;
  const byApi = sender.smtp.oauth?.api === true;
  assertFits(files, reader === null || byApi);
  const messageId = draft.message_id;
  const row = { messageId, workspaceId, mailboxId: sender.id, createdAt: now };
  const dueAt = later(now, ORPHANED_MS);
  await runBatch(db, [insertReplyDraft(db, { ...row, inMailbox: reader !== null, dueAt })]);
  if (reader === null) {
    for (const [file, { bytes }] of files.entries()) {
      for (let at = 0, piece = 0; at < bytes.length; at += PIECE_BYTES, piece++) {
        const content = asBase64(bytes.subarray(at, at + PIECE_BYTES));
        await runBatch(db, [insertPiece(db, { messageId, workspaceId, file, piece, content })]);
      }
    }
    return;
  }
  const attachments = files.map(({ name, bytes }): OutgoingFile => ({
    name,
    type: fileType(bytes, name),
    content: asBase64(bytes),
  }));
  const act = { message_id: messageId, folders: ["\\Drafts"], flags: [], move_to: null };
  const { found, filed = [] } = await ctx.mail.tend({
    imap: reader.imap,
    allow_private: allowsPrivateNetworks(ctx.settings),
    acts: [{ ...act, copy: { ...draft, attachments } }],
  });
  if (![...found, ...filed].includes(messageId)) {
    throw new AppError(
      "upstream_failed",
      "The mailbox does not take a draft with these files. Its server may limit the size of emails.",
    );
  }
}

const asBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");

function assertFits(files: readonly GivenFile[], isSmall: boolean): void {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > (isSmall ? MAX_SENDING_BYTES : MAX_FILES_BYTES)) throw filesTooLarge(isSmall);
}

export function filesTooLarge(isSmall = false): AppError {
  const message = isSmall
    ? "The files can have up to 2 MB together, since this mailbox keeps no drafts or sends by an API."
    : "The files can have up to 10 MB together.";
  const errors = [{ path: "files", code: "too_large", message }];
  return new AppError("payload_too_large", message, { errors });
}
