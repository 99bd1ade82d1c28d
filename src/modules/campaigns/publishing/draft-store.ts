import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { campaignDrafts } from "#modules/campaigns/schema/publishing.ts";
import type { StepRow } from "#modules/campaigns/steps/steps-store.ts";
import type { CampaignId, UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

export type DraftRow = typeof campaignDrafts.$inferSelect;

const ofCampaign = (workspaceId: WorkspaceId, campaignId: CampaignId) =>
  and(eq(campaignDrafts.workspaceId, workspaceId), eq(campaignDrafts.campaignId, campaignId));

export async function selectDraftRow(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<DraftRow | null> {
  const rows = await db
    .select()
    .from(campaignDrafts)
    .where(ofCampaign(workspaceId, campaignId))
    .limit(1);
  return rows[0] ?? null;
}

/** The campaign's draft is still of this revision; 0: it has none. */
export const whileRevision = (
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  revision: number,
): SQL => {
  const found = sql`SELECT 1 FROM ${campaignDrafts} f WHERE f.workspace_id = ${workspaceId} AND f.campaign_id = ${campaignId}`;
  return revision === 0
    ? sql`NOT EXISTS (${found})`
    : sql`EXISTS (${found} AND f.revision = ${revision})`;
};

/** Writes the draft where it is still of the revision that was read; answers a row when it did. */
export const writeDraft = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  seen: number,
  values: Pick<DraftRow, "draft" | "restored"> & {
    by: { readonly byUser: UserId | null; readonly byKey: string | null };
    now: UnixMs;
  },
): Statement =>
  db.all<{ revision: number }>(sql`
    INSERT INTO ${campaignDrafts} (workspace_id, campaign_id, revision, draft, restored, by_user, by_key, created_at, updated_at)
    SELECT ${workspaceId}, ${campaignId}, ${seen + 1}, ${JSON.stringify(values.draft)}, ${values.restored},
      ${values.by.byUser}, ${values.by.byKey}, ${values.now}, ${values.now}
    WHERE ${whileRevision(workspaceId, campaignId, seen)}
    ON CONFLICT (workspace_id, campaign_id) DO UPDATE SET revision = excluded.revision, draft = excluded.draft,
      restored = excluded.restored, by_user = excluded.by_user, by_key = excluded.by_key,
      updated_at = excluded.updated_at
    RETURNING revision`);

/** `revision` null: whatever it is. */
export const deleteDraftRow = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  revision: number | null,
): Statement =>
  db
    .delete(campaignDrafts)
    .where(
      and(
        ofCampaign(workspaceId, campaignId),
        revision === null ? undefined : eq(campaignDrafts.revision, revision),
      ),
    )
    .returning({ revision: campaignDrafts.revision });

/** The published steps are still those that were read, in their places and versions. */
export const whileSteps = (
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  seen: readonly StepRow[],
): SQL => {
  const known = JSON.stringify(seen.map(({ id, position, version }) => [id, position, version]));
  return sql`(SELECT coalesce(json_group_array(json_array(g.id, g.position, g.version)), '[]') FROM (
    SELECT id, position, version FROM ${steps} WHERE workspace_id = ${workspaceId}
      AND campaign_id = ${campaignId} ORDER BY position, id) g) = ${known}`;
};

/** The campaign is there, and was last changed then; null: whenever it was. */
export const whileCampaign = (
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  changedAt: UnixMs | null,
): SQL =>
  sql`EXISTS (SELECT 1 FROM ${campaigns} k WHERE k.id = ${campaignId} AND k.workspace_id = ${workspaceId}
    AND k.deleted_at IS NULL AND (${changedAt} IS NULL OR k.updated_at = ${changedAt}))`;

/** All of these conditions. */
export const whileAll = (...conditions: readonly SQL[]): SQL =>
  sql.join([...conditions], sql` AND `);
