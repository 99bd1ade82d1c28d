import { leadFactsForEvents } from "#modules/campaigns/follow-ups/event-store.ts";
import type { LeadNews } from "#modules/events/rules/event.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, LeadId } from "#platform/rules/ids.ts";

/** What an event says of a lead in a campaign where no mail is what it is about; null: it is there no more. */
export async function leadNews(
  { db, workspaceId }: WorkspaceCtx,
  campaignId: CampaignId,
  leadId: LeadId,
): Promise<LeadNews | null> {
  const facts = await leadFactsForEvents(db, workspaceId, campaignId, [leadId]);
  return facts.get(leadId) ?? null;
}
