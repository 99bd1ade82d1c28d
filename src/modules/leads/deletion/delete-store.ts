import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { leads, listLeads, lists } from "#modules/leads/schema/leads.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { outbox, sends } from "#modules/campaigns/schema/sending.ts";
import type { LeadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

const among = (ids: readonly LeadId[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

const ofLeads = (workspaceId: WorkspaceId, ids: readonly LeadId[]): SQL =>
  sql`workspace_id = ${workspaceId} AND lead_id IN ${among(ids)}`;

/** The condition that one of these leads is still there. */
export const anyLeft = (workspaceId: WorkspaceId, ids: readonly LeadId[]): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${leads} WHERE id IN ${among(ids)} AND +workspace_id = ${workspaceId})`;

/** An enrolment from which nothing was ever planned: it can go without a trace. */
const untouched = sql`NOT EXISTS (SELECT 1 FROM ${sends} s WHERE s.enrolment_id = ${campaignLeads.id})`;

/** Places in campaigns that nothing was planned from yet, as campaign and time: those are no longer counted. */
export const untouchedPlaces = (workspaceId: WorkspaceId, ids: readonly LeadId[]): SQL =>
  sql`SELECT campaign_id, entered_at FROM ${campaignLeads} WHERE ${ofLeads(workspaceId, ids)} AND ${untouched}`;

/**
 * Takes leads out of lists, campaigns and the workspace's count, and deletes them last; the last
 * result holds who went. What was sent stays: an enrolment with sends ends as skipped, and what
 * waits to be sent is cancelled.
 */
export function deleteLeadStatements(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly LeadId[],
  now: UnixMs,
): Statement[] {
  const those = ofLeads(workspaceId, ids);
  return [
    db.run(sql`
      UPDATE ${lists} SET lead_count = lead_count - gone.n
      FROM (SELECT list_id, count(*) AS n FROM ${listLeads} WHERE ${those} GROUP BY list_id) gone
      WHERE ${lists}.id = gone.list_id AND +${lists}.workspace_id = ${workspaceId}`),
    db.run(sql`DELETE FROM ${listLeads} WHERE ${those}`),
    db.run(sql`DELETE FROM ${campaignLeads} WHERE ${those} AND ${untouched}`),
    db.run(sql`
      UPDATE ${campaignLeads} SET status = 'skipped', skip_detail = 'lead_deleted',
        next_send_at = NULL, held_until = NULL, finished_at = ${now}
      WHERE ${those} AND status IN ('pending', 'in_progress', 'paused')`),
    db.run(sql`
      UPDATE ${sends} SET state = 'cancelled', lease = NULL, lease_until = NULL, finished_at = ${now}
      WHERE ${those} AND +state IN ('queued', 'leased')`),
    db.run(sql`
      UPDATE ${outbox} SET state = 'cancelled', lease = NULL, lease_until = NULL, finished_at = ${now}
      WHERE workspace_id = ${workspaceId} AND +state IN ('queued', 'leased')
        AND thread_id IN (SELECT id FROM ${threads} WHERE ${those})`),
    db
      .update(workspaces)
      .set({
        leadCount: sql`${workspaces.leadCount} - (SELECT count(*) FROM ${leads} l
          WHERE l.id IN ${among(ids)} AND +l.workspace_id = ${workspaceId})`,
      })
      .where(eq(workspaces.id, workspaceId)),
    db
      .delete(leads)
      .where(and(sql`+${leads.workspaceId} = ${workspaceId}`, sql`${leads.id} IN ${among(ids)}`))
      .returning({ id: leads.id }),
  ];
}
