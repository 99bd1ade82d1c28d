import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { leadZone } from "#modules/leads/leads/lead-sql.ts";
import { campaignLeads, campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
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
