import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { validationRetries } from "#modules/leads/schema/validation.ts";
import type { LeadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";

/** Leads that were taken and not settled come again after this. */
const TAKEN_MS = 5 * MINUTE_MS;

/**
 * Takes leads of a workspace whose next try is due, the oldest first. Those that are gone, or have
 * another address by now, are forgotten.
 */
export async function takeDueRetries(
  db: Db,
  workspaceId: WorkspaceId,
  now: UnixMs,
  limit: number,
): Promise<LeadId[]> {
  const due = sql`due_at <= ${now} AND workspace_id = ${workspaceId}`;
  const [, taken] = await db.batch([
    db.run(sql`
      DELETE FROM ${validationRetries} WHERE ${due} AND NOT EXISTS (SELECT 1 FROM ${leads} l
        WHERE l.id = ${validationRetries}.lead_id AND l.validated_at IS NOT NULL)`),
    db
      .update(validationRetries)
      .set({ dueAt: later(now, TAKEN_MS) })
      .where(
        sql`${validationRetries.leadId} IN (SELECT lead_id FROM ${validationRetries}
          WHERE ${due} ORDER BY due_at LIMIT ${limit})`,
      )
      .returning({ leadId: validationRetries.leadId }),
  ]);
  return taken.map((row) => row.leadId);
}

/** Workspaces in which a try is due, those that wait longest first. */
export async function selectWorkspacesWithRetries(db: Db, now: UnixMs): Promise<WorkspaceId[]> {
  const rows = await db.all<{ id: WorkspaceId }>(sql`
    SELECT DISTINCT workspace_id AS id FROM (
      SELECT workspace_id FROM ${validationRetries} WHERE due_at <= ${now} ORDER BY due_at LIMIT 1000)`);
  return rows.map((row) => row.id);
}
