import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#db/db.ts";
import { workspaces } from "#db/schema/accounts.ts";
import { campaignLeads } from "#db/schema/campaigns.ts";
import { leads, listLeads, lists } from "#db/schema/leads.ts";
import { threads } from "#db/schema/inbox.ts";
import { outbox, sends } from "#db/schema/sending.ts";
import type { EnrolmentId, LeadId, UnixMs, WorkspaceId } from "#domain/ids.ts";

const there = (workspaceId: WorkspaceId, id: LeadId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${leads} WHERE id = ${id} AND workspace_id = ${workspaceId})`;

/** An enrolment from which nothing was ever planned: it can go without a trace. */
const untouched = sql`NOT EXISTS (SELECT 1 FROM ${sends} s WHERE s.enrolment_id = ${campaignLeads.id})`;

/** A lead's places in campaigns that nothing was sent from yet. */
export const selectUntouched = (db: Db, workspaceId: WorkspaceId, leadId: LeadId) =>
  db
    .select({
      id: campaignLeads.id,
      campaignId: campaignLeads.campaignId,
      enteredAt: campaignLeads.enteredAt,
      status: campaignLeads.status,
    })
    .from(campaignLeads)
    .where(
      and(eq(campaignLeads.workspaceId, workspaceId), eq(campaignLeads.leadId, leadId), untouched),
    );

/** True while the enrolment is still as `selectUntouched` found it. */
export const stillUntouched = (workspaceId: WorkspaceId, id: EnrolmentId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${campaignLeads} WHERE ${campaignLeads.id} = ${id}
    AND ${campaignLeads.workspaceId} = ${workspaceId} AND ${untouched})`;

/**
 * Takes a lead out of lists, campaigns and the workspace's count, and deletes it last. What was
 * sent stays: an enrolment with sends ends as skipped, and what waits to be sent is cancelled.
 */
export function deleteLeadStatements(
  db: Db,
  workspaceId: WorkspaceId,
  id: LeadId,
  enrolments: readonly EnrolmentId[],
  now: UnixMs,
): Statement[] {
  const ofLead = sql`workspace_id = ${workspaceId} AND lead_id = ${id}`;
  return [
    db.run(sql`
      UPDATE ${lists} SET lead_count = lead_count - 1 WHERE workspace_id = ${workspaceId}
        AND id IN (SELECT list_id FROM ${listLeads} WHERE ${ofLead}) AND ${there(workspaceId, id)}`),
    db.run(sql`DELETE FROM ${listLeads} WHERE ${ofLead}`),
    db.run(sql`
      DELETE FROM ${campaignLeads} WHERE ${ofLead} AND ${untouched}
        AND id IN (SELECT value FROM json_each(${JSON.stringify(enrolments)}))`),
    db.run(sql`
      UPDATE ${campaignLeads} SET status = 'skipped', skip_detail = 'lead_deleted',
        next_send_at = NULL, held_until = NULL, finished_at = ${now}
      WHERE ${ofLead} AND status IN ('pending', 'in_progress', 'paused')`),
    db.run(sql`
      UPDATE ${sends} SET state = 'cancelled', lease = NULL, lease_until = NULL, finished_at = ${now}
      WHERE ${ofLead} AND state IN ('queued', 'leased')`),
    db.run(sql`
      UPDATE ${outbox} SET state = 'cancelled', lease = NULL, lease_until = NULL, finished_at = ${now}
      WHERE workspace_id = ${workspaceId} AND state IN ('queued', 'leased')
        AND thread_id IN (SELECT id FROM ${threads} WHERE ${ofLead})`),
    db
      .update(workspaces)
      .set({ leadCount: sql`${workspaces.leadCount} - 1` })
      .where(and(eq(workspaces.id, workspaceId), there(workspaceId, id))),
    db.delete(leads).where(and(eq(leads.workspaceId, workspaceId), eq(leads.id, id))),
  ];
}
