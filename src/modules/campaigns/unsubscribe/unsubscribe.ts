import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { SendId } from "#platform/rules/ids.ts";
import type { NoticeProvider } from "#modules/events/rules/notices.ts";
import { iso } from "#platform/rules/time.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import { leadEventBase } from "#modules/campaigns/lead-events/lead-event-base.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { confirmSent } from "#modules/campaigns/sends/confirm-sent.ts";
import { stopSequence } from "#modules/campaigns/enrolments/stop-sequence.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { suppressStatement } from "#modules/leads/suppressions/suppress.ts";
import {
  markLeadUnsubscribed,
  markSendUnsubscribed,
  selectOpenCampaigns,
  selectSend,
  stillSubscribed,
} from "./store.ts";

/**
 * Takes a recipient out for good, at once and once (RFC 8058): the address is
 * suppressed unless the workspace wants no list of them, every sequence of the lead ends, event and counters in the same batch. A repeat
 * suppresses again and changes nothing else. A message that is gone leaves nothing to do.
 */
export async function unsubscribe(
  ctx: WorkspaceCtx,
  { sendId, source }: { sendId: SendId; source: "link" | "one_click" | "mailto" | NoticeProvider },
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
    ...(compliance.suppress_on_unsubscribe ? addressesOfSend(send) : []).map((email) =>
      suppressStatement(ctx, email, "unsubscribed"),
    ),
    ...stopSequence(ctx, { leadId, campaignId: "all", status: "unsubscribed" }),
    markLeadUnsubscribed(ctx.db, ctx.workspaceId, leadId, now),
  ]);
  await wakeDeliveries(ctx, [dedupeKey]);
  for (const id of openCampaigns) await completeIfFinished(ctx, id);
}

/** The address that was written to, and the lead's own when it was changed since. */
export function addressesOfSend({
  toEmail,
  leadEmail,
}: {
  readonly toEmail: string;
  readonly leadEmail: string | null;
}): string[] {
  return [...new Set([toEmail, leadEmail ?? toEmail])];
}
