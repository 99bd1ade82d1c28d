import { and, eq, notInArray, sql, type SQL } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { TERMINAL_ENROLMENT_STATUSES } from "#modules/campaigns/rules/states.ts";
import type { CampaignId, LeadId, SendId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** The message whose link was used, with the lead's present address when the lead is still there. */
export async function selectSend(db: Db, workspaceId: WorkspaceId, sendId: SendId) {
  const rows = await db
    .select({
      id: sends.id,
      state: sends.state,
      leadId: sends.leadId,
      campaignId: sends.campaignId,
      stepId: sends.stepId,
      variant: sends.variant,
      mailboxId: sends.mailboxId,
      toEmail: sends.toEmail,
      unsubscribedAt: sends.unsubscribedAt,
      leadUnsubscribedAt: leads.unsubscribedAt,
      leadEmail: leads.email,
    })
    .from(sends)
    .leftJoin(leads, and(eq(leads.id, sends.leadId), eq(leads.workspaceId, workspaceId)))
    .where(and(eq(sends.workspaceId, workspaceId), eq(sends.id, sendId)))
    .limit(1);
  return rows[0] ?? null;
}

/** What the campaign of a message chose for our words; null also where it is gone. */
export async function selectLanguageOfSend(db: Db, workspaceId: WorkspaceId, sendId: SendId) {
  const rows = await db
    .select({ language: campaigns.language })
    .from(sends)
    .innerJoin(
      campaigns,
      and(eq(campaigns.id, sends.campaignId), eq(campaigns.workspaceId, workspaceId)),
    )
    .where(and(eq(sends.workspaceId, workspaceId), eq(sends.id, sendId)))
    .limit(1);
  return rows[0]?.language ?? null;
}

/** Campaigns that this lead may have been the last open one of. */
export async function selectOpenCampaigns(
  db: Db,
  workspaceId: WorkspaceId,
  leadId: LeadId,
): Promise<CampaignId[]> {
  const rows = await db
    .select({ id: campaignLeads.campaignId })
    .from(campaignLeads)
    .where(
      and(
        eq(campaignLeads.workspaceId, workspaceId),
        eq(campaignLeads.leadId, leadId),
        notInArray(campaignLeads.status, [...TERMINAL_ENROLMENT_STATUSES]),
      ),
    );
  return rows.map((row) => row.id);
}

/** True until the lead unsubscribes, while `also` is. */
export const stillSubscribed = (
  workspaceId: WorkspaceId,
  leadId: LeadId,
  also: SQL = sql`1`,
): SQL =>
  sql`(${also} AND EXISTS (SELECT 1 FROM ${leads} WHERE id = ${leadId} AND workspace_id = ${workspaceId}
              AND unsubscribed_at IS NULL))`;

export function markSendUnsubscribed(
  db: Db,
  workspaceId: WorkspaceId,
  sendId: SendId,
  now: UnixMs,
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${sends} SET unsubscribed_at = ${now}
    WHERE id = ${sendId} AND workspace_id = ${workspaceId} AND unsubscribed_at IS NULL AND ${guard}`);
}

export function markLeadUnsubscribed(
  db: Db,
  workspaceId: WorkspaceId,
  leadId: LeadId,
  now: UnixMs,
  guard: SQL = sql`1`,
): Statement {
  return db.run(sql`
    UPDATE ${leads} SET unsubscribed_at = ${now}, updated_at = ${now}
    WHERE id = ${leadId} AND workspace_id = ${workspaceId} AND unsubscribed_at IS NULL AND ${guard}`);
}

/** Whether the lead is still unsubscribed by what happened at that moment. */
export const unsubscribedAt = (workspaceId: WorkspaceId, leadId: LeadId, at: UnixMs): SQL =>
  sql`EXISTS (SELECT 1 FROM ${leads} WHERE id = ${leadId} AND workspace_id = ${workspaceId}
              AND unsubscribed_at = ${at})`;

export function markLeadSubscribed(
  db: Db,
  workspaceId: WorkspaceId,
  leadId: LeadId,
  at: UnixMs,
  now: UnixMs,
): Statement {
  return db.run(sql`
    UPDATE ${leads} SET unsubscribed_at = NULL, updated_at = ${now}
    WHERE id = ${leadId} AND workspace_id = ${workspaceId} AND unsubscribed_at = ${at}`);
}
