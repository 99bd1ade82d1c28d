import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, LeadId, SendId } from "#platform/rules/ids.ts";
import { leadFactsForEvents } from "#modules/campaigns/follow-ups/event-store.ts";
import type { LeadEventBase, LeadNews } from "#modules/events/rules/event.ts";
import { selectLeadEventRows } from "./lead-store.ts";

/**
 * What every lead event says about its message, lead, campaign and mailbox, for
 * many sends in one query. A send that is not of this workspace is missing from the answer; a
 * deleted lead, campaign or mailbox leaves its strings empty.
 */
export async function leadEventBase(
  ctx: WorkspaceCtx,
  sendIds: readonly SendId[],
): Promise<Map<SendId, LeadEventBase>> {
  if (sendIds.length === 0) return new Map();
  const rows = await selectLeadEventRows(ctx.db, ctx.workspaceId, sendIds);
  return new Map(
    rows.map((row) => [
      row.sendId,
      {
        lead_id: row.leadId,
        lead_email: row.email ?? row.toEmail,
        lead_name: [row.firstName, row.lastName].filter(Boolean).join(" "),
        company: row.company ?? "",
        campaign_id: row.campaignId,
        campaign_name: row.campaign ?? "",
        step: row.step,
        variant: row.variant,
        mailbox: row.mailbox ?? "",
        message_id: row.messageId,
      },
    ]),
  );
}

/** What an event says of a lead in a campaign where no mail is what it is about; null: it is there no more. */
export async function leadNews(
  { db, workspaceId }: WorkspaceCtx,
  campaignId: CampaignId,
  leadId: LeadId,
): Promise<LeadNews | null> {
  const facts = await leadFactsForEvents(db, workspaceId, campaignId, [leadId]);
  return facts.get(leadId) ?? null;
}
