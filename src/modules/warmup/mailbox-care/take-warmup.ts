import { hashSecret, trackingSecrets } from "#platform/ctx/settings.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { hash32 } from "#platform/rules/seed.ts";
import { later } from "#platform/rules/time.ts";
import { serverMessageIdOf } from "#modules/delivery/rules/server-message-id.ts";
import {
  ANSWER_EXPIRES_MS,
  answerDueAt,
  hoursOf,
  READ_AFTER_MS,
} from "#modules/warmup/rules/due-times.ts";
import { WARMUP_HEADER, warmupIdOf, warmupMessageId } from "#modules/warmup/rules/token.ts";
import { countDay, NOT_COUNTED } from "#modules/warmup/warmups/count-store.ts";
import { takeFromExchange } from "#modules/warmup/exchange/take-from-exchange.ts";
import { takeFromPool } from "#modules/warmup/pool/take-from-pool.ts";
import { judgeWarmup } from "#modules/warmup/warmups/judge-warmup.ts";
import type { ArrivingMail, TakenWarmup } from "./arriving.ts";
import {
  type Arrived,
  firstSeen,
  insertAnswer,
  placeWarmup,
  type Seen,
  selectArrived,
} from "./take-store.ts";

/**
 * Takes a mail that this install wrote to this mailbox for its warmup: where it arrived, the answer
 * that it will get, and the counters, in one batch with the cursor; it never becomes a message.
 * Null: it is no such mail (its code is missing or wrong), and nothing was done.
 */
export async function takeWarmup(
  ctx: WorkspaceCtx,
  arriving: ArrivingMail,
): Promise<TakenWarmup | null> {
  const { mailbox, mail, cursor } = arriving;
  const header = WARMUP_HEADER.toLowerCase();
  const token = Object.hasOwn(mail.headers, header) ? mail.headers[header] : undefined;
  const secrets = trackingSecrets(ctx.settings);
  const { message_id: messageId, references } = mail;
  const ours = warmupIdOf(secrets, { messageId, references, token }, mailbox.email);
  if (ours === null) return takeFromExchange(ctx, arriving);
  const { db, workspaceId } = ctx;
  const arrived = await selectArrived(db, workspaceId, mailbox.id, ours);
  const outside = arrived ? null : await takeFromPool(ctx, arriving, ours);
  if (outside) return outside;
  if (!arrived || arrived.mail.placedAt !== null) {
    await runBatch(db, [cursor]);
    return { spamFrom: null };
  }
  const placement = arriving.folder === "\\Junk" ? "spam" : "inbox";
  const ids = { message_id: ours, server_message_id: messageId ?? undefined };
  const seen = { placement, serverMessageId: serverMessageIdOf(ids) } as const;
  await runBatch(db, [...arrivalOf(ctx, arrived, seen), cursor]);
  if (placement !== "spam") return { spamFrom: null };
  await judgeWarmup(ctx, arrived.mail.fromMailboxId);
  return { spamFrom: { workspaceId, mailboxId: arrived.mail.fromMailboxId } };
}

function arrivalOf(
  ctx: WorkspaceCtx,
  arrived: Arrived,
  { placement, serverMessageId }: Omit<Seen, "readAt">,
): Statement[] {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const { mail, ownZone, senderZone } = arrived;
  const guard = firstSeen(workspaceId, arrived);
  const senderDay = localDay(senderZone ?? "UTC", now);
  const sender = { mailboxId: mail.fromMailboxId, day: senderDay };
  const receiver = { mailboxId: mail.toMailboxId, day: localDay(ownZone ?? "UTC", now) };
  const { min, spread } = READ_AFTER_MS;
  const readAt = later(now, min + (hash32(`${mail.messageId}:read`) % spread));
  return [
    ...(NOT_COUNTED.includes(mail.state)
      ? [
          countDay(
            db,
            workspaceId,
            { ...sender, metric: mail.kind === "starter" ? "sent" : "replied" },
            guard,
          ),
        ]
      : []),
    countDay(db, workspaceId, { ...sender, metric: placement }, guard),
    countDay(db, workspaceId, { ...receiver, metric: "received" }, guard),
    ...answerTo(ctx, arrived),
    placeWarmup(db, workspaceId, arrived, { placement, serverMessageId, readAt }, now, guard),
  ];
}

/** The answer that this mail gets, in the hours of the mailbox that it came to. */
function answerTo(ctx: WorkspaceCtx, arrived: Arrived): Statement[] {
  const { mail, ownZone, ownEmail, weekdaysOnly, windowStart, windowEnd } = arrived;
  if (mail.answerAfterMs === null) return [];
  if (weekdaysOnly === null || windowStart === null || windowEnd === null) return [];
  const now = ctx.now();
  const hours = hoursOf({ weekdaysOnly, windowStart, windowEnd }, ownZone);
  const chance = hash32(`${mail.messageId}:morning`) / 2 ** 32;
  const dueAt = answerDueAt(hours, now, mail.answerAfterMs, chance);
  const key = `answer:${mail.messageId}`;
  const messageId = warmupMessageId(hashSecret(ctx.settings), key, ownEmail);
  const answer = { messageId, dueAt, expiresAt: later(dueAt, ANSWER_EXPIRES_MS) };
  const guard = firstSeen(ctx.workspaceId, arrived);
  return [insertAnswer(ctx.db, ctx.workspaceId, arrived, answer, now, guard)];
}
