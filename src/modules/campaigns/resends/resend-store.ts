import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { leadZone } from "#platform/db/lead-zone.ts";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
} from "#modules/campaigns/schema/campaigns.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { resends, sends } from "#modules/campaigns/schema/sending.ts";
import { RUN_MARKS, runMark } from "#modules/delivery/rules/run-mark.ts";
import type { EnrolmentId, SendId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import {
  type Claim,
  limitsOf,
  mayClaim,
  type RepeatClaim,
  startGaps,
  takeSlots,
  usageOf,
} from "#modules/campaigns/claim/claim-store.ts";
import { requeue, returnSlots } from "#modules/campaigns/settle/requeue-store.ts";
import { standAsRead } from "#modules/campaigns/settle/settle-store.ts";

/** Of a resend: campaigns that are over send it as well, since somebody asked for this very mail. */
const SENDING = sql`('active', 'completed')`;

/** Nothing stands against one more try of the send `s` for good. */
export const standing: SQL = sql`s.state = 'unknown'
  AND EXISTS (SELECT 1 FROM ${campaigns} k WHERE k.id = s.campaign_id
    AND k.status IN ('active', 'paused', 'completed') AND k.deleted_at IS NULL)
  AND EXISTS (SELECT 1 FROM ${campaignMailboxes} a JOIN ${mailboxes} b ON b.id = a.mailbox_id
    WHERE a.campaign_id = s.campaign_id AND a.mailbox_id = s.mailbox_id AND b.deleted_at IS NULL)
  AND EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.id = s.enrolment_id
    AND e.status IN ('in_progress', 'paused', 'completed', 'failed'))
  AND EXISTS (SELECT 1 FROM ${leads} l WHERE l.id = s.lead_id AND l.email = s.to_email
    AND l.unsubscribed_at IS NULL AND l.bounced_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${suppressions} x WHERE x.workspace_id = s.workspace_id
      AND x.kind = 'address' AND x.value = l.email)
    AND NOT EXISTS (SELECT 1 FROM ${suppressions} x WHERE x.workspace_id = s.workspace_id
      AND x.kind = 'domain' AND x.value = l.domain))`;

/** Nothing holds it up at the moment either: campaign, lead and mailbox. */
const moving: SQL = sql`EXISTS (SELECT 1 FROM ${campaigns} k WHERE k.id = s.campaign_id AND k.status IN ${SENDING})
  AND EXISTS (SELECT 1 FROM ${mailboxes} m WHERE m.id = s.mailbox_id AND m.status = 'active')
  AND EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.id = s.enrolment_id AND e.status <> 'paused')`;

/** The words that were handed over are kept. */
export const hasCopy: SQL = sql`EXISTS (SELECT 1 FROM ${messages} c WHERE c.workspace_id = s.workspace_id
  AND c.send_id = s.id AND c.direction = 'outbound' AND c.message_id = s.message_id)`;

/** The resend's own send, as far as the condition holds. */
const itsSend = (workspaceId: WorkspaceId, condition: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${sends} s WHERE s.id = ${resends}.id
    AND +s.workspace_id = ${workspaceId} AND ${condition})`;

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
    INSERT INTO ${resends} (id, workspace_id, campaign_id, mailbox_id, state, asked_by, asked_at, due_at)
    SELECT s.id, s.workspace_id, s.campaign_id, s.mailbox_id, 'queued', ${ask.by}, ${ask.now}, ${ask.dueAt}
    FROM ${sends} s WHERE ${mayAsk(workspaceId, ask)}
    ON CONFLICT (id) DO UPDATE SET state = 'queued', asked_by = excluded.asked_by,
      asked_at = excluded.asked_at, due_at = excluded.due_at, times = times + 1, attempts = 0,
      lease = NULL, lease_until = NULL, usage = '[]', smtp_code = NULL, smtp_response = NULL,
      evidence = NULL, finished_at = NULL
    RETURNING id`);

const mayAsk = (
  workspaceId: WorkspaceId,
  ask: { id: SendId; times: number | null },
): SQL => sql`s.id = ${ask.id} AND +s.workspace_id = ${workspaceId} AND ${standing} AND ${hasCopy}
  AND NOT EXISTS (SELECT 1 FROM ${resends} r WHERE r.id = s.id AND r.state IN ('queued', 'leased', 'sending'))
  AND (${ask.times} IS NULL OR ${ask.times} = coalesce((SELECT r.times FROM ${resends} r WHERE r.id = s.id), 0))`;

/** What a statement in the batch of `askAgain`, before it, depends on. */
export const whileMayAsk = (workspaceId: WorkspaceId, ask: Parameters<typeof mayAsk>[1]): SQL =>
  sql`FROM ${sends} s WHERE ${mayAsk(workspaceId, ask)}`;

