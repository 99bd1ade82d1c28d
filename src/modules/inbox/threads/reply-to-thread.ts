import type { Message, ReplyBody } from "#modules/inbox/contract/threads.ts";
import { callerName, type MemberCtx } from "#platform/ctx/ctx.ts";
import { htmlToText } from "#modules/campaigns/rules/template/html-to-text.ts";
import { AppError, invalidField, notFound } from "#platform/rules/errors.ts";
import type { MessageId, ThreadId, UnixMs } from "#platform/rules/ids.ts";
import { answerHeaders } from "#modules/inbox/rules/answer.ts";
import { excerptOf } from "#modules/inbox/rules/quote.ts";
import { later, parseIso, SECOND_MS } from "#platform/rules/time.ts";
import type { Composition } from "#platform/wire/transmission.ts";
import type { Sender } from "#modules/mailboxes/connections/load-senders.ts";
import { attachmentOf, keepFiles } from "#modules/inbox/attachments/keep-files.ts";
import type { GivenFile } from "#platform/http/endpoint.ts";
import { newMessageId, queueMail, type WrittenMail } from "#modules/inbox/replies/queue-mail.ts";
import { replyHtml } from "#modules/inbox/rules/reply-html.ts";
import { assertWelcome, findSender, outcomeOfWritten } from "#modules/inbox/writing/written.ts";
import { assertMayAddress } from "./assert-may-address.ts";
import { hasNewer } from "#modules/inbox/replies/queue-store.ts";
import { findThread } from "./read-thread.ts";
import { selectSaid } from "./store.ts";

/** An answer looks at the end of its conversation. */
const MAX_SAID = 100;

/**
 * Answers a thread from its mailbox: stored once, sent once at most, below the last
 * mail of the conversation with all its ancestry, with its files whole. Waits up to `waitSeconds` for the outcome; what
 * is then still on its way, could not be tried, or is kept for later, goes on by itself. Throws
 * `not_found`, `forbidden` where a client addresses somebody new or asks for `force`, `conflict` for a suppressed recipient without `force` and below something newer than `last_message_id`, `invalid_state` where nobody
 * is known to write to or no mailbox to write from, `upstream_failed` when a server refused.
 */
export async function replyToThread(
  ctx: MemberCtx,
  id: ThreadId,
  body: ReplyBody,
  waitSeconds: number,
  files: readonly GivenFile[] = [],
): Promise<Message> {
  const { db, workspaceId } = ctx;
  const row = await findThread(ctx, id);
  await assertNewest(ctx, id, body.last_message_id);
  const said = await selectSaid(db, workspaceId, row.thread, MAX_SAID);
  const headers = answerHeaders(said, { email: row.email, subject: row.thread.subject });
  if (headers.to === null) {
    throw new AppError(
      "invalid_state",
      "The lead was deleted, so there is no address to reply to.",
    );
  }
  const sender = await findSender(ctx, row.thread.mailboxId, body.mailbox_id);
  const [cc, bcc] = [body.cc ?? [], body.bcc ?? []];
  const recipients = { to: [headers.to], cc, bcc };
  await assertMayAddress(ctx, row.thread, recipients, body.force === true);
  if (body.force !== true) await assertWelcome(ctx, recipients);
  const html = replyHtml(body.body_html ?? "");
  if (html === "" && !body.body_text?.trim()) {
    throw invalidField(
      "body_html",
      "empty",
      "Nothing is left of this HTML that an email can have.",
    );
  }
  const text = body.body_text?.trim() ? body.body_text : htmlToText(html);
  const mail: WrittenMail = {
    type: "manual",
    threadId: id,
    mailboxId: sender.id,
    leadId: row.thread.leadId,
    sendId: said.findLast((mail) => mail.sendId !== null)?.sendId ?? null,
    fromEmail: sender.email,
    fromName: sender.fromName,
    to: [headers.to],
    cc,
    bcc,
    subject: headers.subject,
    text,
    html,
    snippet: excerptOf(text),
    inReplyTo: headers.inReplyTo,
    references: headers.references,
    force: body.force === true,
    createdBy: callerName(ctx.caller),
    sendAt: sendAtOf(ctx, body),
    below: body.last_message_id ?? null,
    attachments: files.map(attachmentOf),
  };
  const messageId = newMessageId(sender.email);
  await assertNewest(ctx, id, body.last_message_id);
  if (files.length > 0) await keepFiles(ctx, sender, draftOf(ctx, sender, mail, messageId), files);
  const queued = await queueMail(ctx, { ...mail, messageId });
  if (!queued) {
    await assertNewest(ctx, id, body.last_message_id);
    throw notFound("thread");
  }
  return outcomeOfWritten(ctx, queued.id, queued.isUnderWay ? waitSeconds * 1_000 : 0);
}

/** Throws `conflict` where something came, or somebody else answered, that the writer has not seen. */
async function assertNewest(
  ctx: MemberCtx,
  id: ThreadId,
  seen: MessageId | undefined,
): Promise<void> {
  if (seen === undefined || !(await hasNewer(ctx.db, ctx.workspaceId, id, seen))) return;
  const message = "This thread has a newer message. Read it, then send its id, or leave this out.";
  throw new AppError("conflict", "This thread has a newer message than the reply answers.", {
    errors: [{ path: "last_message_id", code: "newer_message", message }],
  });
}

/** As it will leave, for the mailbox to keep until then. */
const draftOf = (
  ctx: MemberCtx,
  sender: Sender,
  mail: WrittenMail,
  messageId: string,
): Omit<Composition, "attachments"> => ({
  from: { address: sender.email, name: sender.fromName },
  to: mail.to.map((address) => ({ address, name: "" })),
  cc: mail.cc.map((address) => ({ address, name: "" })),
  reply_to: sender.replyTo,
  subject: mail.subject,
  message_id: messageId,
  in_reply_to: mail.inReplyTo,
  references: [...mail.references],
  list_unsubscribe: null,
  headers: {},
  text: mail.text,
  html: mail.html === "" ? null : mail.html,
  date: ctx.now(),
});

function sendAtOf(ctx: MemberCtx, { send_at: at, delay_seconds: delay }: ReplyBody): UnixMs | null {
  if (at !== undefined) return parseIso(at);
  return delay === undefined ? null : later(ctx.now(), delay * SECOND_MS);
}
