import { callerName, type MemberCtx } from "#core/ctx.ts";
import { runBatch } from "#db/db.ts";
import { notFound } from "#domain/errors.ts";
import type { CampaignId, MailboxId } from "#domain/ids.ts";
import { eventStatements } from "#features/events/event-statements.ts";
import { wakeDeliveries } from "#features/events/wake-deliveries.ts";
import { endWarmup } from "#features/warmup/end-warmup.ts";
import {
  handOverLeads,
  lastMailboxGuard,
  pauseWithoutMailboxes,
  removeMailbox,
  selectLastMailboxCampaigns,
  stillThere,
} from "./delete-store.ts";

/**
 * Deletes a mailbox: its secrets are gone, its leads go on with the campaign's other mailboxes,
 * and an active campaign for which it was the last pauses with `no_mailboxes` (contract 1.4).
 * Threads and sent mail stay. Throws `not_found`.
 */
export async function deleteMailbox(ctx: MemberCtx, id: MailboxId): Promise<void> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const left = await selectLastMailboxCampaigns(db, workspaceId, id);
  const results = await runBatch(db, [
    ...left.flatMap((campaign) => {
      const guard = lastMailboxGuard(workspaceId, id, campaign);
      return [
        ...eventStatements(ctx, pausedEvent(ctx, campaign), guard),
        pauseWithoutMailboxes(db, workspaceId, campaign.id, now, guard),
      ];
    }),
    ...handOverLeads(db, workspaceId, id),
    ...endWarmup(ctx, id, stillThere(workspaceId, id)),
    ...removeMailbox(db, workspaceId, id, now),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw notFound("mailbox");
  await wakeDeliveries(ctx, left.map(dedupeKeyOf));
}

type Left = { readonly id: CampaignId; readonly name: string; readonly epoch: number };

const dedupeKeyOf = (campaign: Left): string => `paused:${campaign.id}:${campaign.epoch + 1}`;

const pausedEvent = (ctx: MemberCtx, campaign: Left) => ({
  type: "campaign.paused" as const,
  dedupeKey: dedupeKeyOf(campaign),
  leadId: null,
  campaignId: campaign.id,
  sendId: null,
  data: {
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    status: "paused",
    previous_status: "active",
    reason: "no_mailboxes",
    bounce_rate: 0,
    sample: 0,
    triggered_by: callerName(ctx.caller),
  },
});