/**
 * Across workspaces: what is due to be sent again and can leave as far as campaign, lead and mailbox
 * go, and what is due and stands no longer (`moot`).
 */
export async function selectDueResends(db: Db, now: UnixMs, limit: number) {
  const ready = sql`${moving} AND EXISTS (SELECT 1 FROM ${mailboxes} m WHERE m.id = s.mailbox_id
    AND (m.next_send_at IS NULL OR m.next_send_at <= ${now}))`;
  return db.all<{
    id: SendId;
    workspaceId: WorkspaceId;
    campaignId: RepeatClaim["campaignId"];
    mailboxId: RepeatClaim["mailboxId"];
    enrolmentId: EnrolmentId;
    toEmail: string;
    timezone: string | null;
    moot: number;
  }>(sql`
    SELECT * FROM (
      SELECT r.id AS id, r.workspace_id AS "workspaceId", r.campaign_id AS "campaignId",
        r.mailbox_id AS "mailboxId", s.enrolment_id AS "enrolmentId", s.to_email AS "toEmail",
        (SELECT ${leadZone(sql`l.custom`)} FROM ${leads} l WHERE l.id = s.lead_id) AS timezone,
        NOT (${standing}) AS moot, r.due_at AS due_at
      FROM ${resends} r JOIN ${sends} s ON s.id = r.id
      WHERE r.state = 'queued' AND r.due_at <= ${now} AND (NOT (${standing}) OR (${ready})))
    ORDER BY due_at LIMIT ${limit}`);
}

/** Ends what stands no longer: what was sent after all, or may not be sent any more. */
export const endMoot = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly SendId[],
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${resends} SET state = 'cancelled', lease = NULL, lease_until = NULL, finished_at = ${now}
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +workspace_id = ${workspaceId}
      AND +state = 'queued' AND NOT ${itsSend(workspaceId, standing)}`);

/** Puts off what cannot leave now. */
export const putOffResends = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly SendId[],
  until: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${resends} SET due_at = ${until}
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +workspace_id = ${workspaceId}
      AND +state = 'queued' AND +due_at < ${until}`);

/** Leases what is due, where limits, campaign, lead and mailbox allow it: checked in the write itself. */
export function claimResends(
  db: Db,
  workspaceId: WorkspaceId,
  claim: Claim,
  claims: readonly RepeatClaim[],
): Statement {
  const json = JSON.stringify(
    claims.map((c) => ({ id: c.sendId, usage: usageOf(c.slots), limits: limitsOf(c.slots) })),
  );
  return db.run(sql`
    UPDATE ${resends} SET state = 'leased', lease = ${claim.lease}, lease_until = ${claim.leaseUntil},
      attempts = attempts + 1, usage = c.value->'usage'
    FROM json_each(${json}) c
    WHERE ${resends}.id = c.value->>'id' AND +${resends}.workspace_id = ${workspaceId}
      AND +${resends}.state = 'queued' AND +${resends}.due_at <= ${claim.now}
      AND ${itsSend(workspaceId, sql`${standing} AND ${moving}`)}
      AND ${mayClaim(workspaceId, claim.now, sql`${resends}.mailbox_id`, sql`${resends}.campaign_id`, sql`c.value->'limits'`, SENDING)}`);
}

/** What this lease holds and has not handed over. */
export const selectLeasedResends = (db: Db, workspaceId: WorkspaceId, lease: string) =>
  db
    .select({ id: resends.id })
    .from(resends)
    .where(
      sql`+${resends.workspaceId} = ${workspaceId} AND ${resends.lease} = ${lease} AND ${resends.state} = 'leased'`,
    )
    .orderBy(resends.mailboxId, resends.id);

/**
 * The last gate, as for a first try: `leased` becomes `sending` while the lease is ours and alive
 * and the send is unclear still, with nothing against it. Answers the won.
 */
export async function markResending(
  db: Db,
  workspaceId: WorkspaceId,
  claims: readonly { id: SendId; lease: string }[],
  at: { now: UnixMs; leaseUntil: UnixMs; run: string | null },
): Promise<SendId[]> {
  const rows = await db.all<{ id: SendId }>(sql`
    UPDATE ${resends} SET state = 'sending', lease_until = ${at.leaseUntil}, evidence = ${runMark(at.run)}
    FROM json_each(${JSON.stringify(claims)}) c
    WHERE ${resends}.id = c.value->>'id' AND +${resends}.workspace_id = ${workspaceId}
      AND +${resends}.lease = c.value->>'lease' AND +${resends}.state = 'leased'
      AND ${resends}.lease_until > ${at.now}
      AND ${itsSend(workspaceId, sql`${standing} AND ${moving}`)}
    RETURNING ${resends}.id AS id`);
  return rows.map((row) => row.id);
}

