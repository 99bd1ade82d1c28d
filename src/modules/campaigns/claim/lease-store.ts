import { sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  MailboxId,
  SendId,
  StepId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";
import { type Claim, leasedColumns } from "#modules/delivery/engine/moves.ts";
import { limitsOf, type Slot, slotsFree, usageOf } from "#modules/delivery/engine/slots.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { gapIsOver, mayLeave } from "#modules/campaigns/sends/leaving-sql.ts";

export type NewClaim = {
  readonly enrolmentId: EnrolmentId;
  readonly campaignId: CampaignId;
  readonly leadId: LeadId;
  readonly stepId: StepId;
  readonly step: number;
  readonly variant: string;
  readonly mailboxId: MailboxId;
  readonly messageId: string;
  readonly toEmail: string;
  readonly slots: readonly Slot[];
};
/** Writes a leased send for each enrolment that is still due. The unique key refuses a second one. */
export function insertClaims(
  db: Db,
  workspaceId: WorkspaceId,
  claim: Claim,
  claims: readonly NewClaim[],
): Statement {
  const json = JSON.stringify(
    claims.map((c) => ({
      enrolment: c.enrolmentId,
      step_id: c.stepId,
      step: c.step,
      variant: c.variant,
      mailbox: c.mailboxId,
      message_id: c.messageId,
      to: c.toEmail,
      usage: usageOf(c.slots),
      limits: limitsOf(c.slots),
    })),
  );
  const mailbox = sql`c.value->>'mailbox'`;
  const leased = leasedColumns(claim, sql`c.value->'usage'`);
  return db.run(sql`
    INSERT INTO ${sends} (workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, variant,
      mailbox_id, ${leased.names}, message_id, to_email, created_at)
    SELECT d.workspace_id, d.campaign_id, d.id, d.lead_id, c.value->>'step_id', c.value->>'step',
      c.value->>'variant', ${mailbox}, ${leased.values}, c.value->>'message_id', c.value->>'to', ${claim.now}
    FROM json_each(${json}) c JOIN ${campaignLeads} d ON d.id = c.value->>'enrolment'
    WHERE +d.workspace_id = ${workspaceId} AND d.next_send_at <= ${claim.now}
      AND ${mayLeave({ workspace: sql`${workspaceId}`, campaign: sql`d.campaign_id`, enrolment: sql`d.id`, lead: sql`d.lead_id`, mailbox })}
      AND ${gapIsOver(mailbox, claim.now)} AND ${slotsFree(workspaceId, sql`c.value->'limits'`)}
    ON CONFLICT DO NOTHING`);
}

/** Takes the claimed enrolments off the due list and ties them to their sender. */
export function holdEnrolments(db: Db, workspaceId: WorkspaceId, lease: string): Statement {
  return db.run(sql`
    UPDATE ${campaignLeads} SET status = 'in_progress', next_send_at = NULL, held_until = NULL,
      mailbox_id = s.mailbox_id
    FROM ${sends} s
    WHERE s.lease = ${lease} AND s.enrolment_id = ${campaignLeads}.id
      AND +${campaignLeads}.workspace_id = ${workspaceId}
      AND ${campaignLeads}.status IN ('pending', 'in_progress')`);
}

/** Ends enrolments that may not be written to, or that have had every step. */
export function finishDue(
  db: Db,
  workspaceId: WorkspaceId,
  ended: readonly {
    enrolmentId: EnrolmentId;
    status: "skipped" | "completed" | "bounced" | "unsubscribed";
    reason: string | null;
  }[],
  now: UnixMs,
): Statement {
  const json = JSON.stringify(ended.map((e) => [e.enrolmentId, e.status, e.reason]));
  return db.run(sql`
    UPDATE ${campaignLeads} SET status = e.value->>1, skip_reason = e.value->>2, next_send_at = NULL,
      finished_at = ${now}
    FROM json_each(${json}) e
    WHERE ${campaignLeads}.id = e.value->>0 AND +${campaignLeads}.workspace_id = ${workspaceId}
      AND ${campaignLeads}.status IN ('pending', 'in_progress')
      AND ${campaignLeads}.next_send_at IS NOT NULL`);
}

/**
 * Ends those whose mail was to be tried again and may not be any more, while it waits; the mail
 * itself is skipped behind it.
 */
export function finishRetries(
  db: Db,
  workspaceId: WorkspaceId,
  ended: readonly {
    enrolmentId: EnrolmentId;
    sendId: SendId;
    status: "skipped" | "bounced" | "unsubscribed";
    reason: string | null;
  }[],
  now: UnixMs,
): Statement {
  const json = JSON.stringify(ended.map((e) => [e.enrolmentId, e.status, e.reason, e.sendId]));
  return db.run(sql`
    UPDATE ${campaignLeads} SET status = e.value->>1, skip_reason = e.value->>2, next_send_at = NULL,
      finished_at = ${now}
    FROM json_each(${json}) e
    WHERE ${campaignLeads}.id = e.value->>0 AND +${campaignLeads}.workspace_id = ${workspaceId}
      AND ${campaignLeads}.status = 'in_progress'
      AND EXISTS (SELECT 1 FROM ${sends} s WHERE s.id = e.value->>3 AND +s.workspace_id = ${workspaceId}
        AND s.state = 'queued')`);
}

/** Puts due enrolments off. */
export function deferEnrolments(
  db: Db,
  workspaceId: WorkspaceId,
  wakes: readonly { readonly id: EnrolmentId; readonly until: UnixMs }[],
  now: UnixMs,
): Statement {
  const json = JSON.stringify(wakes.map((w) => [w.id, w.until]));
  return db.run(sql`
    UPDATE ${campaignLeads} SET next_send_at = w.value->>1
    FROM json_each(${json}) w
    WHERE ${campaignLeads}.id = w.value->>0 AND +${campaignLeads}.workspace_id = ${workspaceId}
      AND ${campaignLeads}.status IN ('pending', 'in_progress') AND ${campaignLeads}.next_send_at <= ${now}`);
}
