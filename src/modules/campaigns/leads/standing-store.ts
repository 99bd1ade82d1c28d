import { sql } from "drizzle-orm";
import type { EventTimes, ListedPlace } from "#modules/campaigns/rules/lead-standing.ts";
import type { SKIP_REASONS } from "#modules/campaigns/rules/states.ts";
import { campaignLeads, campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { Db } from "#platform/db/db.ts";
import type { CampaignStatus } from "#platform/rules/choices.ts";
import type { CampaignId, EnrolmentId, LeadId, WorkspaceId } from "#platform/rules/ids.ts";

/** When something happened last to the mails `s` of a group. */
const TIMES = sql`max(s.sent_at) AS sent, max(s.opened_at) AS opened, max(s.clicked_at) AS clicked,
  max(s.replied_at) AS replied, max(s.bounced_at) AS bounced, max(s.complained_at) AS complained,
  max(s.unsubscribed_at) AS unsubscribed`;

/** What happened last in each of these places, and whether it waits for a task. A page of a list at most. */
export async function selectPlaceSigns(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly EnrolmentId[],
): Promise<ReadonlyMap<EnrolmentId, EventTimes & { readonly hasTask: number }>> {
  const rows = await db.all<EventTimes & { id: EnrolmentId; hasTask: number }>(sql`
    SELECT j.value AS id, ${TIMES}, EXISTS (SELECT 1 FROM ${tasks} d
      WHERE d.enrolment_id = j.value AND d.state = 'open' AND +d.workspace_id = ${workspaceId}) AS hasTask
    FROM json_each(${JSON.stringify(ids)}) j
    LEFT JOIN ${sends} s ON s.enrolment_id = j.value AND +s.workspace_id = ${workspaceId}
    GROUP BY j.value`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What happened last to the mails of each of these leads, in the campaign that sent the newest. */
export async function selectEventsOfLeads(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly LeadId[],
): Promise<readonly (EventTimes & { readonly id: LeadId; readonly campaignId: CampaignId })[]> {
  return db.all(sql`
    SELECT j.value AS id, s.campaign_id AS campaignId, ${TIMES}
    FROM json_each(${JSON.stringify(ids)}) j
    JOIN ${sends} s ON s.workspace_id = ${workspaceId} AND s.lead_id = j.value
    GROUP BY j.value, s.campaign_id`);
}

export type PlaceRow = Omit<ListedPlace, "hasTask"> & {
  readonly leadId: LeadId;
  readonly campaignId: CampaignId;
  readonly name: string;
  readonly campaignStatus: CampaignStatus;
  readonly allowRisky: number;
  readonly skipReason: (typeof SKIP_REASONS)[number] | null;
  readonly currentStep: number;
  readonly steps: number;
  readonly hasTask: number;
  readonly places: number;
};

/** Of each of these leads the place whose sequence runs, else the newest; not of deleted campaigns. */
export async function selectLeadPlaces(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly LeadId[],
): Promise<PlaceRow[]> {
  const placesOf = sql`FROM ${campaignLeads} p JOIN ${campaigns} c ON c.id = p.campaign_id
    WHERE p.workspace_id = ${workspaceId} AND p.lead_id = j.value AND c.deleted_at IS NULL`;
  return db.all<PlaceRow>(sql`
    SELECT j.value AS leadId, k.id AS campaignId, k.name, k.status AS campaignStatus,
      k.allow_risky AS allowRisky, e.status, e.skip_reason AS skipReason, e.current_step AS currentStep,
      e.next_send_at AS nextSendAt, e.held_until AS heldUntil,
      (SELECT count(*) FROM ${steps} t WHERE t.workspace_id = ${workspaceId} AND t.campaign_id = k.id) AS steps,
      EXISTS (SELECT 1 FROM ${tasks} d WHERE d.enrolment_id = e.id AND d.state = 'open'
        AND +d.workspace_id = ${workspaceId}) AS hasTask,
      (SELECT count(*) ${placesOf}) AS places
    FROM json_each(${JSON.stringify(ids)}) j
    JOIN ${campaignLeads} e ON e.id = (SELECT p.id ${placesOf}
      ORDER BY p.status IN ('pending', 'in_progress', 'paused') DESC, p.id DESC LIMIT 1)
    JOIN ${campaigns} k ON k.id = e.campaign_id`);
}
