import { type SQL, sql } from "drizzle-orm";
import { campaignRules, ruleRuns } from "#modules/campaigns/schema/follow-ups.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import { hits } from "#modules/events/schema/events.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type {
  CampaignId,
  HitId,
  LeadId,
  RuleId,
  StepId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";

/*
 * Causes of rules, each noted in the batch that makes it true and once by its key. Those of custom
 * fields are noted by triggers of the database, whatever changes a lead.
 */

const columns = sql.raw("(workspace_id, rule_id, campaign_id, lead_id, cause, created_at)");
const activeRules = (kind: string, workspaceId: WorkspaceId): SQL =>
  sql`${campaignRules} r INDEXED BY campaign_rules_active WHERE r.kind = ${sql.raw(`'${kind}'`)} AND r.workspace_id = ${workspaceId} AND r.state = 'active'`;

/** A reply got a category. `reply` names it: the same category for it, by rule, AI or person, causes nothing twice. */
export const noteReplyCause = (
  db: Db,
  workspaceId: WorkspaceId,
  said: {
    readonly campaignId: CampaignId;
    readonly leadId: LeadId;
    readonly category: ReplyCategory;
    /** Names the mail: an expression where only the database knows it. */
    readonly reply: SQL | string;
  },
  now: UnixMs,
  guard: SQL,
): Statement =>
  db.run(sql`
    INSERT INTO ${ruleRuns} ${columns}
    SELECT ${workspaceId}, r.id, r.campaign_id, ${said.leadId},
      'reply:' || ${said.category} || ':' || coalesce(${said.reply}, ''), ${now}
    FROM ${activeRules("reply", workspaceId)} AND r.campaign_id = ${said.campaignId}
      AND EXISTS (SELECT 1 FROM json_each(r."when", '$.categories') c WHERE c.value = ${said.category})
      AND ${guard}
    ON CONFLICT DO NOTHING`);

/** Hits were judged: clicks and opens by people, behind the statement that writes their verdicts. */
export function noteHitCauses(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly HitId[],
  now: UnixMs,
  guard: SQL,
): Statement[] {
  const judged = sql`${hits} h WHERE h.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    AND +h.workspace_id = ${workspaceId} AND h.verdict = 'human'`;
  const causes = (kind: "clicked" | "opened", cause: SQL, holds: SQL): Statement =>
    db.run(sql`
      INSERT INTO ${ruleRuns} ${columns}
      SELECT DISTINCT ${workspaceId}, r.id, r.campaign_id, s.lead_id, ${cause}, ${now}
      FROM (SELECT r.id AS id, r.campaign_id AS campaign_id, r."when" AS "when" FROM ${activeRules(kind, workspaceId)}) r
        CROSS JOIN (SELECT h.send_id AS send_id, h.url AS url, h.kind AS kind FROM ${judged}) h
        CROSS JOIN ${sends} s ON s.id = h.send_id
      WHERE +s.workspace_id = ${workspaceId} AND s.campaign_id = r.campaign_id AND ${holds} AND ${guard}
      ON CONFLICT DO NOTHING`);
  return [
    causes(
      "clicked",
      sql`'clicked:' || s.id`,
      sql`h.kind = 'click' AND (r."when" ->> '$.url' IS NULL OR r."when" ->> '$.url' = h.url)`,
    ),
    causes(
      "opened",
      sql`'opened'`,
      sql`h.kind = 'open' AND r."when" ->> '$.times' <= (SELECT count(*) FROM ${sends} y
        CROSS JOIN ${hits} x ON x.workspace_id = ${workspaceId} AND x.send_id = y.id
        WHERE y.enrolment_id = s.enrolment_id AND x.kind = 'open' AND x.verdict = 'human')`,
    ),
  ];
}

export type SilentRule = {
  readonly id: RuleId;
  readonly workspaceId: WorkspaceId;
  readonly campaignId: CampaignId;
  readonly stepId: StepId;
  readonly days: number;
  readonly lookedUntil: UnixMs;
};

/** Across workspaces: rules that wait for silence. */
export const selectSilentRules = (db: Db): Promise<SilentRule[]> =>
  db.all<SilentRule>(sql`
    SELECT id AS "id", workspace_id AS "workspaceId", campaign_id AS "campaignId",
      "when" ->> '$.step_id' AS "stepId", "when" ->> '$.days' AS "days",
      coalesce(looked_until, 0) AS "lookedUntil"
    FROM ${campaignRules} WHERE kind = 'no_reply' AND state = 'active' ORDER BY id`);

/** Notes who has not replied to the mails of the step that were sent in a span of time, and that it was looked. */
export const noteSilence = (db: Db, rule: SilentRule, until: UnixMs, now: UnixMs): Statement[] => {
  const { workspaceId, campaignId, lookedUntil } = rule;
  return [
    db.run(sql`
      INSERT INTO ${ruleRuns} ${columns}
      SELECT ${workspaceId}, ${rule.id}, ${campaignId}, s.lead_id, 'step:' || s.step_id, ${now}
      FROM ${sends} s CROSS JOIN ${campaignLeads} e ON e.id = s.enrolment_id
      WHERE s.workspace_id = ${workspaceId} AND s.sent_at > ${lookedUntil} AND s.sent_at <= ${until}
        AND +s.campaign_id = ${campaignId} AND +s.step_id = ${rule.stepId} AND s.state IN ('sent', 'unknown')
        AND e.status IN ('pending', 'in_progress', 'paused', 'completed')
        AND NOT EXISTS (SELECT 1 FROM ${sends} a WHERE a.enrolment_id = e.id AND a.replied_at IS NOT NULL)
      ON CONFLICT DO NOTHING`),
    db.run(sql`
      UPDATE ${campaignRules} SET looked_until = ${until}
      WHERE id = ${rule.id} AND workspace_id = ${workspaceId} AND looked_until IS ${lookedUntil}`),
  ];
};
