import { type SQL, sql } from "drizzle-orm";
import { campaignRules } from "#modules/campaigns/schema/follow-ups.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import { phrase } from "#platform/words/phrase.ts";
import type { CampaignId, StepId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

const stop = (
  db: Db,
  workspaceId: WorkspaceId,
  reason: NonNullable<(typeof campaignRules.$inferSelect)["stoppedReason"]>,
  those: SQL,
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${campaignRules} SET state = 'stopped', stopped_reason = ${reason}, version = version + 1,
      updated_at = ${now}
    WHERE workspace_id = ${workspaceId} AND state <> 'stopped' AND ${those}`);

/** Rules that wait for silence after a step which goes. */
export const stopRulesOfStep = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  id: StepId,
  now: UnixMs,
): Statement =>
  stop(
    db,
    workspaceId,
    "step_deleted",
    sql`campaign_id = ${campaignId} AND kind = 'no_reply' AND "when" ->> '$.step_id' = ${id}`,
    now,
  );

/** Rules of other campaigns that send leads to one which goes. */
export const rulesSendingTo = (workspaceId: WorkspaceId, id: CampaignId, guard: SQL): SQL =>
  sql`FROM ${campaignRules} r WHERE r.workspace_id = ${workspaceId} AND r.target_id = ${id}
    AND r.campaign_id <> ${id} AND r.state <> 'stopped' AND ${guard}`;

/** Stops them, and the rules of the campaign itself. */
export const stopRulesOfCampaign = (
  db: Db,
  workspaceId: WorkspaceId,
  id: CampaignId,
  now: UnixMs,
  guard: SQL,
): Statement =>
  stop(
    db,
    workspaceId,
    "campaign_deleted",
    sql`(target_id = ${id} OR campaign_id = ${id}) AND ${guard}`,
    now,
  );

/** What a notice says of each of them, from its row. */
export const stoppedWords = (name: string) => ({
  message: phrase(
    "The campaign that it sends leads to was deleted: {campaign}. Change the rule, or delete it.",
    { campaign: name },
  ),
  campaignId: sql`r.campaign_id`,
  key: sql`'rule_stopped:' || r.id || ':' || r.version`,
});
