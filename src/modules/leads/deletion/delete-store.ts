import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { leads, listLeads, lists } from "#modules/leads/schema/leads.ts";
import { forgetTagsOf } from "#modules/leads/tags/lead-tags-store.ts";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";
import { leadIdRows, ofLeads } from "#modules/leads/leads/lead-sql.ts";

/** The condition that one of these leads is still there. */
export const anyLeft = (workspaceId: WorkspaceId, ids: readonly LeadId[]): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${leads} WHERE id IN ${leadIdRows(ids)} AND +workspace_id = ${workspaceId})`;

/**
 * Takes leads out of lists, tags and the workspace's count, and deletes them last; the last result holds
 * who went.
 */
export function deleteLeadStatements(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly LeadId[],
): Statement[] {
  const those = ofLeads(workspaceId, ids);
  return [
    db.run(sql`
      UPDATE ${lists} SET lead_count = lead_count - gone.n
      FROM (SELECT list_id, count(*) AS n FROM ${listLeads} WHERE ${those} GROUP BY list_id) gone
      WHERE ${lists}.id = gone.list_id AND +${lists}.workspace_id = ${workspaceId}`),
    db.run(sql`DELETE FROM ${listLeads} WHERE ${those}`),
    ...forgetTagsOf(db, workspaceId, ids),
    db
      .update(workspaces)
      .set({
        leadCount: sql`${workspaces.leadCount} - (SELECT count(*) FROM ${leads} l
          WHERE l.id IN ${leadIdRows(ids)} AND +l.workspace_id = ${workspaceId})`,
      })
      .where(eq(workspaces.id, workspaceId)),
    db
      .delete(leads)
      .where(
        and(sql`+${leads.workspaceId} = ${workspaceId}`, sql`${leads.id} IN ${leadIdRows(ids)}`),
      )
      .returning({ id: leads.id }),
  ];
}
