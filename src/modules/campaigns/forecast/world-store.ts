import { type SQL, sql } from "drizzle-orm";
import { campaignLeads, steps } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { isSuppressed, leadZone } from "#modules/leads/leads/lead-sql.ts";
import type { Db } from "#platform/db/db.ts";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  MailboxId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";

/** A lead whose turn comes, as the claim would find it. */
export type WaitingRow = {
  readonly campaignId: CampaignId;
  readonly leadId: LeadId;
  readonly enrolmentId: EnrolmentId;
  readonly mailboxId: MailboxId | null;
  readonly currentStep: number;
  readonly dueAt: UnixMs;
  readonly heldUntil: UnixMs | null;
  readonly isPaused: number;
  readonly isRetry: number;
  readonly domain: string;
  readonly timezone: string | null;
  readonly provider: string | null;
};

/** Leads of these campaigns that may be written to and are due first, tries that wait included; and one lead whenever it is due. */
export function selectForeseenLeads(
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
  watched: EnrolmentId | null,
  limit: number,
): Promise<WaitingRow[]> {
  const those = sql`(SELECT value FROM json_each(${JSON.stringify(campaignIds)}))`;
  const mayBeWritten = sql`l.unsubscribed_at IS NULL AND l.bounced_at IS NULL
    AND l.validation_status IS NOT 'invalid' AND NOT ${isSuppressed(workspaceId, sql`l.email`, sql`l.domain`)}`;
  const columns = (dueAt: SQL, mailbox: SQL, isRetry: 0 | 1) => sql`e.campaign_id AS campaignId,
    e.lead_id AS leadId, e.id AS enrolmentId, ${mailbox} AS mailboxId, e.current_step AS currentStep,
    ${dueAt} AS dueAt, e.held_until AS heldUntil, e.status = 'paused' AS isPaused, ${isRetry} AS isRetry,
    l.domain AS domain, ${leadZone(sql`l.custom`)} AS timezone,
    json_extract(l.validation, '$.mx.provider') AS provider`;
  const from = sql`FROM ${campaignLeads} e JOIN ${leads} l ON l.id = e.lead_id`;
  const own = sql`e.next_send_at`;
  const first = (status: "pending" | "in_progress") => sql`SELECT * FROM (
    SELECT ${columns(own, sql`e.mailbox_id`, 0)} ${from}
    WHERE e.campaign_id IN ${those} AND +e.workspace_id = ${workspaceId} AND e.status = ${status}
      AND e.next_send_at IS NOT NULL AND +e.id IS NOT ${watched} AND ${mayBeWritten}
    ORDER BY e.next_send_at LIMIT ${limit})`;
  return db.all<WaitingRow>(sql`
    ${first("pending")} UNION ALL ${first("in_progress")}
    UNION ALL SELECT * FROM (
      SELECT ${columns(sql`s.due_at`, sql`s.mailbox_id`, 1)}
      FROM ${sends} s JOIN ${campaignLeads} e ON e.id = s.enrolment_id JOIN ${leads} l ON l.id = e.lead_id
      WHERE s.state = 'queued' AND +s.workspace_id = ${workspaceId} AND +s.campaign_id IN ${those}
        AND (e.status = 'in_progress' OR e.id IS ${watched}) AND ${mayBeWritten}
      ORDER BY s.due_at LIMIT ${limit})
    UNION ALL SELECT ${columns(own, sql`e.mailbox_id`, 0)} ${from}
      WHERE e.id = ${watched} AND +e.workspace_id = ${workspaceId} AND e.next_send_at IS NOT NULL`);
}

/** The steps of these campaigns in order, with their waits. */
export const selectWaits = (db: Db, workspaceId: WorkspaceId, campaignIds: readonly CampaignId[]) =>
  db
    .select({
      id: steps.id,
      campaignId: steps.campaignId,
      position: steps.position,
      delay: steps.delay,
      delayUnit: steps.delayUnit,
    })
    .from(steps)
    .where(
      sql`${steps.workspaceId} = ${workspaceId}
        AND ${steps.campaignId} IN (SELECT value FROM json_each(${JSON.stringify(campaignIds)}))`,
    )
    .orderBy(steps.campaignId, steps.position);
