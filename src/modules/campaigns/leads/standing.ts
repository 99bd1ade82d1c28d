import type { leadStanding, LeadStanding } from "#modules/leads/hooks.ts";
import { keptBackBy, lastEventOf } from "#modules/campaigns/rules/lead-standing.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import { selectEventsOfLeads, selectLeadPlaces } from "./standing-store.ts";

/** Where the leads of a page stand in campaigns, by two queries for all of them. */
export const standingOfLeads: AnswerTo<typeof leadStanding> = async (ctx, leads) => {
  const { db, workspaceId } = ctx;
  if (leads.length === 0) return new Map();
  const ids = leads.map(({ id }) => id);
  const [places, events] = await Promise.all([
    selectLeadPlaces(db, workspaceId, ids),
    selectEventsOfLeads(db, workspaceId, ids),
  ]);
  const placeOf = new Map(places.map((row) => [row.leadId, row]));
  const eventsOf = Map.groupBy(events, ({ id }) => id);
  const now = ctx.now();
  return new Map(
    leads.map((lead): [LeadId, LeadStanding] => {
      const row = placeOf.get(lead.id);
      const [lastEvent] = (eventsOf.get(lead.id) ?? [])
        .flatMap((times) => lastEventOf(times, times.campaignId) ?? [])
        // ISO 8601 in UTC sorts as text.
        .toSorted((a, b) => (a.at < b.at ? 1 : -1));
      return [
        lead.id,
        {
          lastEvent: lastEvent ?? null,
          campaign: row
            ? {
                id: row.campaignId,
                name: row.name,
                status: row.campaignStatus,
                lead_status: row.status,
                skip_reason: row.skipReason,
                current_step: row.currentStep,
                steps: row.steps,
                next_send_at: isoOrNull(row.nextSendAt),
                decided_by: keptBackBy(
                  { ...row, hasTask: row.hasTask === 1 },
                  lead,
                  { status: row.campaignStatus, allowRisky: row.allowRisky === 1 },
                  now,
                ),
                others: row.places - 1,
              }
            : null,
        },
      ];
    }),
  );
};
