import { callerName, type MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { pausedEvent } from "#modules/campaigns/lead-events/campaign-event.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { endWarmup } from "#modules/warmup/warmups/end-warmup.ts";
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
 * and an active campaign for which it was the last pauses with `no_mailboxes`.
 * Threads and sent mail stay. Throws `not_found`.
 */
export async function deleteMailbox(ctx: MemberCtx, id: MailboxId): Promise<void> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const left = await selectLastMailboxCampaigns(db, workspaceId, id);
  const cause = { reason: "no_mailboxes", triggeredBy: callerName(ctx.caller) } as const;
  const pauses = left.map((campaign) => ({
    campaign,
    event: pausedEvent({ ...campaign, status: "active" }, cause),
  }));
  const results = await runBatch(db, [
    ...pauses.flatMap(({ campaign, event }) => {
      const guard = lastMailboxGuard(workspaceId, id, campaign);
      return [
        ...eventStatements(ctx, event, guard),
        pauseWithoutMailboxes(db, workspaceId, campaign.id, now, guard),
      ];
    }),
    ...handOverLeads(db, workspaceId, id),
    ...endWarmup(ctx, id, stillThere(workspaceId, id)),
    ...removeMailbox(db, workspaceId, id, now),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw notFound("mailbox");
  await wakeDeliveries(
    ctx,
    pauses.map(({ event }) => event.dedupeKey),
  );
}
