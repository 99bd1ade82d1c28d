import { inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { receiveOutside } from "#modules/warmup/mailbox-care/receive-outside.ts";
import { selectReceiver } from "#modules/warmup/mailbox-care/received-store.ts";
import type { ArrivingMail, TakenWarmup } from "#modules/warmup/mailbox-care/arriving.ts";
import { countDay, NOT_COUNTED } from "#modules/warmup/warmups/count-store.ts";
import { judgeWarmup } from "#modules/warmup/warmups/judge-warmup.ts";
import {
  placeOutside,
  selectSentOutside,
  type SentOutside,
  unseenOutside,
} from "./outside-store.ts";
import { isKnownToPool, selectPoolAddress } from "./pool-store.ts";

/**
 * Takes a warmup mail that another workspace of the install wrote to this mailbox: the one place
 * where an arrival touches two workspaces. Its sender learns where it arrived and nothing else; what
 * it says comes from the sender's row. Also after one of them left the pool, since it was on its way.
 * Null: it is from nobody in the pool.
 */
export async function takeFromPool(
  ctx: WorkspaceCtx,
  arriving: ArrivingMail,
  messageId: string,
): Promise<TakenWarmup | null> {
  const { mailbox, mail } = arriving;
  const from = mail.from?.address.toLowerCase() ?? "";
  const to = mailbox.email.toLowerCase();
  if (!(await isKnownToPool(ctx.install, ctx.workspaceId, mailbox.id))) return null;
  for (const sender of await selectPoolAddress(ctx.install, from)) {
    if (sender.workspaceId === ctx.workspaceId) continue;
    const there = inWorkspace(ctx, sender.workspaceId);
    const wanted = { messageId, to, exchangeId: null };
    const sent = await selectSentOutside(there.db, there.workspaceId, wanted);
    if (!sent || sent.from !== sender.mailboxId) continue;
    return take(ctx, there, arriving, sent, messageId);
  }
  return null;
}

async function take(
  ctx: WorkspaceCtx,
  there: WorkspaceCtx,
  { mailbox, mail, folder, cursor }: ArrivingMail,
  sent: SentOutside,
  messageId: string,
): Promise<TakenWarmup> {
  const placement = folder === "\\Junk" ? "spam" : "inbox";
  const bears = mail.message_id ?? messageId;
  // Before the cursor moves: a repeat finds it placed.
  const isFirst = await tellSender(there, sent, {
    placement,
    serverMessageId: bears === messageId ? null : bears,
  });
  const receiver = await selectReceiver(ctx.db, ctx.workspaceId, mailbox.id);
  if (!receiver) {
    await runBatch(ctx.db, [cursor]);
  } else {
    await receiveOutside(
      ctx,
      { ...receiver, email: mailbox.email },
      {
        mailboxId: mailbox.id,
        kind: sent.kind,
        messageId,
        serverMessageId: bears,
        partner: { email: sent.senderEmail.toLowerCase(), name: sent.senderName },
        exchangeId: null,
        seed: sent.seed,
        language: sent.language,
        placement,
        answerAfterMs: sent.answerAfterMs,
      },
      cursor,
    );
  }
  if (placement !== "spam" || !isFirst) return { spamFrom: null };
  await judgeWarmup(there, sent.from);
  return { spamFrom: { workspaceId: there.workspaceId, mailboxId: sent.from } };
}

/** Where its mail arrived, in its own database; false: somebody has said so already. */
export async function tellSender(
  there: WorkspaceCtx,
  sent: SentOutside,
  seen: { readonly placement: "inbox" | "spam"; readonly serverMessageId: string | null },
  counts = true,
): Promise<boolean> {
  if (sent.placedAt !== null) return false;
  const { db, workspaceId } = there;
  const now = there.now();
  const guard = unseenOutside(workspaceId, sent);
  const sender = { mailboxId: sent.from, day: localDay(sent.senderZone ?? "UTC", now) };
  const left = sent.kind === "starter" ? "sent" : "replied";
  const results = await runBatch(db, [
    ...(NOT_COUNTED.includes(sent.state)
      ? [countDay(db, workspaceId, { ...sender, metric: left }, guard)]
      : []),
    ...(counts ? [countDay(db, workspaceId, { ...sender, metric: seen.placement }, guard)] : []),
    placeOutside(db, workspaceId, sent, seen, now),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}
