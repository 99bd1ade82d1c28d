import { sql } from "drizzle-orm";
import {
  type EnrolOutcome,
  type EnrolTarget,
  judged,
} from "#modules/campaigns/enrolments/enrol-store.ts";
import type { EnrolmentStatus } from "#modules/campaigns/rules/states.ts";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
} from "#modules/campaigns/schema/campaigns.ts";
import { campaignRules, ruleRuns } from "#modules/campaigns/schema/follow-ups.ts";
import type { Part } from "#modules/leads/choices/lead-filter-sql.ts";
import { leadIdRows } from "#modules/leads/leads/lead-sql.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { CampaignId, LeadId, RuleId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { RuleRow } from "./rules-store.ts";

export type WaitingRun = {
  readonly id: number;
  readonly workspaceId: WorkspaceId;
  readonly ruleId: RuleId;
  readonly leadId: LeadId;
};

/** Across workspaces: causes that no rule has acted on, the oldest first. */
export const selectWaitingRuns = (db: Db, limit: number): Promise<WaitingRun[]> =>
  db.all<WaitingRun>(sql`
    SELECT id AS "id", workspace_id AS "workspaceId", rule_id AS "ruleId", lead_id AS "leadId"
    FROM ${ruleRuns} INDEXED BY rule_runs_waiting WHERE state = 'waiting' AND id > 0 ORDER BY id LIMIT ${limit}`);

export const selectRulesById = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly RuleId[],
): Promise<RuleRow[]> =>
  db
    .select()
    .from(campaignRules)
    .where(
      sql`+${campaignRules.workspaceId} = ${workspaceId}
        AND ${campaignRules.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );

/** How leads stand in a campaign; who has no place there is missing. */
export async function selectPlacesOf(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  ids: readonly LeadId[],
): Promise<ReadonlyMap<LeadId, EnrolmentStatus>> {
  const rows = await db.all<{ id: LeadId; status: EnrolmentStatus }>(sql`
    SELECT lead_id AS id, status FROM ${campaignLeads}
    WHERE campaign_id = ${campaignId} AND lead_id IN ${leadIdRows(ids)} AND +workspace_id = ${workspaceId}`);
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** What would become of each lead in another campaign. */
export async function selectOutcomesOf(
  db: Db,
  workspaceId: WorkspaceId,
  target: EnrolTarget,
  those: Part,
): Promise<ReadonlyMap<LeadId, EnrolOutcome>> {
  const rows = await db.all<{ id: LeadId; outcome: EnrolOutcome }>(
    judged(workspaceId, target, [those]),
  );
  return new Map(rows.map(({ id, outcome }) => [id, outcome]));
}

/**
 * Begins a campaign for leads whose sequence in another has ended: by a reply, or after its last step
 * where `afterReply` is false. With `inThread` it goes on with the thread there, from the same mailbox.
 */
export const beginStatement = (
  db: Db,
  workspaceId: WorkspaceId,
  begin: {
    readonly from: CampaignId;
    readonly target: EnrolTarget;
    readonly ids: readonly LeadId[];
    readonly those: Part;
    readonly afterReply: boolean;
    readonly inThread: boolean;
    readonly dueAt: UnixMs;
    readonly now: UnixMs;
  },
): Statement => {
  const { from, target, ids, those, dueAt, now } = begin;
  const keeps = sql`(${begin.inThread ? 1 : 0} AND EXISTS (SELECT 1 FROM ${campaignMailboxes} b
    WHERE b.campaign_id = ${target.campaignId} AND b.mailbox_id = e.mailbox_id))`;
  const ended = begin.afterReply ? sql`('replied', 'completed')` : sql`('completed')`;
  return db.run(sql`
    INSERT INTO ${campaignLeads} (workspace_id, campaign_id, lead_id, status, current_step, next_send_at, mailbox_id,
      entered_at, continues_id)
    SELECT ${workspaceId}, ${target.campaignId}, e.lead_id, CASE WHEN ${keeps} THEN 'in_progress' ELSE 'pending' END,
      0, ${dueAt}, CASE WHEN ${keeps} THEN e.mailbox_id END, ${now}, CASE WHEN ${keeps} THEN e.id END
    FROM ${campaignLeads} e
    WHERE e.campaign_id = ${from} AND e.lead_id IN ${leadIdRows(ids)} AND +e.workspace_id = ${workspaceId}
      AND e.status IN ${ended}
      AND e.lead_id IN (SELECT id FROM (${judged(workspaceId, target, [those])}) WHERE outcome = 'added')
      AND EXISTS (SELECT 1 FROM ${campaigns} k WHERE k.id = ${target.campaignId}
        AND k.workspace_id = ${workspaceId} AND k.deleted_at IS NULL)
    ON CONFLICT (campaign_id, lead_id) DO NOTHING`);
};

export type Finished = {
  readonly id: number;
  readonly state: "done" | "skipped";
  readonly detail: string;
};

/** The last statement of a batch: what it did is noted, and nothing acts on these causes again. */
export function finishRuns(
  db: Db,
  workspaceId: WorkspaceId,
  runs: readonly Finished[],
  now: UnixMs,
): Statement {
  const json = JSON.stringify(runs.map((run) => [run.id, run.state, run.detail]));
  return db.run(sql`
    UPDATE ${ruleRuns} SET state = j.value->>1, detail = j.value->>2, done_at = ${now}
    FROM json_each(${json}) j
    WHERE ${ruleRuns}.id = j.value->>0 AND +${ruleRuns}.workspace_id = ${workspaceId}
      AND ${ruleRuns}.state = 'waiting'`);
}
