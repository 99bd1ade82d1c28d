import { type SQL, sql } from "drizzle-orm";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { ruleRuns, tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { ofLead } from "#modules/leads/leads/lead-sql.ts";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";

/** A lead's places in campaigns and what they sent, for the lead's activity. */
export function campaignActivity(workspaceId: WorkspaceId, id: LeadId): SQL[] {
  const those = ofLead(workspaceId, id);
  return [
    sql`SELECT entered_at, 'enrolled', id, campaign_id, NULL, NULL, NULL, NULL
        FROM ${campaignLeads} WHERE ${those}`,
    sql`SELECT finished_at, 'enrolment_ended', id, campaign_id, current_step, NULL, NULL,
          status || coalesce(': ' || skip_reason, '') FROM ${campaignLeads}
        WHERE ${those} AND finished_at IS NOT NULL`,
    // Of what is unclear: what was heard last.
    sql`SELECT sent_at, CASE state WHEN 'unknown' THEN 'send_unclear' ELSE 'sent' END, id, campaign_id, step,
          NULL, subject, CASE state WHEN 'unknown' THEN smtp_response END
        FROM ${sends} WHERE ${those} AND sent_at IS NOT NULL`,
    sql`SELECT done_at, 'rule', id, campaign_id, NULL, NULL, NULL, detail FROM ${ruleRuns}
        WHERE ${those} AND state <> 'waiting'`,
    sql`SELECT created_at, 'task', id, campaign_id, NULL, NULL, NULL, kind || ': ' || text FROM ${tasks}
        WHERE ${those}`,
    sql`SELECT ended_at, 'task_' || state, id, campaign_id, NULL, NULL, NULL,
          kind || ': ' || text || CASE WHEN note = '' THEN '' ELSE ' (' || note || ')' END
        FROM ${tasks} WHERE ${those} AND ended_at IS NOT NULL`,
    sql`SELECT finished_at, 'send_failed', id, campaign_id, step, NULL, subject, smtp_response
        FROM ${sends} WHERE ${those} AND state = 'failed' AND finished_at IS NOT NULL`,
  ];
}

export const campaignNameOf = (workspaceId: WorkspaceId, id: SQL): SQL =>
  sql`(SELECT c.name FROM ${campaigns} c WHERE c.id = ${id} AND +c.workspace_id = ${workspaceId})`;
