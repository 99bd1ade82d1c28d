import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { leadZone } from "#modules/leads/leads/lead-sql.ts";
import { campaignLeads, campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { IMPORTED } from "#modules/campaigns/rules/variants.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, WorkspaceId } from "#platform/rules/ids.ts";

const inJson = (ids: readonly number[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Sends as they stand, with what the next step depends on. */
export async function selectSendsToSettle(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly number[],
) {
  return db
    .select({
      id: sends.id,
      state: sends.state,
      campaignId: sends.campaignId,
      enrolmentId: sends.enrolmentId,
      leadId: sends.leadId,
      stepId: sends.stepId,
      /** Where its step stands now; steps may have been deleted, added or put into another order since the claim. */
      step: sql<number>`coalesce((SELECT p.position FROM ${steps} p WHERE p.id = ${sends.stepId}), ${campaignLeads.currentStep})`,
      variant: sends.variant,
      mailboxId: sends.mailboxId,
      toEmail: sends.toEmail,
      currentStep: campaignLeads.currentStep,
      /** Nothing of ours left to the lead before it in this campaign, whatever was imported. */
      isFirst: sql<number>`CASE WHEN ${campaignLeads.currentStep} = 0 THEN 1 ELSE EXISTS (
        SELECT 1 FROM ${sends} i WHERE i.enrolment_id = ${sends.enrolmentId} AND i.variant = ${IMPORTED}
        UNION ALL SELECT 1 FROM ${tasks} d WHERE d.enrolment_id = ${sends.enrolmentId}
      ) AND NOT EXISTS (SELECT 1 FROM ${sends} b WHERE b.enrolment_id = ${sends.enrolmentId}
        AND b.id <> ${sends.id} AND b.step < ${sends.step} AND b.variant <> ${IMPORTED}
        AND (b.state IN ('sent', 'unknown') OR (b.state = 'failed' AND b.bounce_type = 'hard'))) END`,
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
