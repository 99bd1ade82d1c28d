import { pausedEvent } from "#modules/campaigns/lead-events/campaign-event.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import type { mailboxDeleted } from "#modules/mailboxes/hooks.ts";
import { callerName } from "#platform/ctx/ctx.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import { onlyIf } from "#platform/db/db.ts";
import {
  handOverLeads,
  lastMailboxGuard,
  dropFromCampaigns,
  pauseWithoutMailboxes,
  selectLastMailboxCampaigns,
} from "./leave-store.ts";

/**
 * The campaigns' part of a mailbox's deletion: its leads go on with the other mailboxes of their
 * campaign, and an active campaign for which it was the last pauses with `no_mailboxes`.
 */
export const leaveOfMailbox: AnswerTo<typeof mailboxDeleted> = async (ctx, mailbox) => {
  const { db, workspaceId } = ctx;
  const left = await selectLastMailboxCampaigns(db, workspaceId, mailbox.id);
  const cause = { reason: "no_mailboxes", triggeredBy: callerName(ctx.caller) } as const;
  const pauses = left.map((campaign) => ({
    campaign,
    event: pausedEvent({ ...campaign, status: "active" }, cause),
  }));
  return {
    statements: [
      ...pauses.flatMap(({ campaign, event }) => {
        const guard = lastMailboxGuard(workspaceId, mailbox, campaign);
        return [
          auditStatement(
            ctx,
            {
              action: "campaign.paused",
              workspaceId,
              target: { type: "campaign", id: campaign.id },
              details: { reason: cause.reason },
            },
            onlyIf(guard),
          ),
          ...eventStatements(ctx, event, guard),
          pauseWithoutMailboxes(db, workspaceId, campaign.id, ctx.now(), guard),
        ];
      }),
      ...handOverLeads(db, workspaceId, mailbox),
      dropFromCampaigns(db, workspaceId, mailbox),
    ],
    events: pauses.map(({ event }) => event.dedupeKey),
  };
};
