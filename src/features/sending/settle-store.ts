import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#db/db.ts";
import { leadZone } from "#db/lead-zone.ts";
import { campaignLeads, campaigns, steps } from "#db/schema/campaigns.ts";
import { hits } from "#db/schema/events.ts";
import { leads } from "#db/schema/leads.ts";
import { RUN_MARKS, runMark } from "#domain/sending/run-mark.ts";
import { mailboxes } from "#db/schema/mailboxes.ts";
import { dailyUsage, sends } from "#db/schema/sending.ts";
import type {
  CampaignId,
  EnrolmentId,
  MailboxId,
  SendId,
  UnixMs,
  WorkspaceId,
} from "#domain/ids.ts";

const inJson = (ids: readonly number[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Sends as they stand, with what the next step depends on. */
export async function selectSendsToSettle(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly SendId[],
) {
  return db
    .select({
      id: sends.id,
      state: sends.state,
      lease: sends.lease,
      attempts: sends.attempts,
      campaignId: sends.campaignId,
      enrolmentId: sends.enrolmentId,
      leadId: sends.leadId,
      stepId: sends.stepId,
      step: sends.step,
      variant: sends.variant,
      mailboxId: sends.mailboxId,
      messageId: sends.messageId,
      toEmail: sends.toEmail,
      currentStep: campaignLeads.currentStep,
      /** The mailbox has failures to forget. */
      mailboxTroubled: sql<number>`EXISTS (SELECT 1 FROM ${mailboxes} m WHERE m.id = ${sends.mailboxId}
        AND (m.auth_failures > 0 OR m.connect_failures > 0 OR m.status_message IS NOT NULL))`,
      schedule: campaigns.schedule,
      leadZone: sql<
        string | null
      >`(SELECT ${leadZone(sql`l.custom`)} FROM ${leads} l WHERE l.id = ${sends.leadId})`,
    })
    .from(sends)
    .innerJoin(campaignLeads, sql`${campaignLeads.id} = ${sends.enrolmentId}`)
    .innerJoin(campaigns, sql`${campaigns.id} = ${sends.campaignId}`)
    .where(sql`+${sends.workspaceId} = ${workspaceId} AND ${sends.id} IN ${inJson(ids)}`);
}
export type SettlingSend = Awaited<ReturnType<typeof selectSendsToSettle>>[number];

export async function selectStepDelays(
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
) {
  return db
    .select({
      campaignId: steps.campaignId,
      position: steps.position,
      delay: steps.delay,
      delayUnit: steps.delayUnit,
    })
    .from(steps)
    .where(
      sql`${steps.workspaceId} = ${workspaceId} AND ${steps.campaignId} IN ${inJson(campaignIds)}`,
    )
    .orderBy(steps.campaignId, steps.position);
}
export type StepDelay = Awaited<ReturnType<typeof selectStepDelays>>[number];

/** Every one of these sends still stands in the state, and under the lease, in which it was read. */
export function standAsRead(
  workspaceId: WorkspaceId,
  rows: readonly Pick<SettlingSend, "id" | "state" | "lease">[],
): SQL {
  const json = JSON.stringify(rows.map((r) => [r.id, r.state, r.lease]));
  return sql`(SELECT count(*) FROM json_each(${json}) r JOIN ${sends} s ON s.id = r.value->>0
    WHERE +s.workspace_id = ${workspaceId} AND +s.state = r.value->>1 AND +s.lease IS r.value->>2) = ${rows.length}`;
}

export type Settled = {
  readonly id: SendId;
  readonly state: "sent" | "unknown" | "failed";
  readonly code: number | null;
  readonly response: string | null;
  readonly evidence: string;
};

/** The transition itself: last of its batch. An unknown send keeps its lease, for late evidence. */
export function settleRows(
  db: Db,
  workspaceId: WorkspaceId,
  settled: readonly Settled[],
  now: UnixMs,
  guard: SQL,
): Statement {
  const json = JSON.stringify(settled);
  return db.all<{ id: SendId }>(sql`
    UPDATE ${sends} SET state = r.value->>'state', smtp_code = r.value->>'code',
      smtp_response = r.value->>'response', evidence = r.value->>'evidence', lease_until = NULL,
      lease = CASE WHEN r.value->>'state' = 'unknown' THEN lease END,
      sent_at = CASE WHEN r.value->>'state' = 'failed' THEN sent_at ELSE coalesce(sent_at, ${now}) END,
      finished_at = ${now}
    FROM json_each(${json}) r
    WHERE ${sends}.id = r.value->>'id' AND +${sends}.workspace_id = ${workspaceId} AND ${guard}
    RETURNING ${sends}.id AS id`);
}

export type Advance = {
  readonly enrolmentId: EnrolmentId;
  readonly step: number;
  /** Null after the last step. */
  readonly nextSendAt: UnixMs | null;
};

/**
 * Moves enrolments past a step; those that ended meanwhile keep their end, those that are held or
 * paused go on from here when it is over.
 */
export function advanceEnrolments(
  db: Db,
  workspaceId: WorkspaceId,
  advances: readonly Advance[],
  now: UnixMs,
  guard: SQL,
): Statement {
  const json = JSON.stringify(advances.map((a) => [a.enrolmentId, a.step, a.nextSendAt]));
  const open = sql`${campaignLeads}.status IN ('in_progress', 'paused')`;
  const last = sql`a.value->>2 IS NULL`;
  return db.run(sql`
    UPDATE ${campaignLeads} SET current_step = max(current_step, a.value->>1),
      next_send_at = CASE WHEN ${open} THEN max(a.value->>2, coalesce(held_until, 0)) END,
      finished_at = CASE WHEN ${open} AND ${last} THEN ${now} ELSE finished_at END,
      status = CASE WHEN ${open} AND ${last} THEN 'completed' ELSE status END
    FROM json_each(${json}) a
    WHERE ${campaignLeads}.id = a.value->>0 AND +${campaignLeads}.workspace_id = ${workspaceId}
      AND ${guard}`);
}

export function noteSentBy(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxIds: readonly MailboxId[],
  now: UnixMs,
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${mailboxes} SET last_sent_at = ${now}
    WHERE +workspace_id = ${workspaceId} AND id IN ${inJson(mailboxIds)} AND ${guard}`);
}

/** Gives back the day slots that these sends took. */
export function returnSlots(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly SendId[],
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${dailyUsage} SET used = used - x.n
    FROM (SELECT u.value->>0 AS scope, u.value->>1 AS key, u.value->>2 AS day, count(*) AS n
          FROM ${sends} s, json_each(s.usage) u
          WHERE +s.workspace_id = ${workspaceId} AND s.id IN ${inJson(ids)} GROUP BY 1, 2, 3) x
    WHERE ${dailyUsage}.workspace_id = ${workspaceId} AND ${dailyUsage}.scope = x.scope
      AND ${dailyUsage}.key = x.key AND ${dailyUsage}.day = x.day AND ${guard}`);
}

/** Back to the queue. `counted` false: it was no try (withheld, or the mailbox's own trouble). */
export function requeue(
  db: Db,
  workspaceId: WorkspaceId,
  send: {
    id: SendId;
    dueAt: UnixMs;
    counted: boolean;
    code: number | null;
    response: string | null;
    /** Why it waits, where that is not what a server said. */
    evidence?: "template_error";
  },
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${sends} SET state = 'queued', evidence = ${send.evidence ?? null}, due_at = ${send.dueAt}, lease = NULL, lease_until = NULL,
      usage = '[]', attempts = attempts - ${send.counted ? 0 : 1},
      smtp_code = ${send.code}, smtp_response = ${send.response}
    WHERE id = ${send.id} AND workspace_id = ${workspaceId} AND ${guard}`);
}

export function failEnrolment(
  db: Db,
  workspaceId: WorkspaceId,
  enrolmentId: EnrolmentId,
  now: UnixMs,
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${campaignLeads} SET status = 'failed', next_send_at = NULL, finished_at = ${now}
    WHERE id = ${enrolmentId} AND workspace_id = ${workspaceId}
      AND status IN ('in_progress', 'paused') AND ${guard}`);
}

