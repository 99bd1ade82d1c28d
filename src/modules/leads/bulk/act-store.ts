import { type SQL, sql } from "drizzle-orm";
import { leadIdRows } from "#modules/leads/leads/lead-sql.ts";
import { leads, listLeads, lists } from "#modules/leads/schema/leads.ts";
import { leadTags } from "#modules/leads/schema/tags.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { LeadId, ListId, TagId, WorkspaceId } from "#platform/rules/ids.ts";

/** A number that a statement computes. */
export type CountSql = SQL;

/** Leads of the workspace among these. */
export const howMany = (workspaceId: WorkspaceId, ids: readonly LeadId[]): SQL =>
  sql`(SELECT count(*) FROM ${leads} WHERE id IN ${leadIdRows(ids)} AND +workspace_id = ${workspaceId})`;

/** How many of these leads have a tag. */
export const tagged = (workspaceId: WorkspaceId, tagId: TagId, ids: readonly LeadId[]): SQL =>
  sql`(SELECT count(*) FROM ${leadTags} WHERE tag_id = ${tagId} AND lead_id IN ${leadIdRows(ids)}
    AND +workspace_id = ${workspaceId})`;

/** How many of these leads are in a list. */
export const listed = (workspaceId: WorkspaceId, listId: ListId, ids: readonly LeadId[]): SQL =>
  sql`(SELECT count(*) FROM ${listLeads} WHERE list_id = ${listId} AND lead_id IN ${leadIdRows(ids)}
    AND +workspace_id = ${workspaceId})`;

/** How many of these leads lack a tag. */
export const tagless = (workspaceId: WorkspaceId, tagId: TagId, ids: readonly LeadId[]): SQL =>
  sql`(${howMany(workspaceId, ids)} - ${tagged(workspaceId, tagId, ids)})`;

/** How many of these leads are not in a list. */
export const unlisted = (workspaceId: WorkspaceId, listId: ListId, ids: readonly LeadId[]): SQL =>
  sql`(${howMany(workspaceId, ids)} - ${listed(workspaceId, listId, ids)})`;

/** Puts leads into a list, and counts those that are new there. `only` narrows them to those in another list. */
export const addToList = (
  db: Db,
  workspaceId: WorkspaceId,
  listId: ListId,
  ids: readonly LeadId[],
  only: ListId | null = null,
): Statement[] => [
  db.run(sql`
    INSERT INTO ${listLeads} (workspace_id, list_id, lead_id)
    SELECT ${workspaceId}, t.id, l.id FROM ${lists} t CROSS JOIN ${leads} l
    WHERE t.id = ${listId} AND +t.workspace_id = ${workspaceId}
      AND l.id IN ${leadIdRows(ids)} AND +l.workspace_id = ${workspaceId}
      AND (${only} IS NULL OR EXISTS (SELECT 1 FROM ${listLeads} x WHERE x.list_id = ${only}
        AND x.lead_id = l.id AND +x.workspace_id = ${workspaceId}))
    ON CONFLICT (list_id, lead_id) DO NOTHING`),
  db.run(sql`UPDATE ${lists} SET lead_count = lead_count + changes()
    WHERE id = ${listId} AND +workspace_id = ${workspaceId}`),
];

/** Takes leads out of a list, and off its count. */
export const removeFromList = (
  db: Db,
  workspaceId: WorkspaceId,
  listId: ListId,
  ids: readonly LeadId[],
): Statement[] => [
  db.run(sql`
    DELETE FROM ${listLeads} WHERE list_id = ${listId} AND lead_id IN ${leadIdRows(ids)}
      AND +workspace_id = ${workspaceId}`),
  db.run(sql`UPDATE ${lists} SET lead_count = lead_count - changes()
    WHERE id = ${listId} AND +workspace_id = ${workspaceId}`),
];

/** The addresses of leads, those that are still there. */
export async function selectEmailsOf(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly LeadId[],
): Promise<string[]> {
  const rows = await db.all<{ email: string }>(sql`
    SELECT email FROM ${leads} WHERE id IN ${leadIdRows(ids)} AND +workspace_id = ${workspaceId}`);
  return rows.map(({ email }) => email);
}

/** The value of an expression, for a preview. */
export async function selectNumber(db: Db, count: SQL): Promise<number> {
  const rows = await db.all<{ n: number }>(sql`SELECT ${count} AS n`);
  return rows[0]?.n ?? 0;
}
