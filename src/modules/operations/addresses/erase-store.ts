import { sql } from "drizzle-orm";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import type { Db } from "#platform/db/db.ts";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";

/** The lead with this address; null for none. */
export async function selectLeadOf(
  db: Db,
  workspaceId: WorkspaceId,
  email: string,
): Promise<LeadId | null> {
  const rows = await db.all<{ id: LeadId }>(sql`
    SELECT id FROM ${leads} WHERE workspace_id = ${workspaceId} AND email = ${email}`);
  return rows[0]?.id ?? null;
}

/**
 * Leads whose mails went to this address, among the next `rows` sends of the workspace: those that were
 * deleted have left their mails behind. `end` is where to go on; null behind the last.
 */
export async function selectRecipientLeads(
  db: Db,
  workspaceId: WorkspaceId,
  email: string,
  after: number,
  rows: number,
): Promise<{ readonly ids: readonly LeadId[]; readonly end: number | null }> {
  const [slice] = await db.all<{ ids: string; end: number | null; n: number }>(sql`
    SELECT json_group_array(DISTINCT lead) FILTER (WHERE hit) AS ids, max(lead) AS "end", count(*) AS n FROM (
      SELECT s.lead_id AS lead, s.to_email = ${email} AS hit FROM ${sends} s
      WHERE s.workspace_id = ${workspaceId} AND s.lead_id > ${after} ORDER BY s.lead_id LIMIT ${rows})`);
  const ids = JSON.parse(slice?.ids ?? "[]") as LeadId[];
  const isLast = (slice?.n ?? 0) < rows;
  // Sends of the last lead may lie behind the slice: it is looked at again, unless it is the only one.
  const end = slice?.end ?? 0;
  return { ids, end: isLast ? null : Math.max(end - 1, after + 1) };
}

/** How many mails and messages there are of these leads. */
export async function countOf(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly LeadId[],
): Promise<{ sends: number; messages: number }> {
  const those = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const rows = await db.all<{ sends: number; messages: number }>(sql`
    SELECT (SELECT count(*) FROM ${sends} WHERE workspace_id = ${workspaceId} AND lead_id IN ${those}
        AND to_email <> '') AS sends,
      (SELECT count(*) FROM ${threads} t CROSS JOIN ${messages} m ON m.workspace_id = ${workspaceId} AND m.thread_id = t.id
        WHERE t.workspace_id = ${workspaceId} AND t.lead_id IN ${those} AND m.from_email <> '') AS messages`);
  return rows[0] ?? { sends: 0, messages: 0 };
}
