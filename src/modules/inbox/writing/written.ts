import { trackingSecrets } from "#platform/ctx/settings.ts";
import type { Message } from "#modules/inbox/contract/threads.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { AppError, invalidField, notFound } from "#platform/rules/errors.ts";
import type { MailboxId, MessageId } from "#platform/rules/ids.ts";
import { loadSenders, type Sender } from "#modules/mailboxes/connections/load-senders.ts";
import { findMailbox } from "#modules/mailboxes/mailboxes/read-mailboxes.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { entriesOf, type Recipients } from "#modules/inbox/threads/assert-may-address.ts";
import { presentMessage } from "#modules/inbox/threads/present.ts";
import { type MessageRow, selectMessage } from "#modules/inbox/threads/store.ts";

const FIRST_LOOK_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** The mailbox that a person writes from: the thread's, or another one. Throws where it can't send. */
export async function findSender(
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

/** Throws `conflict` for a suppressed recipient. */
export async function assertWelcome(ctx: MemberCtx, recipients: Recipients): Promise<void> {
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

/**
 * The mail as it stands, once it is settled or the time is over. Throws `upstream_failed` where a
 * server refused it.
 */
export async function outcomeOfWritten(
  ctx: MemberCtx,
  id: MessageId,
  waitMs: number,
): Promise<Message> {
  const message = await lookFor(ctx, id, waitMs);
  if (message.state !== "failed") return message;
  throw new AppError("upstream_failed", `Not sent: ${message.error ?? "unknown error"}`);
}

async function lookFor(ctx: MemberCtx, id: MessageId, waitMs: number): Promise<Message> {
  let left = waitMs;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const row = await selectMessage(ctx.db, ctx.workspaceId, id);
    if (!row) throw notFound("thread");
    if (left <= 0 || !isUnderWay(row)) return presentMessage(row, trackingSecrets(ctx.settings));
    await ctx.wait(Math.min(pause, left));
    left -= pause;
  }
}

const isUnderWay = ({ mail }: MessageRow): boolean =>
  mail?.state === "leased" || mail?.state === "sending";
