import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignLeads, campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { leads, lists } from "#modules/leads/schema/leads.ts";
import type { DelayUnit } from "#platform/rules/schedule.ts";
import type { CampaignId, LeadId, ListId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { isSuppressed } from "#modules/leads/leads/lead-sql.ts";
import { leadSource, type Part } from "#modules/leads/choices/lead-filter-sql.ts";

/** What becomes of a lead that is to be added; `added` is the only one that is. */
export const ENROL_OUTCOMES = [
  "added",
  "already_in_campaign",
  "suppressed",
  "unsubscribed",
  "bounced",
  "invalid",
  "risky_blocked",
  "in_other_campaign",
] as const;
export type EnrolOutcome = (typeof ENROL_OUTCOMES)[number];

export type EnrolTarget = {
  readonly campaignId: CampaignId;
  readonly allowRisky: boolean;
  readonly excludeOtherActive: boolean;
  /** False where the workspace suppresses nobody, which spares two look-ups a lead. */
  readonly checkSuppressed: boolean;
  /** The campaign that the leads leave for this one: it is no other campaign. */
  readonly leaving?: CampaignId;
};

/** Each lead that fits the conditions with its outcome, the first that applies. */
export function judged(
  workspaceId: WorkspaceId,
  target: EnrolTarget,
  conditions: readonly Part[],
): SQL {
  const { from, where } = leadSource(workspaceId, conditions);
  const elsewhere = sql`EXISTS (SELECT 1 FROM ${campaignLeads} o JOIN ${campaigns} k ON k.id = o.campaign_id
    WHERE o.workspace_id = ${workspaceId} AND o.lead_id = leads.id AND o.campaign_id NOT IN (${target.campaignId}, ${target.leaving ?? 0})
      AND o.status IN ('pending', 'in_progress', 'paused') AND k.status = 'active' AND k.deleted_at IS NULL)`;
  return sql`SELECT leads.id AS id, CASE
      WHEN EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.campaign_id = ${target.campaignId}
        AND e.lead_id = leads.id) THEN 'already_in_campaign'
      WHEN ${target.checkSuppressed ? isSuppressed(workspaceId, sql`leads.email`, sql`leads.domain`) : sql`0`}
        THEN 'suppressed'
      WHEN leads.unsubscribed_at IS NOT NULL THEN 'unsubscribed'
      WHEN leads.bounced_at IS NOT NULL THEN 'bounced'
      WHEN leads.validation_status = 'invalid' THEN 'invalid'
      WHEN ${target.allowRisky ? sql`0` : sql`leads.validation_status = 'risky'`} THEN 'risky_blocked'
      WHEN ${target.excludeOtherActive ? elsewhere : sql`0`} THEN 'in_other_campaign'
      ELSE 'added' END AS outcome
    FROM ${from} WHERE ${where}`;
}

/** How many leads have which outcome. */
export const countOutcomes = (
  db: Db,
  workspaceId: WorkspaceId,
  target: EnrolTarget,
  conditions: readonly Part[],
) =>
  db
    .select({ outcome: sql<EnrolOutcome>`outcome`, n: sql<number>`count(*)` })
    .from(sql`(${judged(workspaceId, target, conditions)})`)
    .groupBy(sql`outcome`);

/** The same of the first leads that are found, no further. */
export const countFirstOutcomes = (
  db: Db,
  workspaceId: WorkspaceId,
  target: EnrolTarget,
  conditions: readonly Part[],
  atMost: number,
): Promise<{ outcome: EnrolOutcome; n: number }[]> =>
  db.all(sql`
    SELECT outcome, count(*) AS n FROM (${judged(workspaceId, target, conditions)} LIMIT ${atMost})
    GROUP BY outcome`);

/** How many leads would be added. */
export const countAdded = (
  workspaceId: WorkspaceId,
  target: EnrolTarget,
  conditions: readonly Part[],
): SQL =>
  sql`(SELECT count(*) FROM (${judged(workspaceId, target, conditions)}) WHERE outcome = 'added')`;

/** Each lead with its outcome. */
export const selectOutcomes = (
  db: Db,
  workspaceId: WorkspaceId,
  target: EnrolTarget,
  conditions: readonly Part[],
): Statement => db.all(judged(workspaceId, target, conditions));

/** Gives every lead whose outcome is `added` its place at the beginning of the sequence. */
export const insertEnrolments = (
  db: Db,
  workspaceId: WorkspaceId,
  target: EnrolTarget,
  conditions: readonly Part[],
  at: { enteredAt: UnixMs; nextSendAt: UnixMs },
): Statement =>
  db.run(sql`
    INSERT INTO ${campaignLeads} (workspace_id, campaign_id, lead_id, status, current_step,
      next_send_at, entered_at)
    SELECT ${workspaceId}, ${target.campaignId}, id, 'pending', 0, ${at.nextSendAt}, ${at.enteredAt}
    FROM (${judged(workspaceId, target, conditions)})
    WHERE outcome = 'added' AND EXISTS (SELECT 1 FROM ${campaigns} WHERE id = ${target.campaignId}
      AND workspace_id = ${workspaceId} AND deleted_at IS NULL)
    ON CONFLICT (campaign_id, lead_id) DO NOTHING`);

/** Notes in the campaign that the leads of a list were added, once. */
export const noteList = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  listId: ListId,
): Statement =>
  db.run(sql`
    UPDATE ${campaigns} SET list_ids = json_insert(list_ids, '$[#]', ${listId})
    WHERE id = ${campaignId} AND workspace_id = ${workspaceId}
      AND EXISTS (SELECT 1 FROM ${lists} l WHERE l.id = ${listId} AND l.workspace_id = ${workspaceId})
      AND NOT EXISTS (SELECT 1 FROM json_each(list_ids) WHERE value = ${listId})`);

/** The rows that the statement before changed. */
export const rowsChanged = sql`changes()`;

/** How many of these ids are leads of the workspace. */
export async function countOwnLeads(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly LeadId[],
): Promise<number> {
  const rows = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM json_each(${JSON.stringify(ids)}) j
    WHERE EXISTS (SELECT 1 FROM ${leads} WHERE id = j.value AND workspace_id = ${workspaceId})`);
  return rows[0]?.n ?? 0;
}

/** The wait before the first step; null where the campaign has none yet. */
export async function selectFirstDelay(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<{ delay: number; delayUnit: DelayUnit } | null> {
  const rows = await db
    .select({ delay: steps.delay, delayUnit: steps.delayUnit })
    .from(steps)
    .where(sql`${steps.workspaceId} = ${workspaceId} AND ${steps.campaignId} = ${campaignId}`)
    .orderBy(steps.position)
    .limit(1);
  return rows[0] ?? null;
}
