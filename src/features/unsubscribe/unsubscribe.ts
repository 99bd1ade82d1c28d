import type { WorkspaceCtx } from "#core/ctx.ts";
import { runBatch } from "#db/db.ts";
import type { SendId } from "#domain/ids.ts";
import type { Provider } from "#domain/providers/notice.ts";
import { iso } from "#domain/time.ts";
import { eventStatements } from "#features/events/event-statements.ts";
import { leadEventBase } from "#features/events/lead-event-base.ts";
import { wakeDeliveries } from "#features/events/wake-deliveries.ts";
import { completeIfFinished } from "#features/sending/complete-campaign.ts";
import { confirmSent } from "#features/sending/confirm-sent.ts";
import { stopSequence } from "#features/sending/stop-sequence.ts";
import { readSettings } from "#features/settings/read-settings.ts";
import { statStatement } from "#features/stats/stat-statement.ts";
import { suppressStatement } from "#features/suppressions/suppress.ts";
import { addressesOf } from "./addresses-of.ts";
import {
  markLeadUnsubscribed,
  markSendUnsubscribed,
  selectOpenCampaigns,
  selectSend,
  stillSubscribed,
} from "./store.ts";

/**
 * Takes a recipient out for good, at once and once (RFC 8058, contract 2.7): the address is
 * suppressed unless the workspace wants no list of them, every sequence of the lead ends, event and counters in the same batch. A repeat
 * suppresses again and changes nothing else. A message that is gone leaves nothing to do.
 */
export async function unsubscribe(
  ctx: WorkspaceCtx,
  { sendId, source }: { sendId: SendId; source: "link" | "one_click" | "mailto" | Provider },
): Promise<void> {
  const send = await selectSend(ctx.db, ctx.workspaceId, sendId);
  if (!send) return;
  const { leadId, campaignId, stepId, variant, mailboxId } = send;
  const [base, openCampaigns, { compliance }] = await Promise.all([
    leadEventBase(ctx, [sendId]),
    selectOpenCampaigns(ctx.db, ctx.workspaceId, leadId),
    readSettings(ctx),
  ]);
  const data = base.get(sendId);
  if (!data) return;
  const now = ctx.now();
  const guard = stillSubscribed(ctx.workspaceId, leadId);
  // A lead that subscribes again and leaves again is a second cause; the guard makes each count once.
  const dedupeKey = `unsubscribe:${leadId}:${now}`;
  await runBatch(ctx.db, [
    ...confirmSent(ctx, send, "hit"),
    ...eventStatements(
      ctx,
      {
        type: "lead.unsubscribed",
        dedupeKey,
        leadId,
        campaignId,
        sendId,
        data: { ...data, source, unsubscribed_at: iso(now) },
      },
      guard,
    ),
    statStatement(
      ctx,
      [{ metric: "unsubscribes", campaignId, at: now, stepId, variant, mailboxId }],
      guard,
    ),
    markSendUnsubscribed(ctx.db, ctx.workspaceId, sendId, now, guard),
    ...(compliance.suppress_on_unsubscribe ? addressesOf(send) : []).map((email) =>
      suppressStatement(ctx, email, "unsubscribed"),
    ),
    ...stopSequence(ctx, { leadId, campaignId: "all", status: "unsubscribed" }),
    markLeadUnsubscribed(ctx.db, ctx.workspaceId, leadId, now),
  ]);
  await wakeDeliveries(ctx, [dedupeKey]);
  for (const id of openCampaigns) await completeIfFinished(ctx, id);
}