/** Takes the day slots of what this lease claimed, and starts the gap of its mailboxes. */
export const holdPlaces = (
  db: Db,
  workspaceId: WorkspaceId,
  lease: string,
  gaps: Parameters<typeof startGaps>[3],
): Statement[] => [
  takeSlots(db, workspaceId, lease, resends),
  startGaps(db, workspaceId, lease, gaps, resends),
];

/** What the message is made of: the words that were handed over the first time. */
export async function selectResendMails(
  db: Db,
  workspaceId: WorkspaceId,
  lease: string,
  ids: readonly SendId[],
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

/** Gives the lease the time of an SMTP dialogue. */
export const prolong = (
  db: Db,
  workspaceId: WorkspaceId,
  lease: string,
  ids: readonly SendId[],
  leaseUntil: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${resends} SET lease_until = ${leaseUntil}
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +workspace_id = ${workspaceId}
      AND +lease = ${lease} AND +state = 'leased'`);

/** Resends as they stand, with what of their send settling asks. */
export const selectResendsToSettle = (db: Db, workspaceId: WorkspaceId, ids: readonly SendId[]) =>
  db
    .select({
      id: resends.id,
      state: resends.state,
      lease: resends.lease,
      attempts: resends.attempts,
      mailboxId: resends.mailboxId,
      campaignId: resends.campaignId,
      leadId: sends.leadId,
      stepId: sends.stepId,
      variant: sends.variant,
      messageId: sends.messageId,
      /** The state of the send. */
      sendState: sql<string>`${sends.state}`.as("send_state"),
    })
    .from(resends)
    .innerJoin(sends, sql`${sends.id} = ${resends.id}`)
    .where(
      sql`+${resends.workspaceId} = ${workspaceId}
        AND ${resends.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
export type SettlingResend = Awaited<ReturnType<typeof selectResendsToSettle>>[number];

/** The resend still stands in the state, and under the lease, in which it was read. */
export const standsAsResend = (workspaceId: WorkspaceId, resend: SettlingResend): SQL =>
  standAsRead(workspaceId, [resend], resends);

/** Gives back the day slots that its claim took. */
export const returnPlaces = (db: Db, workspaceId: WorkspaceId, id: SendId, guard: SQL): Statement =>
  returnSlots(db, workspaceId, [id], guard, resends);

export const requeueResend = (
  db: Db,
  workspaceId: WorkspaceId,
  resend: Parameters<typeof requeue>[2],
  guard: SQL,
): Statement => requeue(db, workspaceId, resend, guard, resends);

/** The end of a try, with what the server said: last of its batch. */
export const finishResend = (
  db: Db,
  workspaceId: WorkspaceId,
  id: SendId,
  as: {
    state: "sent" | "unknown" | "failed" | "cancelled";
    code: number | null;
    response: string | null;
    now: UnixMs;
  },
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${resends} SET state = ${as.state}, lease = NULL, lease_until = NULL, evidence = NULL,
      smtp_code = ${as.code}, smtp_response = ${as.response}, finished_at = ${as.now}
    WHERE id = ${id} AND +workspace_id = ${workspaceId} AND ${guard}`);

/** A send of which this try told nothing either: it is looked for once more from now on. */
export const unclearSinceNow = (
  db: Db,
  workspaceId: WorkspaceId,
  id: SendId,
  now: UnixMs,
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${sends} SET finished_at = ${now}
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND state = 'unknown' AND ${guard}`);

/** What settling asks of a resend that somebody held. */
const HELD = {
  id: resends.id,
  workspaceId: resends.workspaceId,
  state: resends.state,
  lease: resends.lease,
  messageId: sends.messageId,
};

/** Across workspaces: resends whose lease ran out. */
export const selectLapsedResends = (db: Db, now: UnixMs, limit: number) =>
  db
    .select(HELD)
    .from(resends)
    .innerJoin(sends, sql`${sends.id} = ${resends.id}`)
    .where(sql`${resends.state} IN ('leased', 'sending') AND ${resends.leaseUntil} <= ${now}`)
    .limit(limit);

/** Across workspaces: what was handed over to another run of the companion, or granted to one. */
export const selectResendsLeftBehind = (db: Db, run: string | null, handedOver: UnixMs) =>
  db
    .select(HELD)
    .from(resends)
    .innerJoin(sends, sql`${sends.id} = ${resends.id}`)
    .where(
      sql`${resends.state} IN ('leased', 'sending') AND ((${resends.state} = 'leased' AND ${resends.leaseUntil} > ${handedOver})
        OR (${run} IS NOT NULL AND ${resends.state} = 'sending' AND ${resends.evidence} GLOB ${RUN_MARKS}
          AND ${resends.evidence} <> ${runMark(run)}))`,
    );
