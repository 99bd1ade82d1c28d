import { leadNews } from "#modules/campaigns/lead-events/lead-event-base.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import type { PositiveCategory } from "#modules/inbox/rules/categories.ts";
import type { ThreadRow } from "#modules/inbox/threads/store.ts";
import { both } from "#modules/inbox/reading/message-store.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { iso } from "#platform/rules/time.ts";
import { notReportedPositive } from "./positive-store.ts";

type Place = Pick<ThreadRow["thread"], "id" | "campaignId" | "leadId">;

/** One for a lead and campaign, so that what is changed back and forth is one event. */
const keyOf = ({ campaignId, leadId }: Place): string => `positive:${campaignId}:${leadId}`;

/**
 * Reports that a reply is positive which was not reported as such when it came in; for the batch of
 * what says so, before it. Nothing for a thread without a lead or a campaign.
 */
export async function positiveLater(
  ctx: WorkspaceCtx,
  place: Place,
  said: { readonly category: PositiveCategory; readonly source: "ai" | "person" | null },
  guard: ReturnType<typeof notReportedPositive>,
): Promise<Statement[]> {
  const { id, campaignId, leadId } = place;
  if (campaignId === null || leadId === null || said.source === null) return [];
  const lead = await leadNews(ctx, campaignId, leadId);
  if (!lead) return [];
  const event = {
    type: "reply.positive",
    dedupeKey: keyOf(place),
    leadId,
    campaignId,
    sendId: null,
    data: {
      ...lead,
      thread_id: id,
      category: said.category,
      category_source: said.source,
      set_at: iso(ctx.now()),
    },
  } as const;
  const first = both(guard, notReportedPositive(ctx.workspaceId, { campaignId, leadId }));
  return eventStatements(ctx, event, first);
}

/** Lets the deliveries leave at once; call it after the batch. */
export const wakePositive = (ctx: WorkspaceCtx, place: Place): Promise<void> =>
  wakeDeliveries(ctx, [keyOf(place)]);
