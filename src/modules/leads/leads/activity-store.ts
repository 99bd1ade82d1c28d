import { type SQL, sql } from "drizzle-orm";
import type { LeadActivity } from "#modules/leads/contract/activity.ts";
import type { Db } from "#platform/db/db.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { events } from "#modules/events/schema/events.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { LeadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type ActivityRow = {
  at: UnixMs;
  type: LeadActivity["type"];
  /** Of the row that tells it, unique within its type. */
  ref: number;
  campaignId: number | null;
  campaignName: string | null;
  step: number | null;
  threadId: number | null;
  subject: string | null;
  detail: string | null;
};

/** The place of a row among those of a lead. */
export type ActivityPlace = readonly [at: number, type: string, ref: number];

/** What happened to a lead, newest first, from behind a place. */
export const selectActivity = (
  db: Db,
  workspaceId: WorkspaceId,
  lead: { id: LeadId; email: string; domain: string },
  after: ActivityPlace | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<ActivityRow[]> => {
  const place = after
    ? sql`WHERE (a.at, a.type, a.ref) < (${after[0]}, ${after[1]}, ${after[2]})`
    : sql``;
  return db.all<ActivityRow>(sql`
    SELECT a.*, (SELECT c.name FROM ${campaigns} c WHERE c.id = a."campaignId"
      AND +c.workspace_id = ${workspaceId}) AS "campaignName"
    FROM (${everything(workspaceId, lead)}) a ${place}
    ORDER BY a.at DESC, a.type DESC, a.ref DESC LIMIT ${limit} OFFSET ${offset}`);
};

export async function countActivity(
  db: Db,
  workspaceId: WorkspaceId,
  lead: { id: LeadId; email: string; domain: string },
): Promise<number> {
  const rows = await db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM (${everything(workspaceId, lead)})`,
  );
  return rows[0]?.n ?? 0;
}

/** Every table that tells of a lead, each read by its index on leads. */
function everything(
  workspaceId: WorkspaceId,
  { id, email, domain }: { id: LeadId; email: string; domain: string },
): SQL {
  const ofLead = sql`workspace_id = ${workspaceId} AND lead_id = ${id}`;
  const itself = sql`${leads} WHERE id = ${id} AND +workspace_id = ${workspaceId}`;
  const suppressed = (kind: "address" | "domain", value: string): SQL => sql`
    SELECT created_at, 'suppressed', id, NULL, NULL, NULL, NULL,
      CASE kind WHEN 'domain' THEN 'domain: ' ELSE '' END || reason
    FROM ${suppressions} WHERE workspace_id = ${workspaceId} AND kind = ${kind} AND value = ${value}`;
  return union([
    sql`SELECT created_at AS at, 'created' AS type, id AS ref, NULL AS "campaignId", NULL AS step,
        NULL AS "threadId", NULL AS subject, NULL AS detail FROM ${itself}`,
    sql`SELECT validated_at, 'validated', id, NULL, NULL, NULL, NULL, validation_status || ', ' || score
        FROM ${itself} AND validated_at IS NOT NULL`,
    suppressed("address", email),
    suppressed("domain", domain),
    sql`SELECT entered_at, 'enrolled', id, campaign_id, NULL, NULL, NULL, NULL
        FROM ${campaignLeads} WHERE ${ofLead}`,
    sql`SELECT finished_at, 'enrolment_ended', id, campaign_id, current_step, NULL, NULL,
          status || coalesce(': ' || skip_reason, '') FROM ${campaignLeads}
        WHERE ${ofLead} AND finished_at IS NOT NULL`,
    // Of what is unclear: what was heard last.
    sql`SELECT sent_at, CASE state WHEN 'unknown' THEN 'send_unclear' ELSE 'sent' END, id, campaign_id, step,
          NULL, subject, CASE state WHEN 'unknown' THEN smtp_response END
        FROM ${sends} WHERE ${ofLead} AND sent_at IS NOT NULL`,
    sql`SELECT finished_at, 'send_failed', id, campaign_id, step, NULL, subject, smtp_response
        FROM ${sends} WHERE ${ofLead} AND state = 'failed' AND finished_at IS NOT NULL`,
    // Replies are told by the mail itself, below: an event is fired for the first alone.
    sql`SELECT created_at, replace(replace(type, 'lead.', ''), 'meeting.', 'meeting_'), id, campaign_id,
          body->>'$.data.step', body->>'$.data.thread_id', NULL,
          coalesce(body->>'$.data.url', trim((body->>'$.data.code') || ' ' || (body->>'$.data.reason')))
        FROM ${events} WHERE ${ofLead}
          AND type IN ('lead.opened', 'lead.clicked', 'lead.bounced', 'lead.unsubscribed', 'meeting.booked')`,
    sql`SELECT m.sent_at, CASE WHEN m.direction = 'outbound' THEN 'answered'
          WHEN m.type = 'auto_reply' THEN 'auto_replied' ELSE 'replied' END,
          m.id, t.campaign_id, NULL, t.id, m.subject, NULL
        FROM ${threads} t CROSS JOIN ${messages} m ON m.workspace_id = ${workspaceId} AND m.thread_id = t.id
        WHERE t.workspace_id = ${workspaceId} AND t.lead_id = ${id} AND m.type IN ('reply', 'manual', 'auto_reply')`,
  ]);
}

/** D1 joins no more SELECTs in one compound. */
const MOST_TERMS = 5;

function union(selects: readonly SQL[]): SQL {
  if (selects.length <= MOST_TERMS) return sql.join([...selects], sql` UNION ALL `);
  const groups: SQL[] = [];
  for (let at = 0; at < selects.length; at += MOST_TERMS) {
    groups.push(sql`SELECT * FROM (${union(selects.slice(at, at + MOST_TERMS))})`);
  }
  return union(groups);
}
