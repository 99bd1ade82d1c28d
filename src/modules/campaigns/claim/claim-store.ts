import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { type resends, sends } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage, type UsageScope } from "#modules/mailboxes/schema/usage.ts";
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

/** A slot that a claim takes: `rank` counts the claims of this batch that share it, from 1. */
export type Slot = {
  readonly scope: UsageScope;
  readonly key: string;
  readonly day: string;
  readonly rank: number;
  readonly limit: number;
};

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
export type RepeatClaim = {
  readonly sendId: SendId;
  readonly campaignId: CampaignId;
  readonly mailboxId: MailboxId;
  readonly slots: readonly Slot[];
};
export type Claim = {
  readonly lease: string;
  readonly now: UnixMs;
  readonly leaseUntil: UnixMs;
};

export const usageOf = (slots: readonly Slot[]) => slots.map((s) => [s.scope, s.key, s.day]);
export const limitsOf = (slots: readonly Slot[]) =>
  slots.map((s) => [s.scope, s.key, s.day, s.rank, s.limit]);

/** The mailbox may send and every slot of the claim `c` still has room: checked in the write itself. */
export const mayClaim = (
  workspaceId: WorkspaceId,
  now: UnixMs,
  mailboxId: SQL,
  campaignId: SQL,
  limits: SQL,
  statuses: SQL = sql`('active')`,
): SQL => sql`
  EXISTS (SELECT 1 FROM ${mailboxes} m WHERE m.id = ${mailboxId} AND m.workspace_id = ${workspaceId}
    AND m.status = 'active' AND m.deleted_at IS NULL
    AND (m.next_send_at IS NULL OR m.next_send_at <= ${now}))
  AND EXISTS (SELECT 1 FROM ${campaigns} k WHERE k.id = ${campaignId}
    AND k.workspace_id = ${workspaceId} AND k.status IN ${statuses} AND k.deleted_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM json_each(${limits}) u LEFT JOIN ${dailyUsage} d
    ON d.workspace_id = ${workspaceId} AND d.scope = u.value->>0 AND d.key = u.value->>1 AND d.day = u.value->>2
    WHERE coalesce(d.used, 0) + (u.value->>3) > (u.value->>4))`;

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
  return db.run(sql`
    INSERT INTO ${sends} (workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, variant,
      mailbox_id, state, due_at, lease, lease_until, attempts, usage, message_id, to_email, created_at)
    SELECT e.workspace_id, e.campaign_id, e.id, e.lead_id, c.value->>'step_id', c.value->>'step',
      c.value->>'variant', c.value->>'mailbox', 'leased', ${claim.now}, ${claim.lease},
      ${claim.leaseUntil}, 1, c.value->'usage', c.value->>'message_id', c.value->>'to', ${claim.now}
    FROM json_each(${json}) c JOIN ${campaignLeads} e ON e.id = c.value->>'enrolment'
    WHERE +e.workspace_id = ${workspaceId} AND e.status IN ('pending', 'in_progress')
      AND e.next_send_at <= ${claim.now}
      AND ${mayClaim(workspaceId, claim.now, sql`c.value->>'mailbox'`, sql`e.campaign_id`, sql`c.value->'limits'`)}
    ON CONFLICT DO NOTHING`);
}

/** Leases released sends again. */
export function repeatClaims(
  db: Db,
  workspaceId: WorkspaceId,
  claim: Claim,
  claims: readonly RepeatClaim[],
): Statement {
  const json = JSON.stringify(
    claims.map((c) => ({ id: c.sendId, usage: usageOf(c.slots), limits: limitsOf(c.slots) })),
  );
  return db.run(sql`
    UPDATE ${sends} SET state = 'leased', lease = ${claim.lease}, lease_until = ${claim.leaseUntil},
      attempts = attempts + 1, usage = c.value->'usage'
    FROM json_each(${json}) c
    WHERE ${sends}.id = c.value->>'id' AND +${sends}.workspace_id = ${workspaceId}
      AND +${sends}.state = 'queued' AND +${sends}.due_at <= ${claim.now}
      AND EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.id = ${sends}.enrolment_id
        AND e.status = 'in_progress')
      AND ${mayClaim(workspaceId, claim.now, sql`${sends}.mailbox_id`, sql`${sends}.campaign_id`, sql`c.value->'limits'`)}`);
}

