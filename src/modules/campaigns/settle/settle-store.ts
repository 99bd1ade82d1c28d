import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { leadZone } from "#platform/db/lead-zone.ts";
import { campaignLeads, campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { type resends, sends } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, SendId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

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
      /** Where its step stands now; steps may have been deleted, added or put into another order since the claim. */
      step: sql<number>`coalesce((SELECT p.position FROM ${steps} p WHERE p.id = ${sends.stepId}), ${campaignLeads.currentStep})`,
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
  ledger: typeof sends | typeof resends = sends,
): SQL {
  const json = JSON.stringify(rows.map((r) => [r.id, r.state, r.lease]));
  return sql`(SELECT count(*) FROM json_each(${json}) r JOIN ${ledger} s ON s.id = r.value->>0
    WHERE +s.workspace_id = ${workspaceId} AND +s.state = r.value->>1 AND +s.lease IS r.value->>2) = ${rows.length}`;
}

export type Settled = {
  readonly id: SendId;
  readonly state: "sent" | "unknown" | "failed";
  readonly code: number | null;
  readonly response: string | null;
  readonly evidence: string;
  /** When a server took it, where that is known. */
  readonly sentAt?: number | null;
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
      sent_at = CASE WHEN r.value->>'state' = 'failed' THEN sent_at
        ELSE coalesce(r.value->>'sentAt', sent_at, ${now}) END,
      finished_at = ${now}
    FROM json_each(${json}) r
    WHERE ${sends}.id = r.value->>'id' AND +${sends}.workspace_id = ${workspaceId} AND ${guard}
    RETURNING ${sends}.id AS id`);
}
