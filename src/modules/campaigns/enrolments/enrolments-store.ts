import { and, asc, eq, gt, sql, type SQL } from "drizzle-orm";
import type { EnrolmentsQuery } from "#modules/campaigns/contract/campaigns.ts";
import type { enrolmentInterest } from "#modules/campaigns/hooks.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import { sendLedger } from "#modules/campaigns/sends/ledger.ts";
import { cancel } from "#modules/delivery/engine/moves.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, LeadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

type Interest = AnswerTo<typeof enrolmentInterest>;

const enrolments = (db: Db, interest: Interest) =>
  db
    .select({
      id: campaignLeads.id,
      leadId: campaignLeads.leadId,
      email: leads.email,
      firstName: leads.firstName,
      lastName: leads.lastName,
      company: leads.company,
      bouncedAt: leads.bouncedAt,
      unsubscribedAt: leads.unsubscribedAt,
      validationStatus: leads.validationStatus,
      status: campaignLeads.status,
      skipReason: campaignLeads.skipReason,
      skipDetail: campaignLeads.skipDetail,
      currentStep: campaignLeads.currentStep,
      nextSendAt: campaignLeads.nextSendAt,
      heldUntil: campaignLeads.heldUntil,
      mailboxId: campaignLeads.mailboxId,
      sentNowBy: campaignLeads.sentNowBy,
      interest: interest(campaignLeads),
      enteredAt: campaignLeads.enteredAt,
      finishedAt: campaignLeads.finishedAt,
    })
    .from(campaignLeads)
    .innerJoin(
      leads,
      and(eq(leads.id, campaignLeads.leadId), eq(leads.workspaceId, campaignLeads.workspaceId)),
    );
export type EnrolmentRow = Awaited<ReturnType<typeof enrolments>>[number];

/** One page and a row more, in order of the leads' ids; `after` is the one that the page before ended with. */
export const selectEnrolmentsPage = async (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  query: EnrolmentsQuery,
  after: LeadId | null,
  interest: Interest,
): Promise<EnrolmentRow[]> =>
  enrolments(db, interest)
    .where(
      and(
        matching(workspaceId, campaignId, query),
        after === null ? undefined : gt(campaignLeads.leadId, after),
      ),
    )
    .orderBy(asc(campaignLeads.leadId))
    .limit(query.limit + 1)
    .offset(after === null ? (query.page - 1) * query.limit : 0);

/** A lead's place in a campaign; null where it has none. */
export async function selectEnrolment(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  leadId: LeadId,
  interest: Interest,
): Promise<EnrolmentRow | null> {
  const rows = await enrolments(db, interest)
    .where(
      sql`${campaignLeads.campaignId} = ${campaignId} AND ${campaignLeads.leadId} = ${leadId}
        AND +${campaignLeads.workspaceId} = ${workspaceId}`,
    )
    .limit(1);
  return rows[0] ?? null;
}

/** How many fit, counted to `atMost` and no further. */
export async function countEnrolments(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  query: EnrolmentsQuery,
  atMost: number,
): Promise<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(campaignLeads)
    .where(matching(workspaceId, campaignId, query))
    .limit(atMost)
    .as("some");
  const rows = await db.select({ n: sql<number>`count(*)` }).from(some);
  return rows[0]?.n ?? 0;
}

/** The kept number of leads ever added; null where none is kept. */
export async function selectEnrolled(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<number | null> {
  const rows = await db
    .select({ leads: stats.leads })
    .from(stats)
    .where(
      and(
        eq(stats.workspaceId, workspaceId),
        eq(stats.campaignId, campaignId),
        eq(stats.dimension, "total"),
        eq(stats.key, ""),
      ),
    )
    .limit(1);
  return rows[0]?.leads ?? null;
}

/** The plus keeps the planner on the campaign's own indexes; the workspace is checked nevertheless. */
function matching(workspaceId: WorkspaceId, campaignId: CampaignId, query: EnrolmentsQuery) {
  const start = query.q?.trim().toLowerCase() ?? "";
  return and(
    eq(campaignLeads.campaignId, campaignId),
    sql`+${campaignLeads.workspaceId} = ${workspaceId}`,
    query.status === undefined ? undefined : eq(campaignLeads.status, query.status),
    start === ""
      ? undefined
      : sql`${campaignLeads.leadId} IN (SELECT l.id FROM ${leads} l WHERE l.workspace_id = ${workspaceId}
          AND l.email >= ${start} AND l.email < ${`${start}\u{10ffff}`})`,
  );
}

/** Cancels what has not reached a server, and takes the open leads off the due lists. */
export const releaseEnrolments = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  now: UnixMs,
  guard: SQL,
): Statement[] => [
  ...cancel(
    db,
    sendLedger,
    workspaceId,
    sql`l.workspace_id = ${workspaceId} AND l.campaign_id = ${campaignId} AND ${guard}`,
    now,
  ),
  db.run(sql`
    UPDATE ${campaignLeads} SET next_send_at = NULL
    WHERE +workspace_id = ${workspaceId} AND campaign_id = ${campaignId}
      AND status IN ('pending', 'in_progress') AND next_send_at IS NOT NULL AND ${guard}`),
];
