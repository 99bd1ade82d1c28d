import { sql } from "drizzle-orm";
import { stepsHad } from "#modules/campaigns/tasks/tasks-sql.ts";
import type { Db } from "#platform/db/db.ts";
import { leadZone } from "#modules/leads/leads/lead-sql.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { ruleRuns, tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type {
  CampaignId,
  LeadId,
  RuleId,
  StepId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";

/** Who takes a lead's mail, as validation found. */
const provider = sql<string | null>`json_extract(${leads.validation}, '$.mx.provider')`;

/** A lead's place in a campaign with what of the lead decides; null where it has none. */
export async function selectExplained(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  leadId: LeadId,
) {
  const rows = await db
    .select({
      enrolmentId: campaignLeads.id,
      campaignId: campaignLeads.campaignId,
      status: campaignLeads.status,
      skipReason: campaignLeads.skipReason,
      skipDetail: campaignLeads.skipDetail,
      currentStep: campaignLeads.currentStep,
      nextSendAt: campaignLeads.nextSendAt,
      heldUntil: campaignLeads.heldUntil,
      mailboxId: campaignLeads.mailboxId,
      email: leads.email,
      domain: leads.domain,
      timezone: leadZone(leads.custom),
      provider,
      host: sql<string | null>`json_extract(${leads.validation}, '$.mx.hosts[0]')`,
      validationStatus: leads.validationStatus,
      bouncedAt: leads.bouncedAt,
      unsubscribedAt: leads.unsubscribedAt,
      isSentNow:
        sql<boolean>`(${campaignLeads.sentNowBy} IS NOT NULL AND ${campaignLeads.currentStep} = 0)`.mapWith(
          Boolean,
        ),
      sentSteps: stepsHad(sql`${campaignLeads.id}`),
    })
    .from(campaignLeads)
    .innerJoin(
      leads,
      sql`${leads.id} = ${campaignLeads.leadId} AND +${leads.workspaceId} = ${workspaceId}`,
    )
    .where(
      sql`${campaignLeads.campaignId} = ${campaignId} AND ${campaignLeads.leadId} = ${leadId}
        AND +${campaignLeads.workspaceId} = ${workspaceId}`,
    )
    .limit(1);
  return rows[0] ?? null;
}
export type Explained = NonNullable<Awaited<ReturnType<typeof selectExplained>>>;

/** The latest send of an enrolment; null before the first. */
export async function selectLatestSend(
  db: Db,
  workspaceId: WorkspaceId,
  enrolmentId: Explained["enrolmentId"],
) {
  const rows = await db
    .select({ state: sends.state, step: sends.step, stepId: sends.stepId, dueAt: sends.dueAt })
    .from(sends)
    .where(sql`${sends.enrolmentId} = ${enrolmentId} AND +${sends.workspaceId} = ${workspaceId}`)
    .orderBy(sql`${sends.id} DESC`)
    .limit(1);
  return rows[0] ?? null;
}

/** The step of the task that a place waits for; null: it waits for none. */
export async function selectOpenTask(
  db: Db,
  workspaceId: WorkspaceId,
  enrolmentId: Explained["enrolmentId"],
): Promise<number | null> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT step_id AS id FROM ${tasks} WHERE enrolment_id = ${enrolmentId} AND +workspace_id = ${workspaceId}
      AND state = 'open' LIMIT 1`);
  return rows[0]?.id ?? null;
}

/** When each step of a place was sent. */
export async function selectSentSteps(
  db: Db,
  workspaceId: WorkspaceId,
  enrolmentId: Explained["enrolmentId"],
): Promise<ReadonlyMap<StepId, UnixMs>> {
  const rows = await db.all<{ id: StepId; at: UnixMs }>(sql`
    SELECT step_id AS id, sent_at AS at FROM ${sends} WHERE enrolment_id = ${enrolmentId}
      AND +workspace_id = ${workspaceId} AND sent_at IS NOT NULL AND state IN ('sent', 'unknown')`);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Rules that have found a cause in a lead. */
export async function selectMatchedRules(
  db: Db,
  workspaceId: WorkspaceId,
  leadId: LeadId,
): Promise<ReadonlySet<RuleId>> {
  const rows = await db.all<{ id: RuleId }>(sql`
    SELECT DISTINCT rule_id AS id FROM ${ruleRuns} WHERE workspace_id = ${workspaceId} AND lead_id = ${leadId}`);
  return new Set(rows.map(({ id }) => id));
}

/** How many leads of the campaign and status are due before one, counted to a bound. */
export async function countAhead(
  db: Db,
  workspaceId: WorkspaceId,
  lead: {
    readonly campaignId: CampaignId;
    readonly status: "pending" | "in_progress";
    readonly nextSendAt: UnixMs;
    readonly enrolmentId: number;
    readonly mailboxId: number | null;
  },
  bound: number,
): Promise<number> {
  const sender =
    lead.status === "pending" ? sql`1` : sql`${campaignLeads.mailboxId} = ${lead.mailboxId}`;
  const rows = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM (SELECT 1 FROM ${campaignLeads}
      WHERE +workspace_id = ${workspaceId} AND campaign_id = ${lead.campaignId}
        AND status = ${lead.status} AND ${sender} AND next_send_at <= ${lead.nextSendAt}
        AND (next_send_at < ${lead.nextSendAt} OR id < ${lead.enrolmentId})
      LIMIT ${bound})`);
  return rows[0]?.n ?? 0;
}