/** The server said at once that the address does not exist. */
export function markRefused(
  db: Db,
  workspaceId: WorkspaceId,
  id: SendId,
  now: UnixMs,
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${sends} SET bounced_at = ${now}, bounce_type = 'hard'
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND bounced_at IS NULL AND ${guard}`);
}

/** Across workspaces: what was handed over and has not reached its intent, in order of id. */
export async function selectHandedOver(
  db: Db,
  after: { id: number; leaseUntil: UnixMs },
  limit: number,
) {
  return db
    .select({
      id: sends.id,
      workspaceId: sends.workspaceId,
      lease: sends.lease,
      messageId: sends.messageId,
    })
    .from(sends)
    .where(
      sql`${sends.state} = 'leased' AND +${sends.leaseUntil} > ${after.leaseUntil} AND ${sends.id} > ${after.id}`,
    )
    .orderBy(sends.id)
    .limit(limit);
}

/** Across workspaces: what another run of the companion was granted and has not told the outcome of. */
export async function selectLeftBehind(db: Db, run: string, after: SendId, limit: number) {
  return db
    .select({
      id: sends.id,
      workspaceId: sends.workspaceId,
      lease: sends.lease,
      messageId: sends.messageId,
    })
    .from(sends)
    .where(
      sql`${sends.state} = 'sending' AND ${sends.evidence} GLOB ${RUN_MARKS} AND ${sends.evidence} <> ${runMark(run)}
        AND ${sends.id} > ${after}`,
    )
    .orderBy(sends.id)
    .limit(limit);
}

/** Across workspaces: sends whose lease ran out, for the sweep. */
export async function selectLapsed(db: Db, now: UnixMs, limit: number) {
  return db
    .select({
      id: sends.id,
      workspaceId: sends.workspaceId,
      state: sends.state,
      lease: sends.lease,
      messageId: sends.messageId,
      /** An answer or a report names the message, or its link or pixel was asked for: a server had it. */
      answered: sql<number>`${sends.repliedAt} IS NOT NULL OR ${sends.bouncedAt} IS NOT NULL
        OR ${sends.unsubscribedAt} IS NOT NULL OR EXISTS (SELECT 1 FROM ${hits} h
          WHERE h.workspace_id = sends.workspace_id AND h.send_id = sends.id)`,
    })
    .from(sends)
    .where(sql`${sends.state} IN ('leased', 'sending') AND ${sends.leaseUntil} <= ${now}`)
    .limit(limit);
}
