import type { Message, ReplyBody } from "#modules/inbox/contract/threads.ts";
import { callerName, type MemberCtx } from "#platform/ctx/ctx.ts";
import { htmlToText } from "#modules/campaigns/rules/template/html-to-text.ts";
import { AppError, invalidField, notFound } from "#platform/rules/errors.ts";
import type { MailboxId, MessageId, ThreadId, UnixMs } from "#platform/rules/ids.ts";
import { answerHeaders } from "#modules/inbox/rules/answer.ts";
import { excerptOf } from "#modules/inbox/rules/quote.ts";
import { later, parseIso, SECOND_MS } from "#platform/rules/time.ts";
import { loadSenders, type Sender } from "#modules/mailboxes/connections/load-senders.ts";
import { findMailbox } from "#modules/mailboxes/mailboxes/read-mailboxes.ts";
import { hasNewer } from "#modules/inbox/replies/queue-store.ts";
import { queueMail } from "#modules/inbox/replies/queue-mail.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { assertMayAddress, entriesOf, type Recipients } from "./assert-may-address.ts";
import { presentMessage } from "./present.ts";
import { findThread } from "./read-thread.ts";
import { type MessageRow, selectMessage, selectSaid } from "./store.ts";

/** An answer looks at the end of its conversation. */
const MAX_SAID = 100;
const FIRST_LOOK_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Answers a thread from its mailbox: stored once, sent once at most, below the last
 * mail of the conversation with all its ancestry. Waits up to `waitSeconds` for the outcome; what
 * is then still on its way, could not be tried, or is kept for later, goes on by itself. Throws
 * `not_found`, `forbidden` where a client addresses somebody new or asks for `force`, `conflict` for a suppressed recipient without `force` and below something newer than `last_message_id`, `invalid_state` where nobody
 * is known to write to or no mailbox to write from, `upstream_failed` when a server refused.
 */
export async function replyToThread(
  ctx: MemberCtx,
  id: ThreadId,
  body: ReplyBody,
  waitSeconds: number,
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
  const html = body.body_html?.trim() === "" ? "" : (body.body_html ?? "");
  const text = body.body_text?.trim() ? body.body_text : htmlToText(html);
  const queued = await queueMail(ctx, {
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
  });
  if (!queued) {
    await assertNewest(ctx, id, body.last_message_id);
    throw notFound("thread");
  }
  const message = await outcomeOf(ctx, queued.id, queued.isUnderWay ? waitSeconds * 1_000 : 0);
  if (message.state !== "failed") return message;
  throw new AppError("upstream_failed", `Not sent: ${message.error ?? "unknown error"}`);
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

function sendAtOf(ctx: MemberCtx, { send_at: at, delay_seconds: delay }: ReplyBody): UnixMs | null {
  if (at !== undefined) return parseIso(at);
  return delay === undefined ? null : later(ctx.now(), delay * SECOND_MS);
}

async function findSender(
  ctx: MemberCtx,
  ofThread: MailboxId,
  asked: MailboxId | undefined,
): Promise<Sender> {
  const id = asked ?? ofThread;
  const sender = (await loadSenders(ctx, [id])).get(id);
  const isDisabled = sender && (await findMailbox(ctx, id)).status === "disabled";
  if (sender && !isDisabled) return sender;
  const why = sender ? "is disabled" : "was deleted, or its password can no longer be decrypted";
  if (asked !== undefined) {
    throw invalidField("mailbox_id", "unusable", `This mailbox ${why}. Choose another.`);
  }
  throw new AppError(
    "invalid_state",
    `The mailbox of this thread ${why}. Set another one in mailbox_id.`,
  );
}

async function assertWelcome(ctx: MemberCtx, recipients: Recipients): Promise<void> {
  const entries = entriesOf(recipients);
  const barred = await suppressedAmong(ctx, [...new Set(entries.map((e) => e.address))]);
  const errors = entries
    .filter(({ address }) => barred.has(address))
    .map(({ path }) => ({
      path,
      code: "suppressed",
      message: "This address is suppressed. Send with force only if the recipient asked for it.",
    }));
  if (errors.length === 0) return;
  throw new AppError("conflict", "A recipient is suppressed. See errors.", { errors });
}

/** The mail as it stands, once it is settled or the time is over. */
async function outcomeOf(ctx: MemberCtx, id: MessageId, waitMs: number): Promise<Message> {
  let left = waitMs;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const row = await selectMessage(ctx.db, ctx.workspaceId, id);
    if (!row) throw notFound("thread");
    if (left <= 0 || !isUnderWay(row)) return presentMessage(row, ctx.settings.TRACKING_SECRET);
    await ctx.wait(Math.min(pause, left));
    left -= pause;
  }
}

const isUnderWay = ({ mail }: MessageRow): boolean =>
  mail?.state === "leased" || mail?.state === "sending";
