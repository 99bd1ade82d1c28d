import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { leadZone } from "#modules/leads/leads/lead-sql.ts";
import type {
  CampaignId,
  EnrolmentId,
  MailboxId,
  SendId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";
import { BEGINS_AGAIN, queuedColumns } from "#modules/delivery/engine/moves.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { resends, sends } from "#modules/campaigns/schema/sending.ts";
import { gapIsOver } from "#modules/campaigns/sends/leaving-sql.ts";
import { mayBeAsked, resendMayLeave } from "./standing-sql.ts";

/**
 * Asks for one more try, where nothing stands against it; one that is under way stays as it is.
 * Answers the send where this call made the difference. `times`: how often it was asked for as the
 * caller saw it.
 */
export const askAgain = (
  db: Db,
  workspaceId: WorkspaceId,
  ask: { id: SendId; by: string; now: UnixMs; dueAt: UnixMs; times: number | null },
): Statement =>
  db.all<{ id: SendId }>(sql`
    INSERT INTO ${resends} (id, workspace_id, campaign_id, mailbox_id, ${queuedColumns(sql`${ask.dueAt}`).names}, asked_by, asked_at)
    SELECT s.id, s.workspace_id, s.campaign_id, s.mailbox_id, ${queuedColumns(sql`${ask.dueAt}`).values}, ${ask.by}, ${ask.now}
    FROM ${sends} s WHERE ${mayAsk(workspaceId, ask)}
    ON CONFLICT (id) DO UPDATE SET ${BEGINS_AGAIN}, asked_by = excluded.asked_by,
      asked_at = excluded.asked_at, times = times + 1
    RETURNING id`);

const mayAsk = (
  workspaceId: WorkspaceId,
  ask: { id: SendId; times: number | null },
): SQL => sql`s.id = ${ask.id} AND +s.workspace_id = ${workspaceId} AND ${mayBeAsked}
  AND NOT EXISTS (SELECT 1 FROM ${resends} r WHERE r.id = s.id AND r.state IN ('queued', 'leased', 'sending'))
  AND (${ask.times} IS NULL OR ${ask.times} = coalesce((SELECT r.times FROM ${resends} r WHERE r.id = s.id), 0))`;

/** What a statement in the batch of `askAgain`, before it, depends on. */
export const whileMayAsk = (workspaceId: WorkspaceId, ask: Parameters<typeof mayAsk>[1]): SQL =>
  sql`FROM ${sends} s WHERE ${mayAsk(workspaceId, ask)}`;

/** Across workspaces: what is due to be sent again and can leave as far as campaign, lead and mailbox go. */
export async function selectDueResends(db: Db, now: UnixMs, limit: number) {
  return db.all<{
    id: SendId;
    workspaceId: WorkspaceId;
    campaignId: CampaignId;
    mailboxId: MailboxId;
    enrolmentId: EnrolmentId;
    toEmail: string;
    timezone: string | null;
  }>(sql`
    SELECT r.id AS id, r.workspace_id AS "workspaceId", r.campaign_id AS "campaignId",
      r.mailbox_id AS "mailboxId", s.enrolment_id AS "enrolmentId", s.to_email AS "toEmail",
      (SELECT ${leadZone(sql`l.custom`)} FROM ${leads} l WHERE l.id = s.lead_id) AS timezone
    FROM ${resends} r JOIN ${sends} s ON s.id = r.id
    WHERE r.state = 'queued' AND r.due_at <= ${now} AND ${resendMayLeave}
      AND ${gapIsOver(sql`r.mailbox_id`, now)}
    ORDER BY r.due_at LIMIT ${limit}`);
}

/** What the message is made of: the words that were handed over the first time. */
export async function selectResendMails(
  db: Db,
  workspaceId: WorkspaceId,
  lease: string,
  ids: readonly number[],
) {
  return db
    .select({
      id: resends.id,
      mailboxId: resends.mailboxId,
      messageId: sends.messageId,
      toEmail: sends.toEmail,
      firstName: leads.firstName,
      lastName: leads.lastName,
      cc: campaigns.cc,
      bcc: campaigns.bcc,
      unsubscribeHeader: campaigns.unsubscribeHeader,
      copy: {
        fromName: messages.fromName,
        subject: messages.subject,
        text: messages.text,
        html: messages.html,
        inReplyTo: messages.inReplyTo,
        references: messages.references,
      },
    })
    .from(resends)
    .innerJoin(sends, sql`${sends.id} = ${resends.id}`)
    .innerJoin(campaigns, sql`${campaigns.id} = ${sends.campaignId}`)
    .leftJoin(leads, sql`${leads.id} = ${sends.leadId}`)
    .leftJoin(
      messages,
      sql`${messages.workspaceId} = ${workspaceId} AND ${messages.sendId} = ${sends.id}
        AND ${messages.direction} = 'outbound' AND ${messages.messageId} = ${sends.messageId}`,
    )
    .where(
      sql`+${resends.workspaceId} = ${workspaceId} AND ${resends.lease} = ${lease} AND ${resends.state} = 'leased'
        AND ${resends.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
}
export type ResendMail = Awaited<ReturnType<typeof selectResendMails>>[number];

/** What settling asks of the sends of these resends. */
export const selectSendsOf = (db: Db, workspaceId: WorkspaceId, ids: readonly number[]) =>
  db
    .select({
      id: sends.id,
      campaignId: sends.campaignId,
      leadId: sends.leadId,
      stepId: sends.stepId,
      variant: sends.variant,
      mailboxId: resends.mailboxId,
    })
    .from(resends)
    .innerJoin(sends, sql`${sends.id} = ${resends.id}`)
    .where(
      sql`+${resends.workspaceId} = ${workspaceId}
        AND ${resends.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
