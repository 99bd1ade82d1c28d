import { and, eq, gte, sql } from "drizzle-orm";
import { changes, type Db, type Statement } from "#platform/db/db.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { forecasts } from "#modules/campaigns/schema/forecasts.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** Across workspaces: those with an active campaign of which nothing was foreseen on this day. */
export async function selectUnforeseen(
  db: Db,
  day: string,
  limit: number,
): Promise<readonly WorkspaceId[]> {
  const rows = await db.all<{ id: WorkspaceId }>(sql`
    SELECT DISTINCT +k.workspace_id AS id FROM ${campaigns} k
    WHERE k.status = 'active' AND k.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${forecasts} f WHERE f.workspace_id = k.workspace_id
        AND f.campaign_id = k.id AND f.made_on = ${day})
    LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** What each of these campaigns sent on this day. */
export async function selectSentOfDay(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly CampaignId[],
  day: string,
): Promise<ReadonlyMap<CampaignId, number>> {
  const rows = await db.all<{ id: CampaignId; sent: number }>(sql`
    SELECT c.value AS id, coalesce((SELECT d.sent FROM ${stats} d WHERE d.workspace_id = ${workspaceId}
      AND d.campaign_id = c.value AND d.dimension = 'day' AND d.key = ${day}), 0) AS sent
    FROM json_each(${JSON.stringify(ids)}) c`);
  return new Map(rows.map(({ id, sent }) => [id, sent]));
}

/** Keeps the first forecast of a day of each campaign. */
export const insertForecasts = (
  db: Db,
  workspaceId: WorkspaceId,
  made: { readonly on: string; readonly at: UnixMs },
  expected: readonly { readonly id: CampaignId; readonly days: readonly number[] }[],
): Statement =>
  db.run(sql`
    INSERT INTO ${forecasts} (workspace_id, campaign_id, made_on, made_at, expected)
    SELECT ${workspaceId}, value->>0, ${made.on}, ${made.at}, value->1
    FROM json_each(${JSON.stringify(expected.map(({ id, days }) => [id, days]))})
    WHERE true ON CONFLICT DO NOTHING`);

/** Behind it: active campaigns that no forecast plays, since they have no mailbox, send nothing. */
export const insertEmptyForecasts = (
  db: Db,
  workspaceId: WorkspaceId,
  made: { readonly on: string; readonly at: UnixMs },
  days: number,
): Statement =>
  db.run(sql`
    INSERT INTO ${forecasts} (workspace_id, campaign_id, made_on, made_at, expected)
    SELECT k.workspace_id, k.id, ${made.on}, ${made.at}, ${JSON.stringify(Array.from({ length: days }, () => 0))}
    FROM ${campaigns} k WHERE k.workspace_id = ${workspaceId} AND k.status = 'active' AND k.deleted_at IS NULL
    ON CONFLICT DO NOTHING`);

/** Forgets what is older than this day. */
export const deleteForecasts = async (db: Db, before: string, limit: number): Promise<number> =>
  changes(
    await db.run(sql`DELETE FROM ${forecasts} WHERE rowid IN (
      SELECT rowid FROM ${forecasts} WHERE made_on < ${before} LIMIT ${limit})`),
  );

/** The forecasts of a campaign since this day. */
export const selectForecasts = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  since: string,
) =>
  db
    .select({ madeOn: forecasts.madeOn, expected: forecasts.expected })
    .from(forecasts)
    .where(
      and(
        eq(forecasts.workspaceId, workspaceId),
        eq(forecasts.campaignId, campaignId),
        gte(forecasts.madeOn, since),
      ),
    );

/** What a campaign sent, by UTC day, since this day. */
export async function selectSentByDay(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  since: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ day: stats.key, sent: stats.sent })
    .from(stats)
    .where(
      and(
        eq(stats.workspaceId, workspaceId),
        eq(stats.campaignId, campaignId),
        eq(stats.dimension, "day"),
        gte(stats.key, since),
      ),
    );
  return new Map(rows.map(({ day, sent }) => [day, sent]));
}