/** Takes the day slots of what this lease claimed. */
export function takeSlots(
  db: Db,
  workspaceId: WorkspaceId,
  lease: string,
  ledger: typeof sends | typeof resends = sends,
): Statement {
  return db.run(sql`
    INSERT INTO ${dailyUsage} (workspace_id, scope, key, day, used)
    SELECT ${workspaceId}, u.value->>0, u.value->>1, u.value->>2, count(*)
    FROM ${ledger} s, json_each(s.usage) u
    WHERE +s.workspace_id = ${workspaceId} AND s.lease = ${lease}
    GROUP BY 2, 3, 4
    ON CONFLICT (workspace_id, scope, key, day) DO UPDATE SET used = used + excluded.used`);
}

/** Starts the gap of the mailboxes that this lease uses. */
export function startGaps(
  db: Db,
  workspaceId: WorkspaceId,
  lease: string,
  gaps: readonly { mailboxId: MailboxId; until: UnixMs }[],
  ledger: typeof sends | typeof resends = sends,
): Statement {
  const json = JSON.stringify(gaps.map((g) => [g.mailboxId, g.until]));
  return db.run(sql`
    UPDATE ${mailboxes} SET next_send_at = g.value->>1
    FROM json_each(${json}) g
    WHERE ${mailboxes}.id = g.value->>0 AND +${mailboxes}.workspace_id = ${workspaceId}
      AND ${mailboxes}.id IN (SELECT s.mailbox_id FROM ${ledger} s WHERE s.lease = ${lease})`);
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

/** The sends of a lease that are still waiting to be transmitted, those of a mailbox together. */
export function selectLeased(db: Db, workspaceId: WorkspaceId, lease: string) {
  return db
    .select({ id: sends.id })
    .from(sends)
    .where(
      sql`+${sends.workspaceId} = ${workspaceId} AND ${sends.lease} = ${lease} AND ${sends.state} = 'leased'`,
    )
    .orderBy(sends.mailboxId, sends.id);
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

type Wake = {
  readonly candidate: { readonly enrolmentId: EnrolmentId; readonly sendId: SendId | null };
  readonly until: UnixMs;
};

/** Puts due enrolments off. */
export function deferEnrolments(
  db: Db,
  workspaceId: WorkspaceId,
  wakes: readonly Wake[],
  now: UnixMs,
): Statement {
  const json = JSON.stringify(wakes.map((w) => [w.candidate.enrolmentId, w.until]));
  return db.run(sql`
    UPDATE ${campaignLeads} SET next_send_at = w.value->>1
    FROM json_each(${json}) w
    WHERE ${campaignLeads}.id = w.value->>0 AND +${campaignLeads}.workspace_id = ${workspaceId}
      AND ${campaignLeads}.status IN ('pending', 'in_progress') AND ${campaignLeads}.next_send_at <= ${now}`);
}

/** Puts released sends off that are due again. */
export function deferSends(
  db: Db,
  workspaceId: WorkspaceId,
  wakes: readonly Wake[],
  now: UnixMs,
): Statement {
  const json = JSON.stringify(wakes.map((w) => [w.candidate.sendId, w.until]));
  return db.run(sql`
    UPDATE ${sends} SET due_at = w.value->>1
    FROM json_each(${json}) w
    WHERE ${sends}.id = w.value->>0 AND +${sends}.workspace_id = ${workspaceId}
      AND +${sends}.state = 'queued' AND +${sends}.due_at <= ${now}`);
}
