import { hashSecret } from "#platform/ctx/settings.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { hash32 } from "#platform/rules/seed.ts";
import { later } from "#platform/rules/time.ts";
import {
  ANSWER_EXPIRES_MS,
  answerDueAt,
  hoursOf,
  READ_AFTER_MS,
} from "#modules/warmup/rules/due-times.ts";
import { warmupMessageId } from "#modules/warmup/rules/token.ts";
import { countDay } from "#modules/warmup/warmups/count-store.ts";
import {
  firstReceived,
  insertAnswerOutside,
  insertReceived,
  type Received,
  type Receiver,
} from "./received-store.ts";

/**
 * Takes a mail of a partner outside of the workspace: the mailbox will read it, put it away, and
 * answer it where it was to. In one batch with the cursor, and once.
 */
export async function receiveOutside(
  ctx: WorkspaceCtx,
  mailbox: Receiver & { readonly email: string },
  mail: Received,
  cursor: Statement,
): Promise<void> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const { min, spread } = READ_AFTER_MS;
  const readAt = later(now, min + (hash32(`${mail.messageId}:read`) % spread));
  const day = localDay(mailbox.zone ?? "UTC", now);
  await runBatch(db, [
    countDay(
      db,
      workspaceId,
      { mailboxId: mail.mailboxId, day, metric: "received" },
      firstReceived(workspaceId, mail),
    ),
    insertReceived(db, workspaceId, mail, readAt, now),
    ...answerOf(ctx, mailbox, mail),
    cursor,
  ]);
}

function answerOf(
  ctx: WorkspaceCtx,
  mailbox: Receiver & { readonly email: string },
  mail: Received,
): Statement[] {
  const { weekdaysOnly, windowStart, windowEnd, zone, email } = mailbox;
  if (mail.answerAfterMs === null) return [];
  if (weekdaysOnly === null || windowStart === null || windowEnd === null) return [];
  const now = ctx.now();
  const hours = hoursOf({ weekdaysOnly, windowStart, windowEnd }, zone);
  const chance = hash32(`${mail.messageId}:morning`) / 2 ** 32;
  const dueAt = answerDueAt(hours, now, mail.answerAfterMs, chance);
  // Of this mailbox: two of the install may have got the same mail.
  const key = `answer:${mail.mailboxId}:${mail.messageId}`;
  const messageId = warmupMessageId(hashSecret(ctx.settings), key, email);
  const answer = { messageId, dueAt, expiresAt: later(dueAt, ANSWER_EXPIRES_MS) };
  return [insertAnswerOutside(ctx.db, ctx.workspaceId, mail, answer, now)];
}
