import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { leadZone } from "#modules/leads/leads/lead-sql.ts";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
  steps,
} from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { hadTask, stepsHad } from "#modules/campaigns/tasks/tasks-sql.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type {
  CampaignId,
  EnrolmentId,
  MailboxId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";
import { paceColumns } from "#modules/campaigns/sends/pace-sql.ts";

const inJson = (ids: readonly number[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Across workspaces: the tick serves the whole install, and then works inside each. */
export const selectActiveCampaigns = (db: Db) =>
  selectCampaigns(db, sql`${campaigns.status} = 'active' AND ${campaigns.deletedAt} IS NULL`);

/** The active campaigns of one workspace. */
export const selectActiveCampaignsOf = (db: Db, workspaceId: WorkspaceId) =>
  selectCampaigns(
    db,
    sql`${campaigns.workspaceId} = ${workspaceId} AND ${campaigns.status} = 'active'
      AND ${campaigns.deletedAt} IS NULL`,
  );

/** Campaigns of one workspace, whatever their status. */
export const selectCampaignsById = (db: Db, workspaceId: WorkspaceId, ids: readonly CampaignId[]) =>
  selectCampaigns(
    db,
    sql`${campaigns.id} IN ${inJson(ids)} AND +${campaigns.workspaceId} = ${workspaceId}
      AND ${campaigns.deletedAt} IS NULL`,
  );

/** Campaigns with all that decides what may leave of them. */
async function selectCampaigns(db: Db, where: SQL) {
  return db
    .select({
      id: campaigns.id,
      workspaceId: campaigns.workspaceId,
      schedule: campaigns.schedule,
      dailyLimit: campaigns.dailyLimit,
      maxNewLeadsPerDay: campaigns.maxNewLeadsPerDay,
      prioritizeNewLeads: campaigns.prioritizeNewLeads,
      allowRisky: campaigns.allowRisky,
      ramp: campaigns.ramp,
      rotation: campaigns.rotation,
      espMatch: campaigns.espMatch,
      maxPerDomainPerDay: campaigns.maxPerDomainPerDay,
      stopForCompany: campaigns.stopForCompany,
      skipIfContactedDays: campaigns.skipIfContactedDays,
    })
    .from(campaigns)
    .where(where);
}
export type ActiveCampaign = Awaited<ReturnType<typeof selectActiveCampaigns>>[number];

/** Healthy mailboxes of these campaigns whose gap is over. */
export const selectReadyMailboxes = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
  now: UnixMs,
) =>
  selectHealthy(
    db,
    workspaceId,
    campaignIds,
    sql`(${mailboxes.nextSendAt} IS NULL OR ${mailboxes.nextSendAt} <= ${now})`,
  );

/** Healthy mailboxes of these campaigns whose gap ends after `now` and by `until`. */
export const selectRestingMailboxes = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
  now: UnixMs,
  until: UnixMs,
) =>
  selectHealthy(
    db,
    workspaceId,
    campaignIds,
    sql`${mailboxes.nextSendAt} > ${now} AND ${mailboxes.nextSendAt} <= ${until}`,
  );

async function selectHealthy(
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
  gap: SQL,
) {
  return db
    .select({
      campaignId: campaignMailboxes.campaignId,
      id: mailboxes.id,
      workspaceId: mailboxes.workspaceId,
      email: mailboxes.email,
      ...paceColumns,
    })
    .from(campaignMailboxes)
    .innerJoin(mailboxes, sql`${mailboxes.id} = ${campaignMailboxes.mailboxId}`)
    .where(
      sql`${campaignMailboxes.campaignId} IN ${inJson(campaignIds)}
        AND +${campaignMailboxes.workspaceId} = ${workspaceId} AND +${mailboxes.workspaceId} = ${workspaceId}
        AND ${mailboxes.status} = 'active' AND ${mailboxes.deletedAt} IS NULL
        AND ${gap}`,
    );
}
export type ReadyMailboxRow = Awaited<ReturnType<typeof selectReadyMailboxes>>[number];

/** Every mailbox of these campaigns that can send, whether its gap is over or not. */
export const selectHealthySenders = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
) => selectHealthy(db, workspaceId, campaignIds, sql`1`);

/** Released sends that are due again, for these mailboxes and campaigns; first mails only where `openToNew`. */
export async function selectDueAgain(
  db: Db,
  workspaceId: WorkspaceId,
  where: {
    mailboxIds: readonly MailboxId[];
    campaignIds: readonly CampaignId[];
    openToNew: readonly CampaignId[];
    now: UnixMs;
  },
  limit: number,
) {
  return db
    .select({
      sendId: sends.id,
      enrolmentId: sends.enrolmentId,
      campaignId: sends.campaignId,
      mailboxId: sends.mailboxId,
      toEmail: sends.toEmail,
      currentStep: campaignLeads.currentStep,
      timezone: sql<
        string | null
      >`(SELECT ${leadZone(sql`l.custom`)} FROM ${leads} l WHERE l.id = sends.lead_id)`,
    })
    .from(sends)
    .innerJoin(campaignLeads, sql`${campaignLeads.id} = ${sends.enrolmentId}`)
    .where(
      sql`+${sends.workspaceId} = ${workspaceId} AND ${sends.state} = 'queued' AND ${sends.dueAt} <= ${where.now}
        AND +${sends.mailboxId} IN ${inJson(where.mailboxIds)}
        AND +${sends.campaignId} IN ${inJson(where.campaignIds)}
        AND +${campaignLeads.status} = 'in_progress'
        AND (+${campaignLeads.currentStep} > 0 OR +${sends.campaignId} IN ${inJson(where.openToNew)})`,
    )
    .orderBy(sends.dueAt)
    .limit(limit);
}

