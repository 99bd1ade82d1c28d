import { sql } from "drizzle-orm";
import { type Db, runBatch } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { listLeads, lists } from "#modules/leads/schema/leads.ts";
import { leadsOf } from "#modules/leads/leads/lead-sql.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

const ofList = (id: WorkspaceId) =>
  sql`(SELECT count(*) FROM ${listLeads} x WHERE x.list_id = lists.id AND +x.workspace_id = ${id})`;

/** How many leads a workspace and its lists keep to have, and have; `key` is empty or `list:ID`. Only what differs. */
export async function leadCountDifferences(
  db: Db,
  id: WorkspaceId,
): Promise<{ key: string; kept: number; rows: number }[]> {
  return db.all(sql`
    SELECT * FROM (
      SELECT '' AS "key", w.lead_count AS "kept", ${leadsOf(id)} AS "rows"
      FROM ${workspaces} w WHERE w.id = ${id}
      UNION ALL
      SELECT 'list:' || lists.id, lists.lead_count, ${ofList(id)}
      FROM ${lists} WHERE lists.workspace_id = ${id}
    ) WHERE "kept" <> "rows"`);
}

/** Sets them to what the rows say. */
export async function setLeadCounts(db: Db, id: WorkspaceId): Promise<void> {
  await runBatch(db, [
    db.run(sql`UPDATE ${workspaces} SET lead_count = ${leadsOf(id)} WHERE id = ${id}`),
    db.run(sql`UPDATE ${lists} SET lead_count = ${ofList(id)} WHERE workspace_id = ${id}`),
  ]);
}
