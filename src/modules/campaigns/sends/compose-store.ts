import { sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignLeads, campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { Split } from "#modules/campaigns/rules/winners/evidence.ts";
import { beginContests } from "#modules/campaigns/winners/contest-store.ts";
import type {
  EnrolmentId,
  LeadId,
  MailboxId,
  SendId,
  StepId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";

/**
 * What a message is made of, for the sends of a lease that nobody has taken over since. Campaigns
 * and steps are read once each, however many of their sends there are.
 */
export async function selectLeasedSends(
  db: Db,
  workspaceId: WorkspaceId,
  lease: string,
  ids: readonly number[],
) {
  const json = JSON.stringify(ids);
  const among = (column: "campaign_id" | "step_id") =>
    sql`(SELECT s.${sql.raw(column)} FROM ${sends} s WHERE s.id IN (SELECT value FROM json_each(${json}))
      AND +s.workspace_id = ${workspaceId} AND +s.lease = ${lease})`;
  const [rows, campaignRows, stepRows] = await Promise.all([
    db
      .select({
        id: sends.id,
        enrolmentId: sends.enrolmentId,
        campaignId: sends.campaignId,
        stepId: sends.stepId,
        step: sends.step,
        variant: sends.variant,
        mailboxId: sends.mailboxId,
        messageId: sends.messageId,
        toEmail: sends.toEmail,
        lead: leads,
      })
      .from(sends)
      .innerJoin(
        leads,
        sql`${leads.id} = ${sends.leadId} AND +${leads.workspaceId} = ${workspaceId}`,
      )
      .where(
        sql`+${sends.workspaceId} = ${workspaceId} AND ${sends.lease} = ${lease} AND ${sends.state} = 'leased'
          AND ${sends.id} IN (SELECT value FROM json_each(${json}))`,
      ),
    db
      .select()
      .from(campaigns)
      .where(sql`${campaigns.id} IN ${among("campaign_id")}`),
    db
      .select()
      .from(steps)
      .where(sql`${steps.id} IN ${among("step_id")}`),
  ]);
  const campaignOf = new Map(campaignRows.map((campaign) => [campaign.id, campaign]));
  const stepOf = new Map(stepRows.map((step) => [step.id, step]));
  return rows.flatMap((row) => {
    const campaign = campaignOf.get(row.campaignId);
    const stepRow = stepOf.get(row.stepId);
    return campaign && stepRow ? [{ ...row, campaign, stepRow }] : [];
  });
}
export type LeasedSend = Awaited<ReturnType<typeof selectLeasedSends>>[number];

export type OutboundCopy = {
  readonly sendId: SendId;
  readonly leadId: LeadId;
  readonly mailboxId: MailboxId;
  readonly stepId: StepId;
  readonly variant: string;
  /** The comparison that its step is in, and the weights in force; null: nothing competes. */
  readonly contest: number;
  readonly split: Split | null;
  readonly fromEmail: string;
  readonly fromName: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
};

/**
 * Keeps exactly what is handed over, for the thread that may follow, while the lease holds it. A
 * retry replaces its copy.
 */
export function keepOutbound(
  db: Db,
  workspaceId: WorkspaceId,
  lease: string,
  copies: readonly OutboundCopy[],
  now: UnixMs,
): Statement[] {
  const json = JSON.stringify(copies);
  return [
    db.run(sql`
      INSERT INTO ${messages} (workspace_id, mailbox_id, lead_id, send_id, direction, type, from_email,
        from_name, to_emails, cc_emails, subject, text, html, message_id, in_reply_to, references_ids,
        dedupe_hash, sent_at, created_at)
      SELECT ${workspaceId}, c.value->>'mailboxId', c.value->>'leadId', c.value->>'sendId', 'outbound',
        'campaign', c.value->>'fromEmail', c.value->>'fromName', c.value->'to', c.value->'cc',
        c.value->>'subject', c.value->>'text', c.value->>'html', c.value->>'messageId',
        c.value->>'inReplyTo', c.value->'references', c.value->>'messageId', ${now}, ${now}
      FROM json_each(${json}) c WHERE true
      ON CONFLICT (mailbox_id, direction, dedupe_hash) DO UPDATE SET
        subject = excluded.subject, text = excluded.text, html = excluded.html, in_reply_to = excluded.in_reply_to,
        references_ids = excluded.references_ids, sent_at = excluded.sent_at`),
    db.run(sql`
      UPDATE ${sends} SET subject = c.value->>'subject', variant = c.value->>'variant',
        split = c.value->>'split', contest = CASE WHEN c.value->>'split' IS NOT NULL THEN c.value->>'contest' END
      FROM json_each(${json}) c
      WHERE ${sends}.id = c.value->>'sendId' AND +${sends}.workspace_id = ${workspaceId}
        AND +${sends}.lease = ${lease} AND +${sends}.state = 'leased'`),
    ...beginContests(db, workspaceId, copies.flatMap(contestOf), now),
  ];
}

const contestOf = ({ stepId, contest: number, split }: OutboundCopy) =>
  split ? [{ stepId, number, arms: Object.keys(split) }] : [];

export type HeldSend = {
  readonly sendId: SendId;
  readonly enrolmentId: EnrolmentId;
  readonly reason: string;
  readonly detail: string;
};

/** Holds leads whose message cannot be made, while the lease holds it; nothing with a literal tag ever leaves. */
export function holdUnrenderable(
  db: Db,
  workspaceId: WorkspaceId,
  lease: string,
  held: readonly HeldSend[],
  now: UnixMs,
): Statement {
  const isOurs = sql`EXISTS (SELECT 1 FROM ${sends} s WHERE s.id = h.value->>'sendId'
    AND +s.workspace_id = ${workspaceId} AND +s.lease = ${lease} AND +s.state = 'leased')`;
  return db.run(sql`
    UPDATE ${campaignLeads} SET status = 'skipped', skip_reason = h.value->>'reason',
      skip_detail = h.value->>'detail', next_send_at = NULL, finished_at = ${now}
    FROM json_each(${JSON.stringify(held)}) h
    WHERE ${campaignLeads}.id = h.value->>'enrolmentId' AND +${campaignLeads}.workspace_id = ${workspaceId}
      AND ${campaignLeads}.status = 'in_progress' AND ${isOurs}`);
}