/** Per mailbox and campaign, the ids of the follow-ups that have waited longest: one index seek each. */
export async function selectDueFollowUps(
  db: Db,
  workspaceId: WorkspaceId,
  pairs: readonly { mailboxId: MailboxId; campaignId: CampaignId }[],
  now: UnixMs,
  each: number,
): Promise<EnrolmentId[]> {
  const json = JSON.stringify(pairs.map((p) => [p.mailboxId, p.campaignId]));
  return idGroups(
    await db.all<{ ids: string | null }>(sql`
      SELECT (SELECT json_group_array(id) FROM (
        SELECT e.id FROM ${campaignLeads} e
        WHERE +e.workspace_id = ${workspaceId} AND e.mailbox_id = p.value->>0
          AND e.campaign_id = p.value->>1 AND e.status = 'in_progress' AND e.next_send_at <= ${now}
        ORDER BY e.next_send_at LIMIT ${each})) AS ids
      FROM json_each(${json}) p`),
  );
}

/** Per campaign, the ids of the new leads that have waited longest. */
export async function selectDueNewLeads(
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
  now: UnixMs,
  each: number,
): Promise<EnrolmentId[]> {
  return idGroups(
    await db.all<{ ids: string | null }>(sql`
      SELECT (SELECT json_group_array(id) FROM (
        SELECT e.id FROM ${campaignLeads} e
        WHERE +e.workspace_id = ${workspaceId} AND e.campaign_id = c.value AND e.status = 'pending' AND e.next_send_at <= ${now}
        ORDER BY e.next_send_at LIMIT ${each})) AS ids
      FROM json_each(${JSON.stringify(campaignIds)}) c`),
  );
}

const idGroups = (rows: readonly { ids: string | null }[]): EnrolmentId[] =>
  rows.flatMap((row) => JSON.parse(row.ids ?? "[]") as EnrolmentId[]);

/** Enrolments with their leads, in order of due time; those of inactive campaigns are left out. */
export async function selectEnrolments(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly EnrolmentId[],
  campaignIds: readonly CampaignId[],
  withProvider: boolean,
) {
  return db
    .select({
      enrolmentId: campaignLeads.id,
      workspaceId: campaignLeads.workspaceId,
      campaignId: campaignLeads.campaignId,
      leadId: campaignLeads.leadId,
      mailboxId: campaignLeads.mailboxId,
      currentStep: campaignLeads.currentStep,
      dueAt: campaignLeads.nextSendAt,
      email: leads.email,
      domain: leads.domain,
      /** Who takes the lead's mail, as validation found; null where nobody asked for it. */
      provider: withProvider
        ? sql<string | null>`json_extract(${leads.validation}, '$.mx.provider')`
        : sql<null>`NULL`,
      host: withProvider
        ? sql<string | null>`json_extract(${leads.validation}, '$.mx.hosts[0]')`
        : sql<null>`NULL`,
      timezone: leadZone(leads.custom),
      validationStatus: leads.validationStatus,
      bouncedAt: leads.bouncedAt,
      unsubscribedAt: leads.unsubscribedAt,
      /** Steps that were sent to this lead, in whatever order the steps stood then. */
      sentSteps: stepsHad(sql`${campaignLeads.id}`),
      /** It has had tasks and no mail. */
      onlyTasks: sql<number>`${campaignLeads.mailboxId} IS NULL AND ${hadTask(sql`${campaignLeads.id}`)}`,
    })
    .from(campaignLeads)
    .innerJoin(
      leads,
      sql`${leads.id} = ${campaignLeads.leadId} AND +${leads.workspaceId} = ${workspaceId}`,
    )
    .where(
      sql`+${campaignLeads.workspaceId} = ${workspaceId} AND ${campaignLeads.id} IN ${inJson(ids)} AND ${campaignLeads.campaignId} IN ${inJson(campaignIds)}`,
    )
    .orderBy(campaignLeads.nextSendAt);
}
export type DueEnrolment = Awaited<ReturnType<typeof selectEnrolments>>[number];

/** The steps of these campaigns in order, without their copy. */
export async function selectSteps(
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
) {
  return db
    .select({
      id: steps.id,
      campaignId: steps.campaignId,
      position: steps.position,
      variants: steps.variants,
      task: steps.task,
    })
    .from(steps)
    .where(
      sql`${steps.workspaceId} = ${workspaceId} AND ${steps.campaignId} IN ${inJson(campaignIds)}`,
    )
    .orderBy(steps.campaignId, steps.position);
}
export type StepRow = Awaited<ReturnType<typeof selectSteps>>[number];
