import type { SendResult } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { unreachable } from "#platform/rules/never.ts";
import { outcomeOf, retryDelayMs, speaksOf, troubleText } from "#modules/delivery/rules/outcome.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { noteMailboxFailure } from "#modules/mailboxes/connections/note-sending-failure.ts";
import { blockEffects } from "#modules/campaigns/protection/note-block.ts";
import { pauseBlockedCampaigns } from "#modules/campaigns/protection/protect-campaign.ts";
import {
  finishResend,
  requeueResend,
  returnPlaces,
  selectResendsToSettle,
  type SettlingResend,
  standsAsResend,
  unclearSinceNow,
} from "./resend-store.ts";
import { bounce, MAILBOX_TROUBLE_WAIT_MS } from "#modules/campaigns/settle/settle-refused.ts";
import { selectSendsToSettle } from "#modules/campaigns/settle/settle-store.ts";
import { readAgainTicket } from "#platform/mail/ticket.ts";

/** What was given back before anything was tried is looked at again after this. */
const AWAY_MS = MINUTE_MS;

type Guard = ReturnType<typeof standsAsResend>;

/**
 * Stores what became of mails that were sent again. That a server took one is settled with its send
 * (`settleSends`) and only ends the try here; another outcome leaves the send unclear, since the
 * first try may have arrived, unless the server says that the address does not exist. Repeating a
 * report changes nothing.
 */
export async function settleResends(
  ctx: WorkspaceCtx,
  results: readonly SendResult[],
): Promise<void> {
  const byId = new Map(results.map((r) => [readAgainTicket(r.ticket)?.id, r]));
  const ids = [...byId.keys()].filter((id) => id !== undefined);
  for (const resend of await selectResendsToSettle(ctx.db, ctx.workspaceId, ids)) {
    const result = byId.get(resend.id);
    if (!result || resend.messageId !== result.message_id) continue;
    if (result.ending === "accepted") await end(ctx, resend, result);
    else if (resend.lease === result.lease && speaksOf(resend.state, result)) {
      await settle(ctx, resend, result);
    }
  }
}

/** Its places of the day are given back where another claim than the one that was sent holds them. */
async function end(ctx: WorkspaceCtx, resend: SettlingResend, result: SendResult): Promise<void> {
  if (resend.state === "sent") return;
  const guard = standsAsResend(ctx.workspaceId, resend);
  const isIdle = resend.state === "leased" && resend.lease !== result.lease;
  await runBatch(ctx.db, [
    ...(isIdle ? [returnPlaces(ctx.db, ctx.workspaceId, resend.id, guard)] : []),
    finish(ctx, resend, result, "sent", guard),
  ]);
}

async function settle(
  ctx: WorkspaceCtx,
  resend: SettlingResend,
  result: SendResult,
): Promise<void> {
  const { db, workspaceId } = ctx;
  const outcome = outcomeOf(result);
  const guard = standsAsResend(workspaceId, resend);
  switch (outcome.kind) {
    case "sent":
      return;
    case "unknown":
      await runBatch(db, [
        unclearSinceNow(db, workspaceId, resend.id, ctx.now(), guard),
        finish(ctx, resend, result, "unknown", guard),
      ]);
      return;
    case "release":
      return putBack(ctx, resend, result, { delayMs: AWAY_MS, counted: false });
    case "mailbox":
      await noteMailboxFailure(ctx, resend.mailboxId, {
        kind: outcome.trouble,
        message: troubleText(result),
      });
      if (outcome.named && retryDelayMs(resend.attempts) === null) {
        await runBatch(db, [finish(ctx, resend, result, "failed", guard)]);
      } else {
        const counted = outcome.named === true;
        await putBack(ctx, resend, result, { delayMs: MAILBOX_TROUBLE_WAIT_MS, counted });
      }
      if (outcome.trouble === "sending") await pauseBlockedCampaigns(ctx, resend.mailboxId);
      return;
    case "retry": {
      const delayMs = retryDelayMs(resend.attempts);
      if (delayMs !== null) return putBack(ctx, resend, result, { delayMs, counted: true });
      await runBatch(db, [finish(ctx, resend, result, "failed", guard)]);
      return;
    }
    case "failed": {
      const block = outcome.block ? await blockEffects(ctx, resend, result, guard) : null;
      await runBatch(db, [
        ...(block?.statements ?? []),
        finish(ctx, resend, result, "failed", guard),
      ]);
      await block?.after();
      return;
    }
    case "bounced": {
      // Before the try ends: a repeat of the report, after a crash in between, does both.
      const [send] = await selectSendsToSettle(db, workspaceId, [resend.id]);
      if (send?.state === "unknown") await bounce(ctx, { send, result });
      await runBatch(db, [finish(ctx, resend, result, "failed", guard)]);
      return;
    }
    default:
      return unreachable(outcome);
  }
}

/** Back to the queue, or to its end where its send was settled meanwhile; its places are given back. */
async function putBack(
  ctx: WorkspaceCtx,
  resend: SettlingResend,
  result: SendResult,
  how: { readonly delayMs: number; readonly counted: boolean },
): Promise<void> {
  const { db, workspaceId } = ctx;
  const guard = standsAsResend(workspaceId, resend);
  const { code, response } = result;
  const dueAt = later(ctx.now(), how.delayMs);
  const again = { id: resend.id, dueAt, counted: how.counted, code, response };
  await runBatch(db, [
    returnPlaces(db, workspaceId, resend.id, guard),
    resend.sendState === "unknown"
      ? requeueResend(db, workspaceId, again, guard)
      : finish(ctx, resend, result, "cancelled", guard),
  ]);
}

const finish = (
  ctx: WorkspaceCtx,
  { id }: SettlingResend,
  { code, response }: SendResult,
  state: Parameters<typeof finishResend>[3]["state"],
  guard: Guard,
): Statement =>
  finishResend(ctx.db, ctx.workspaceId, id, { state, code, response, now: ctx.now() }, guard);
