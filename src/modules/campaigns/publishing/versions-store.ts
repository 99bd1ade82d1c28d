import { and, desc, eq, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { campaignVersions } from "#modules/campaigns/schema/publishing.ts";
import type { VersionKind } from "#modules/campaigns/rules/publishing/content.ts";
import type { ApprovalId, CampaignId, UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

export type VersionRow = typeof campaignVersions.$inferSelect;

/** A row holds 2 MB on D1; characters may become several bytes. */
const MOST_CHARACTERS = 500_000;

/** What is published at this moment, as a version stores it; null where it is too large for a row. */
const published = (workspaceId: WorkspaceId, campaignId: CampaignId): SQL => {
  const own = sql`FROM ${steps} p WHERE p.workspace_id = ${workspaceId} AND p.campaign_id = ${campaignId}`;
  return sql`(SELECT CASE WHEN coalesce((SELECT sum(length(p.subject) + length(p.body_html) + length(p.body_text)
        + length(p.variants)) ${own}), 0) < ${MOST_CHARACTERS} THEN json_object(
      'steps', json((SELECT coalesce(json_group_array(json_object('id', o.id, 'delay', o.delay,
          'delay_unit', o.delay_unit, 'subject', o.subject, 'body_html', o.body_html, 'body_text', o.body_text,
          'variants', json(o.variants), 'task', json(o.task))), '[]')
        FROM (SELECT p.* ${own} ORDER BY p.position, p.id) o)),
      'settings', json_object('schedule', json(k.schedule), 'daily_limit', k.daily_limit,
        'max_new_leads_per_day', k.max_new_leads_per_day)) END
    FROM ${campaigns} k WHERE k.id = ${campaignId} AND k.workspace_id = ${workspaceId})`;
};

const newest = (workspaceId: WorkspaceId, campaignId: CampaignId, what: SQL): SQL =>
  sql`(SELECT ${what} FROM ${campaignVersions} v WHERE v.workspace_id = ${workspaceId}
    AND v.campaign_id = ${campaignId} ORDER BY v.version DESC LIMIT 1)`;

export type NewVersion = {
  readonly kind: VersionKind;
  readonly byUser: UserId | null;
  readonly byKey: string | null;
  readonly restored: number | null;
  readonly approvalId: ApprovalId | null;
  readonly now: UnixMs;
};

/** Stores what is published as a version, unless the newest one says the same, or is too large as well. */
export const keepPublished = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  version: NewVersion,
  guard: SQL,
): Statement =>
  db.run(sql`
    INSERT INTO ${campaignVersions} (workspace_id, campaign_id, version, kind, content, restored, approval_id,
      by_user, by_key, created_at)
    SELECT ${workspaceId}, ${campaignId},
      coalesce(${newest(workspaceId, campaignId, sql`v.version`)}, 0) + 1, ${version.kind}, n.content,
      ${version.restored}, ${version.approvalId}, ${version.byUser}, ${version.byKey}, ${version.now}
    FROM (SELECT ${published(workspaceId, campaignId)} AS content) n
    WHERE ${guard} AND (n.content IS NOT ${newest(workspaceId, campaignId, sql`v.content`)}
      OR ${newest(workspaceId, campaignId, sql`v.version`)} IS NULL)`);

/**
 * Adds a version without its content. Where the guard does not hold it has no number, which no row
 * may lack: the whole batch fails, and nothing of it is done.
 */
export const openVersion = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  version: NewVersion,
  guard: SQL,
): Statement =>
  db.run(sql`
    INSERT INTO ${campaignVersions} (workspace_id, campaign_id, version, kind, restored, approval_id, by_user,
      by_key, created_at)
    SELECT ${workspaceId}, ${campaignId}, CASE WHEN ${guard}
        THEN coalesce(${newest(workspaceId, campaignId, sql`v.version`)}, 0) + 1 END,
      ${version.kind}, ${version.restored}, ${version.approvalId}, ${version.byUser}, ${version.byKey},
      ${version.now}`);

/** Gives the newest version what is published by now. */
export const fillVersion = (db: Db, workspaceId: WorkspaceId, campaignId: CampaignId): Statement =>
  db
    .update(campaignVersions)
    .set({ content: published(workspaceId, campaignId) })
    .where(
      and(
        ofCampaign(workspaceId, campaignId),
        eq(campaignVersions.version, newest(workspaceId, campaignId, sql`v.version`)),
      ),
    )
    .returning();

const ofCampaign = (workspaceId: WorkspaceId, campaignId: CampaignId) =>
  and(eq(campaignVersions.workspaceId, workspaceId), eq(campaignVersions.campaignId, campaignId));

const { content: _, ...listed } = getTableColumns(campaignVersions);
const SUMMARY = {
  ...listed,
  steps: sql<number | null>`json_array_length(${campaignVersions.content}, '$.steps')`,
};
export type VersionSummary = Omit<VersionRow, "content"> & { readonly steps: number | null };

/** Newest first, without what they say; `before`: only those below it. */
export const selectVersions = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  before: number | null,
  limit: number,
): Promise<VersionSummary[]> =>
  db
    .select(SUMMARY)
    .from(campaignVersions)
    .where(
      and(
        ofCampaign(workspaceId, campaignId),
        before === null ? undefined : lt(campaignVersions.version, before),
      ),
    )
    .orderBy(desc(campaignVersions.version))
    .limit(limit);

export async function selectVersion(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  version: number,
): Promise<VersionRow | null> {
  const rows = await db
    .select()
    .from(campaignVersions)
    .where(and(ofCampaign(workspaceId, campaignId), eq(campaignVersions.version, version)))
    .limit(1);
  return rows[0] ?? null;
}

/** Those of these steps that an earlier version of the campaign had. */
export async function stepsOfVersions(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.all<{ id: number }>(sql`
    SELECT DISTINCT s.value->>'id' AS id FROM ${campaignVersions} v, json_each(v.content, '$.steps') s
    WHERE v.workspace_id = ${workspaceId} AND v.campaign_id = ${campaignId} AND v.content IS NOT NULL
      AND s.value->>'id' IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return new Set(rows.map(({ id }) => id));
}
