import type { SendResult } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { unreachable } from "#platform/rules/never.ts";
import {
  type Outcome,
  outcomeOf,
  retryDelayMs,
  speaksOf,
} from "#modules/delivery/rules/outcome.ts";
import { later, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import {
  noteMailboxFailure,
  noteMailboxSuccess,
} from "#modules/mailboxes/connections/note-sending-failure.ts";
import { readWarmupTicket } from "#platform/mail/ticket.ts";
import { countDay, type WarmupMetric } from "#modules/warmup/warmups/count-store.ts";
import {
  fileAnswered,
  finishWarmup,
  noteWarmupSent,
  requeueWarmup,
  selectWarmupsToSettle,
  type SettlingWarmup,
  standsAsRead,
} from "./settle-store.ts";

/** What the mail service did not take is offered again after this. */
const AWAY_MS = 10 * SECOND_MS;
/** A mailbox in trouble does not send before it was tested; its mail of the day waits. */
const TROUBLE_MS = 15 * MINUTE_MS;
/** Somebody who has answered puts the mail away. */
const FILE_AFTER_MS = 3 * MINUTE_MS;

type Settling = {
  readonly mail: SettlingWarmup;
  readonly result: SendResult;
  readonly outcome: Outcome;
};

/**
 * Stores what became of warmup mails, as `settleSends` does for a campaign's: repeating a report
 * changes nothing, an accepted mail counts as sent whatever lease it went out under, and one whose
 * outcome nobody knows is never sent again.
 */
export async function settleWarmups(
  ctx: WorkspaceCtx,
  results: readonly SendResult[],
): Promise<void> {
  const byId = new Map(results.map((r) => [readWarmupTicket(r.ticket)?.id, r]));
  const ids = [...byId.keys()].filter((id) => id !== undefined);
  for (const mail of await selectWarmupsToSettle(ctx.db, ctx.workspaceId, ids)) {
    const result = byId.get(mail.id);
    if (!result || !concerns(mail, result)) continue;
    await settle(ctx, { mail, result, outcome: outcomeOf(result) });
  }
}

/** Whether a report still has something to say about the mail as it stands. */
function concerns(mail: SettlingWarmup, result: SendResult): boolean {
  if (mail.messageId !== result.message_id) return false;
  if (result.ending === "accepted") {
    return ["queued", "leased", "sending", "unknown"].includes(mail.state);
  }
  return mail.lease === result.lease && speaksOf(mail.state, result);
}

async function settle(ctx: WorkspaceCtx, settling: Settling): Promise<void> {
  const { mail, outcome, result } = settling;
  switch (outcome.kind) {
    case "sent":
    case "unknown":
      await runBatch(ctx.db, left(ctx, settling, outcome.kind));
      if (outcome.kind === "sent") await noteMailboxSuccess(ctx, mail.fromMailboxId);
      return;
    case "release":
      return requeue(ctx, settling, AWAY_MS, false);
    case "retry": {
      const delay = retryDelayMs(mail.attempts);
      return delay === null ? fail(ctx, settling) : requeue(ctx, settling, delay, true);
    }
    case "mailbox":
      await requeue(ctx, settling, TROUBLE_MS, false);
      await noteMailboxFailure(ctx, mail.fromMailboxId, {
        kind: outcome.trouble,
        message: result.response ?? result.ending,
      });
      return;
    case "failed":
    case "bounced":
      return fail(ctx, settling);
    default:
      return unreachable(outcome);
  }
}

/** It left, or may have: it counts, the mailbox keeps its gap, and what it answers is put away. */
function left(ctx: WorkspaceCtx, settling: Settling, state: "sent" | "unknown"): Statement[] {
  const { db, workspaceId } = ctx;
  const { mail, result } = settling;
  const now = ctx.now();
  const guard = standsAsRead(workspaceId, mail);
  const { code, response } = result;
  const as = { state, code, response, evidence: result.replayed ? "journal" : "smtp" };
  const finish = finishWarmup(db, workspaceId, mail.id, as, now, guard);
  // An unknown mail was counted when it became unknown.
  if (mail.state === "unknown") return [finish];
  return [
    count(ctx, mail, mail.kind === "starter" ? "sent" : "replied"),
    noteWarmupSent(db, workspaceId, mail.fromMailboxId, now, guard),
    ...(mail.answersId === null
      ? []
      : [fileAnswered(db, workspaceId, mail.answersId, later(now, FILE_AFTER_MS), guard)]),
    finish,
  ];
}

const count = (ctx: WorkspaceCtx, mail: SettlingWarmup, metric: WarmupMetric): Statement => {
  const day = localDay(mail.timezone ?? "UTC", ctx.now());
  const counted = { mailboxId: mail.fromMailboxId, day, metric };
  return countDay(ctx.db, ctx.workspaceId, counted, standsAsRead(ctx.workspaceId, mail));
};

async function fail(ctx: WorkspaceCtx, { mail, result }: Settling): Promise<void> {
  const { db, workspaceId } = ctx;
  const guard = standsAsRead(workspaceId, mail);
  const { code, response } = result;
  const as = { state: "failed" as const, code, response, evidence: "smtp" };
  await runBatch(db, [
    count(ctx, mail, "refused"),
    finishWarmup(db, workspaceId, mail.id, as, ctx.now(), guard),
  ]);
}

async function requeue(
  ctx: WorkspaceCtx,
  { mail, result }: Settling,
  delayMs: number,
  counted: boolean,
): Promise<void> {
  const { db, workspaceId } = ctx;
  const { code, response } = result;
  const again = { id: mail.id, dueAt: later(ctx.now(), delayMs), counted, code, response };
  await runBatch(db, [requeueWarmup(db, workspaceId, again, standsAsRead(workspaceId, mail))]);
}
