import type { ForwardBody, Message } from "#modules/inbox/contract/threads.ts";
import { callerName, type MemberCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks, trackingSecrets } from "#platform/ctx/settings.ts";
import { AppError, invalidField, notFound } from "#platform/rules/errors.ts";
import type { MessageId, ThreadId } from "#platform/rules/ids.ts";
import { iso, later, SECOND_MS } from "#platform/rules/time.ts";
import type { Attachment } from "#platform/rules/mail/attachment.ts";
import { openReader } from "#modules/mailboxes/connections/open-reader.ts";
import { MAX_FILES_BYTES } from "#modules/inbox/attachments/keep-files.ts";
import { mailPlaceOf } from "#modules/inbox/attachments/place.ts";
import { sentPart } from "#modules/inbox/attachments/read-attachment.ts";
import { newMessageId, queueMail } from "#modules/inbox/replies/queue-mail.ts";
import {
  forwardHtml,
  forwardSubject,
  forwardText,
  type Passed,
} from "#modules/inbox/rules/forward.ts";
import { forColleagues, withoutTracking } from "#modules/inbox/rules/own-copy.ts";
import { excerptOf } from "#modules/inbox/rules/quote.ts";
import { assertMayAddress } from "#modules/inbox/threads/assert-may-address.ts";
import { findMessage } from "#modules/inbox/threads/find-message.ts";
import { findThread } from "#modules/inbox/threads/read-thread.ts";
import type { MessageRow } from "#modules/inbox/threads/store.ts";
import { assertWelcome, findSender, outcomeOfWritten } from "./written.ts";

/**
 * Passes a message on to somebody else, with those of its files that its mailbox still has. It starts
 * a conversation of its own, so that no answer to it counts as the lead's; the thread shows it.
 * Throws `not_found`, `forbidden`, `conflict` for a suppressed recipient, `invalid_state` where no
 * mailbox can send it, `upstream_*` where the mailbox with the files can't be asked.
 */
export async function forwardMessage(
  ctx: MemberCtx,
  threadId: ThreadId,
  id: MessageId,
  body: ForwardBody,
  waitSeconds: number,
): Promise<Message> {
  const { thread } = await findThread(ctx, threadId);
  const row = await findMessage(ctx, threadId, id);
  const sender = await findSender(ctx, thread.mailboxId, body.mailbox_id);
  const [to, cc, bcc] = [[...new Set(body.to)], body.cc ?? [], body.bcc ?? []];
  const recipients = { to, cc, bcc };
  await assertMayAddress(ctx, thread, recipients, body.force === true);
  if (body.force !== true) await assertWelcome(ctx, recipients);
  const chosen = chosenFiles(row, body.attachments);
  const isThere = chosen.length === 0 || (await isInMailbox(ctx, row));
  const passed = passedOn(ctx, row, isThere ? [] : chosen.map(({ name }) => name));
  const text = forwardText(body.text ?? "", passed);
  const queued = await queueMail(ctx, {
    type: "forward",
    below: null,
    messageId: newMessageId(sender.email),
    threadId,
    mailboxId: sender.id,
    leadId: null,
    sendId: null,
    fromEmail: sender.email,
    fromName: sender.fromName,
    to,
    cc,
    bcc,
    subject: forwardSubject(row.message.subject),
    text,
    html: forwardHtml(body.text ?? "", passed),
    snippet: excerptOf(body.text ?? text),
    inReplyTo: null,
    references: [],
    force: body.force === true,
    createdBy: callerName(ctx.caller),
    sendAt:
      body.delay_seconds === undefined ? null : later(ctx.now(), body.delay_seconds * SECOND_MS),
    attachments: isThere ? chosen : [],
  });
  if (!queued) throw notFound("thread");
  return outcomeOfWritten(ctx, queued.id, queued.isUnderWay ? waitSeconds * SECOND_MS : 0);
}

/** The files that go along, with where they are. Throws `validation_failed` naming `attachments`. */
function chosenFiles(
  { message }: MessageRow,
  numbers: readonly number[] | undefined,
): Attachment[] {
  const wanted = numbers ?? message.attachments.map((_, index) => index + 1);
  const files = [...new Set(wanted)].map((number): Attachment => {
    const file = message.attachments[number - 1];
    if (!file) {
      throw invalidField("attachments", "unknown_attachment", `There is no attachment ${number}.`);
    }
    const part = message.direction === "inbound" ? file.part : sentPart(number - 1);
    return { ...file, part, from: message.id, inline: false };
  });
  if (files.length > 20) {
    throw invalidField("attachments", "too_many", "Up to 20 files go along. Choose which.");
  }
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_FILES_BYTES) {
    throw invalidField(
      "attachments",
      "too_large",
      "The files are larger than 10 MB together. Choose which go along; [] is none.",
    );
  }
  return files;
}

async function isInMailbox(ctx: MemberCtx, row: MessageRow): Promise<boolean> {
  const reader = await openReader(ctx, row.message.mailboxId);
  if (!reader) return false;
  try {
    await ctx.mail.attachment({
      imap: reader.imap,
      allow_private: allowsPrivateNetworks(ctx.settings),
      mail: mailPlaceOf(row),
    });
    return true;
  } catch (cause) {
    if (cause instanceof AppError && cause.code === "mail_gone") return false;
    throw cause;
  }
}

/** Without what is the recipient's alone: nobody else opens, clicks or unsubscribes for them. */
function passedOn(ctx: MemberCtx, { message }: MessageRow, missing: readonly string[]): Passed {
  const secrets = trackingSecrets(ctx.settings);
  const html =
    message.direction === "outbound" ? withoutTracking(message.html, secrets) : message.html;
  return {
    from: { name: message.fromName, email: message.fromEmail },
    to: message.toEmails,
    cc: message.ccEmails,
    subject: message.subject,
    sentAt: iso(message.sentAt),
    text: forColleagues(message.text, secrets),
    html: forColleagues(html, secrets),
    missing,
  };
}
