import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import type { ArmCount } from "#modules/campaigns/rules/compare-arms.ts";
import type { Variant } from "#modules/campaigns/rules/variants.ts";
import type { StepId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/**
 * Across workspaces: steps of active campaigns that compare their variants and let the better one
 * win, each with what was answered to what its arms delivered.
 */
export async function selectContests(db: Db) {
  const rows = await db
    .select({
      id: steps.id,
      workspaceId: steps.workspaceId,
      campaignId: steps.campaignId,
      version: steps.version,
      variants: steps.variants,
      counted: sql<string>`(SELECT json_group_array(json_object('label', substr(s.key, instr(s.key, ':') + 1),
          'hits', min(s.unique_replies, max(0, s.sent + s.refused - s.bounces)), 'of', max(0, s.sent + s.refused - s.bounces)))
        FROM ${stats} s WHERE s.workspace_id = ${steps.workspaceId} AND s.campaign_id = ${steps.campaignId}
          AND s.dimension = 'variant' AND s.key >= ${steps.id} || ':' AND s.key < ${steps.id} || ';')`,
    })
    .from(campaigns)
    .innerJoin(
      steps,
      sql`${steps.workspaceId} = ${campaigns.workspaceId} AND ${steps.campaignId} = ${campaigns.id}`,
    )
    .where(
      sql`${campaigns.status} = 'active' AND ${campaigns.deletedAt} IS NULL
        AND ${campaigns.autoWinner} = 1 AND ${steps.variants} <> '[]'`,
    );
  // Made by the query.
  return rows.map(({ counted, ...row }) => ({ ...row, arms: JSON.parse(counted) as ArmCount[] }));
}

/** Changes the arms of a step that nobody has edited since it was read. */
export async function writeArms(
  db: Db,
  workspaceId: WorkspaceId,
  step: { readonly id: StepId; readonly version: number },
  variants: readonly Variant[],
  now: UnixMs,
): Promise<void> {
  await db.run(sql`
    UPDATE ${steps} SET variants = ${JSON.stringify(variants)}, version = version + 1, updated_at = ${now}
    WHERE id = ${step.id} AND workspace_id = ${workspaceId} AND version = ${step.version}`);
}
