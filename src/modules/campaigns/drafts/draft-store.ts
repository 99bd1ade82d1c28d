import { and, eq, isNull, sql } from "drizzle-orm";
import { stepsHad } from "#modules/campaigns/tasks/tasks-sql.ts";
import type { Db } from "#platform/db/db.ts";
import { campaignLeads, campaignMailboxes } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { byLeadProperty, propertyOf } from "#modules/leads/rules/fields.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  MailboxId,
  WorkspaceId,
} from "#platform/rules/ids.ts";

const LEAD = {
  id: leads.id,
  ...byLeadProperty((field) => leads[propertyOf(field)]),
  custom: leads.custom,
};
const SENDER = {
  id: mailboxes.id,
  email: mailboxes.email,
  fromName: mailboxes.fromName,
  replyTo: mailboxes.replyTo,
  signatureHtml: mailboxes.signatureHtml,
  signatureText: mailboxes.signatureText,
};

/** Steps that a lead has had. */
const sentSteps = stepsHad(sql`${campaignLeads.id}`);

/** A lead of the workspace with its place in the campaign, if it has one. */
export async function selectDraftLead(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  leadId: LeadId,
) {
  const rows = await db
    .select({
      lead: LEAD,
      enrolmentId: sql<EnrolmentId | null>`${campaignLeads.id}`,
      currentStep: sql<number>`coalesce(${campaignLeads.currentStep}, 0)`,
      mailboxId: sql<MailboxId | null>`${campaignLeads.mailboxId}`,
      sentSteps,
    })
    .from(leads)
    .leftJoin(
      campaignLeads,
      and(eq(campaignLeads.campaignId, campaignId), eq(campaignLeads.leadId, leads.id)),
    )
    .where(and(eq(leads.id, leadId), eq(leads.workspaceId, workspaceId)))
    .limit(1);
  return rows[0] ?? null;
}
export type DraftLead = NonNullable<Awaited<ReturnType<typeof selectDraftLead>>>;

/** Leads that wait for a mail, in the order of the index of what is due, and how many steps they have had. */
export async function selectWaitingLeads(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  limit: number,
) {
  return db
    .select({ lead: LEAD, currentStep: campaignLeads.currentStep })
    .from(campaignLeads)
    .innerJoin(
      leads,
      sql`${leads.id} = ${campaignLeads.leadId} AND +${leads.workspaceId} = ${workspaceId}`,
    )
    .where(
      sql`+${campaignLeads.workspaceId} = ${workspaceId} AND ${campaignLeads.campaignId} = ${campaignId}
        AND ${campaignLeads.status} IN ('pending', 'in_progress')`,
    )
    .orderBy(campaignLeads.status, campaignLeads.nextSendAt)
    .limit(limit);
}

/** These leads as templates name them. */
export async function selectDraftLeads(db: Db, workspaceId: WorkspaceId, ids: readonly LeadId[]) {
  return db
    .select(LEAD)
    .from(leads)
    .where(
      sql`+${leads.workspaceId} = ${workspaceId}
        AND ${leads.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
}

/** One mailbox of the workspace as a sender. */
export async function selectDraftSender(db: Db, workspaceId: WorkspaceId, id: MailboxId) {
  const rows = await db
    .select(SENDER)
    .from(mailboxes)
    .where(
      and(
        eq(mailboxes.id, id),
        eq(mailboxes.workspaceId, workspaceId),
        isNull(mailboxes.deletedAt),
      ),
    )
    .limit(1);
  return rows[0] ?? null;
}
export type DraftSender = NonNullable<Awaited<ReturnType<typeof selectDraftSender>>>;

/** The campaign's mailbox whose turn it is: one that can send, least recently used. */
export async function selectNextSender(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<DraftSender | null> {
  const rows = await db
    .select(SENDER)
    .from(campaignMailboxes)
    .innerJoin(mailboxes, eq(mailboxes.id, campaignMailboxes.mailboxId))
    .where(
      and(
        eq(campaignMailboxes.campaignId, campaignId),
        eq(campaignMailboxes.workspaceId, workspaceId),
        eq(mailboxes.workspaceId, workspaceId),
        isNull(mailboxes.deletedAt),
      ),
    )
    .orderBy(
      sql`${mailboxes.status} <> 'active', coalesce(${mailboxes.lastSentAt}, 0), ${mailboxes.id}`,
    )
    .limit(1);
  return rows[0] ?? null;
}
