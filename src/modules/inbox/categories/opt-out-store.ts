import { type SQL, sql } from "drizzle-orm";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { replyOptOuts, threads } from "#modules/inbox/schema/inbox.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { LeadId, ThreadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export async function selectLeadEmail(
  db: Db,
  workspaceId: WorkspaceId,
  id: LeadId,
): Promise<string | null> {
  const rows = await db
    .select({ email: leads.email })
    .from(leads)
    .where(sql`${leads.id} = ${id} AND ${leads.workspaceId} = ${workspaceId}`);
  return rows[0]?.email ?? null;
}

/** Keeps the opt-out with the lead's places in campaigns as they are now, before they end. */
export const insertOptOut = (
  db: Db,
  workspaceId: WorkspaceId,
  optOut: { threadId: ThreadId; leadId: LeadId; source: string; now: UnixMs },
  guard: SQL,
): Statement =>
  db.run(sql`
    INSERT INTO ${replyOptOuts} (workspace_id, thread_id, lead_id, source, thread_status, ended, created_at)
    SELECT ${workspaceId}, ${optOut.threadId}, ${optOut.leadId}, ${optOut.source},
      coalesce((SELECT t.status FROM ${threads} t WHERE t.id = ${optOut.threadId} AND t.workspace_id = ${workspaceId}), 'open'),
      (SELECT json_group_array(json_object('id', e.id, 'status', e.status, 'next_send_at', e.next_send_at,
          'held_until', e.held_until, 'finished_at', e.finished_at)) FROM ${campaignLeads} e
        WHERE e.workspace_id = ${workspaceId} AND e.lead_id = ${optOut.leadId}
          AND e.status IN ('pending', 'in_progress', 'paused', 'completed')), ${optOut.now}
    WHERE ${guard}
    ON CONFLICT (workspace_id, source) DO NOTHING`);
