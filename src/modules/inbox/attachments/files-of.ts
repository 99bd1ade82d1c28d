import type { OutgoingFile } from "#platform/wire/attachments.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { MailboxId, MessageId } from "#platform/rules/ids.ts";
import type { Attachment } from "#platform/rules/mail/attachment.ts";
import { openReader } from "#modules/mailboxes/connections/open-reader.ts";
import { selectMessage } from "#modules/inbox/threads/store.ts";
import { selectPieces } from "./drafts-store.ts";
import { hexHash, MAX_FILES_BYTES } from "./keep-files.ts";
import { mailPlaceOf } from "./place.ts";
import { sentPart } from "./read-attachment.ts";

/** A mail whose files are wanted. */
export type WithFiles = {
  readonly id: MessageId;
  readonly mailboxId: MailboxId;
  readonly messageId: string;
  readonly attachments: readonly Attachment[];
};

/** The files of a mail, or why it has none: `away` passes by itself. */
export type Files =
  | { readonly as: "files"; readonly files: OutgoingFile[] }
  | { readonly as: "away" }
  | { readonly as: "gone"; readonly detail: string };

/**
 * The files of a mail that is about to leave, from wherever they are kept: the draft, the rows, or the
 * message that is passed on. Each is what the person attached, or the mail does not leave.
 */
export async function filesOf(
  ctx: WorkspaceCtx,
  mail: WithFiles,
  draft: { readonly inMailbox: boolean } | undefined,
): Promise<Files> {
  const files: OutgoingFile[] = [];
  let size = 0;
  try {
    for (const [position, file] of mail.attachments.entries()) {
      const bytes = await bytesOf(ctx, mail, position, draft);
      size += bytes.length;
      if (file.sha256 !== undefined && hexHash(bytes) !== file.sha256) return changed(file);
      if (size > MAX_FILES_BYTES) return tooMuch;
      files.push({ name: file.name, type: file.type, content: bytes.toString("base64") });
    }
    return { as: "files", files };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    if (cause.code.startsWith("upstream_")) {
      ctx.log("outbox.files_unread", { id: mail.id, code: cause.code }, "warn");
      return { as: "away" };
    }
    return { as: "gone", detail: cause.message };
  }
}

const changed = (file: Attachment): Files => ({
  as: "gone",
  detail: `The draft in the mailbox was changed: ${file.name} is not what was attached.`,
});
const tooMuch: Files = { as: "gone", detail: "The files are larger than 10 MB together." };

async function bytesOf(
  ctx: WorkspaceCtx,
  mail: WithFiles,
  position: number,
  draft: { readonly inMailbox: boolean } | undefined,
): Promise<Buffer> {
  const from = mail.attachments[position]?.from;
  if (from !== undefined) {
    const row = await selectMessage(ctx.db, ctx.workspaceId, from);
    const part = mail.attachments[position]?.part;
    if (!row || part === undefined) throw gone("The forwarded email was deleted.");
    return inMailbox(ctx, row.message.mailboxId, mailPlaceOf(row), part);
  }
  if (draft?.inMailbox === false) {
    const pieces = await selectPieces(ctx.db, ctx.workspaceId, mail.messageId, position);
    return Buffer.concat(pieces.map(({ content }) => Buffer.from(content, "base64")));
  }
  const place = { folder: "\\Drafts", uid_validity: null, uid: null };
  const named = { ...place, message_id: mail.messageId };
  return inMailbox(ctx, mail.mailboxId, named, sentPart(position));
}

async function inMailbox(
  ctx: WorkspaceCtx,
  mailboxId: MailboxId,
  mail: ReturnType<typeof mailPlaceOf>,
  part: string,
): Promise<Buffer> {
  const reader = await openReader(ctx, mailboxId);
  if (!reader) throw gone("The mailbox that has the files cannot be read.");
  const { body } = await ctx.mail.attachment({
    imap: reader.imap,
    allow_private: allowsPrivateNetworks(ctx.settings),
    mail,
    part,
  });
  try {
    return Buffer.from(await new Response(body).arrayBuffer());
  } catch (cause) {
    throw new AppError("upstream_failed", "The mail service did not send the whole file.", {
      cause,
    });
  }
}

const gone = (message: string): AppError => new AppError("invalid_state", message);
