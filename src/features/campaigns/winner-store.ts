import { sql } from "drizzle-orm";
import type { Db } from "#db/db.ts";
import { campaigns, steps } from "#db/schema/campaigns.ts";
import { stats } from "#db/schema/sending.ts";
import type { ArmCount } from "#domain/campaigns/compare-arms.ts";
import type { Variant } from "#domain/campaigns/variants.ts";
import type { StepId, UnixMs, WorkspaceId } from "#domain/ids.ts";

/** Across workspaces: steps of active campaigns that compare their variants and let the better one win. */
export const selectContests = (db: Db) =>
  db
    .select({
      id: steps.id,
      workspaceId: steps.workspaceId,
      campaignId: steps.campaignId,
      version: steps.version,
      variants: steps.variants,
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
export type Contest = Awaited<ReturnType<typeof selectContests>>[number];

/** Replies to what these arms of a step delivered; none for one without a counter. */
export async function selectArmCounts(
  db: Db,
  { workspaceId, campaignId, id }: Pick<Contest, "workspaceId" | "campaignId" | "id">,
  labels: readonly string[],
): Promise<ArmCount[]> {
  const keys = labels.map((label) => [label, `${id}:${label}`]);
  return db.all<ArmCount>(sql`
    SELECT k.value->>0 AS label, 
      min(coalesce(s.unique_replies, 0), max(0, coalesce(s.sent - s.bounces, 0))) AS hits,
      max(0, coalesce(s.sent - s.bounces, 0)) AS "of"
    FROM json_each(${JSON.stringify(keys)}) k LEFT JOIN ${stats} s ON s.workspace_id = ${workspaceId}
      AND s.campaign_id = ${campaignId} AND s.dimension = 'variant' AND s.key = k.value->>1`);
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
