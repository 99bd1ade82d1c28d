import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import type { CampaignId, LeadId, SendId } from "#platform/rules/ids.ts";
import type { EventData } from "#modules/events/rules/event.ts";
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
  selectLanguageOfSend,
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
  const [base, openCampaigns, { compliance }] = await Promise.all([
    leadEventBase(ctx, [sendId]),
    openCampaignsOf(ctx, send.leadId),
    readSettings(ctx),
  ]);
  const data = base.get(sendId);
  if (!data) return;
  const left = unsubscribeStatements(ctx, send, { ...data, source });
  await runBatch(ctx.db, [
    ...confirmSent(ctx, send, "hit"),
    ...left.statements,
    ...(compliance.suppress_on_unsubscribe ? addressesOfSend(send) : []).map((email) =>
      suppressStatement(ctx, email, "unsubscribed"),
    ),
    ...stopSequence(ctx, { leadId: send.leadId, campaignId: "all", status: "unsubscribed" }),
  ]);
  await wakeDeliveries(ctx, [left.dedupeKey]);
  for (const id of openCampaigns) await completeIfFinished(ctx, id);
}

/** The language that the campaign of a message chose for our words; null: none, or it is gone. */
export const languageOfSend = (ctx: WorkspaceCtx, sendId: SendId) =>
  selectLanguageOfSend(ctx.db, ctx.workspaceId, sendId);

/**
 * Statements that note at a lead and at its mail that it left, with the event and the counters, once
 * while it is subscribed. For the batch of the cause, whose condition is `guard`.
 */
export function unsubscribeStatements(
  ctx: WorkspaceCtx,
  send: Pick<
    NonNullable<Awaited<ReturnType<typeof selectSend>>>,
    "id" | "leadId" | "campaignId" | "stepId" | "variant" | "mailboxId"
  >,
  data: Omit<EventData["lead.unsubscribed"], "unsubscribed_at">,
  guard?: ReturnType<typeof stillSubscribed>,
): { readonly dedupeKey: string; readonly statements: readonly Statement[] } {
  const { db, workspaceId } = ctx;
  const { id: sendId, leadId, campaignId, stepId, variant, mailboxId } = send;
  const now = ctx.now();
  const first = stillSubscribed(workspaceId, leadId, guard);
  // A lead that subscribes again and leaves again is a second cause; the guard makes each count once.
  const dedupeKey = `unsubscribe:${leadId}:${now}`;
  const event = {
    type: "lead.unsubscribed",
    dedupeKey,
    leadId,
    campaignId,
    sendId,
    data: { ...data, unsubscribed_at: iso(now) },
  } as const;
  const count = {
    metric: "unsubscribes",
    campaignId,
    stepId,
    variant,
    mailboxId,
    at: now,
  } as const;
  return {
    dedupeKey,
    statements: [
      ...eventStatements(ctx, event, first),
      statStatement(ctx, [count], first),
      markSendUnsubscribed(db, workspaceId, sendId, now, first),
      markLeadUnsubscribed(db, workspaceId, leadId, now, guard),
    ],
  };
}

/** Campaigns that a lead may be the last open one of. */
export const openCampaignsOf = (ctx: WorkspaceCtx, leadId: LeadId): Promise<CampaignId[]> =>
  selectOpenCampaigns(ctx.db, ctx.workspaceId, leadId);

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

/** To whom a message went, by its address then and the lead's now, in lower case; none for one that is not there. */
export async function recipientsOfSend(
  ctx: WorkspaceCtx,
  sendId: SendId,
): Promise<readonly string[]> {
  const send = await selectSend(ctx.db, ctx.workspaceId, sendId);
  return send ? addressesOfSend(send).map((email) => email.toLowerCase()) : [];
}
