import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RuleAction, RuleWhen } from "#modules/campaigns/rules/follow-ups/rule.ts";
import { campaignStart } from "#modules/campaigns/rules/follow-ups/rule.ts";
import { campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { campaignRules, ruleRuns } from "#modules/campaigns/schema/follow-ups.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { CampaignId, RuleId, StepId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type RuleRow = typeof campaignRules.$inferSelect;
export type RuleValues = Pick<RuleRow, "when" | "then" | "state" | "lookedUntil">;

const own = (workspaceId: WorkspaceId, id: RuleId) =>
  and(eq(campaignRules.workspaceId, workspaceId), eq(campaignRules.id, id));

/** Every rule of a workspace: there are few. */
export const selectRules = (db: Db, workspaceId: WorkspaceId): Promise<RuleRow[]> =>
  db
    .select()
    .from(campaignRules)
    .where(eq(campaignRules.workspaceId, workspaceId))
    .orderBy(campaignRules.id);

export async function selectRule(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  id: RuleId,
): Promise<RuleRow | null> {
  const rows = await db
    .select()
    .from(campaignRules)
    .where(and(own(workspaceId, id), eq(campaignRules.campaignId, campaignId)));
  return rows[0] ?? null;
}

/** The rules of a workspace in one text that changes with each of them. */
const fingerprint = (workspaceId: WorkspaceId): SQL<string> =>
  sql<string>`(SELECT count(*) || ':' || coalesce(sum(g.version), 0) || ':' || coalesce(max(g.id), 0)
    || ':' || coalesce(max(g.updated_at), 0) FROM ${campaignRules} g WHERE g.workspace_id = ${workspaceId})`;

/** Rules as they stand together, to save one only while the others are what was read. */
export async function readFingerprint(db: Db, workspaceId: WorkspaceId): Promise<string> {
  const rows = await db.all<{ mark: string }>(sql`SELECT ${fingerprint(workspaceId)} AS mark`);
  return rows[0]?.mark ?? "";
}

/** The condition of a save: the rules are as they were read, and the campaign is there. */
export const whileRulesAre = (
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  mark: string,
  /** The campaign that the rule sends to. */
  target: CampaignId | null,
): SQL => {
  const stands = (id: CampaignId): SQL =>
    sql`EXISTS (SELECT 1 FROM ${campaigns} c WHERE c.id = ${id} AND c.workspace_id = ${workspaceId} AND c.deleted_at IS NULL)`;
  return sql`${fingerprint(workspaceId)} = ${mark} AND ${stands(campaignId)}
    AND ${target === null ? sql`1` : stands(target)}`;
};

/** Answers the new row, or none where something changed meanwhile. */
export const insertRule = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  rule: RuleValues,
  now: UnixMs,
  guard: SQL,
): Statement =>
  db.all<{ id: RuleId }>(sql`
    INSERT INTO ${campaignRules} (workspace_id, campaign_id, kind, "when", "then", target_id, state, looked_until,
      created_at, updated_at)
    SELECT ${workspaceId}, ${campaignId}, ${rule.when.type}, ${JSON.stringify(rule.when)},
      ${JSON.stringify(rule.then)}, ${campaignStart(rule.then)?.campaign_id ?? null}, ${rule.state}, ${rule.lookedUntil},
      ${now}, ${now}
    WHERE ${guard} RETURNING id`);

/** Answers a row where it was changed. */
export const updateRuleRow = (
  db: Db,
  workspaceId: WorkspaceId,
  id: RuleId,
  rule: RuleValues,
  now: UnixMs,
  guard: SQL,
): Statement =>
  db.all<{ id: RuleId }>(sql`
    UPDATE ${campaignRules} SET kind = ${rule.when.type}, "when" = ${JSON.stringify(rule.when)},
      "then" = ${JSON.stringify(rule.then)}, target_id = ${campaignStart(rule.then)?.campaign_id ?? null},
      state = ${rule.state}, stopped_reason = NULL, looked_until = ${rule.lookedUntil},
      version = version + 1, updated_at = ${now}
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND ${guard} RETURNING id`);

export const whileRule = (workspaceId: WorkspaceId, id: RuleId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${campaignRules} WHERE id = ${id} AND workspace_id = ${workspaceId})`;

/** Deletes a rule; what it did stays on the timelines of leads, and what waits for it goes. */
export const deleteRuleRows = (db: Db, workspaceId: WorkspaceId, id: RuleId): Statement[] => [
  db.run(sql`
    DELETE FROM ${ruleRuns} WHERE rule_id = ${id} AND +workspace_id = ${workspaceId} AND state = 'waiting'`),
  db.delete(campaignRules).where(own(workspaceId, id)).returning({ id: campaignRules.id }),
];

/** How often each of these rules found a cause, and when last. */
export async function selectMatches(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly RuleId[],
): Promise<ReadonlyMap<RuleId, { readonly n: number; readonly last: UnixMs | null }>> {
  const rows = await db.all<{ id: RuleId; n: number; last: UnixMs | null }>(sql`
    SELECT rule_id AS id, count(*) AS n, max(created_at) AS last FROM ${ruleRuns}
    WHERE rule_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +workspace_id = ${workspaceId}
    GROUP BY rule_id`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Names of campaigns and positions of steps that rules are about. */
export async function selectRuleNames(
  db: Db,
  workspaceId: WorkspaceId,
  rules: readonly { readonly when: RuleWhen; readonly then: readonly RuleAction[] }[],
  others: readonly CampaignId[] = [],
): Promise<{
  readonly campaign: (id: CampaignId) => string;
  readonly step: (id: StepId) => number | null;
}> {
  const campaignIds = [
    ...others,
    ...rules.flatMap(({ then }) => campaignStart(then)?.campaign_id ?? []),
  ];
  const stepIds = rules.flatMap(({ when }) => (when.type === "no_reply" ? [when.step_id] : []));
  const [named, placed] = await Promise.all([
    db.all<{ id: CampaignId; name: string }>(sql`
      SELECT id, name FROM ${campaigns} WHERE +workspace_id = ${workspaceId}
        AND id IN (SELECT value FROM json_each(${JSON.stringify(campaignIds)}))`),
    db.all<{ id: StepId; position: number }>(sql`
      SELECT id, position FROM ${steps} WHERE +workspace_id = ${workspaceId}
        AND id IN (SELECT value FROM json_each(${JSON.stringify(stepIds)}))`),
  ]);
  const names = new Map(named.map((row) => [row.id, row.name]));
  const positions = new Map(placed.map((row) => [row.id, row.position]));
  return {
    campaign: (id) => names.get(id) ?? "a deleted campaign",
    step: (id) => positions.get(id) ?? null,
  };
}
