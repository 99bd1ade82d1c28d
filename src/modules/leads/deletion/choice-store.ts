import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";
import { leadSource, type Part } from "#modules/leads/leads/lead-filter-sql.ts";

/** Some leads that fit all conditions and are no newer than `upTo`, `most` of them. */
export function selectSome(
  db: Db,
  workspaceId: WorkspaceId,
  parts: readonly Part[],
  upTo: number | undefined,
  most: number,
): Promise<{ id: LeadId; email: string }[]> {
  const { from, where } = leadSource(workspaceId, parts);
  const known = upTo === undefined ? sql`` : sql`AND +leads.id <= ${upTo}`;
  return db.all(
    sql`SELECT leads.id AS id, leads.email AS email FROM ${from} WHERE ${where} ${known} LIMIT ${most}`,
  );
}

/** How many `selectSome` would find without a limit. */
export async function countSome(
  db: Db,
  workspaceId: WorkspaceId,
  parts: readonly Part[],
  upTo: number,
): Promise<number> {
  const { from, where } = leadSource(workspaceId, parts);
  const rows = await db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM ${from} WHERE ${where} AND +leads.id <= ${upTo}`,
  );
  return rows[0]?.n ?? 0;
}

/** The id of the newest lead; 0 without leads. */
export async function selectNewest(db: Db, workspaceId: WorkspaceId): Promise<number> {
  const rows = await db
    .select({ id: leads.id })
    .from(leads)
    .where(sql`${leads.workspaceId} = ${workspaceId}`)
    .orderBy(sql`${leads.id} DESC`)
    .limit(1);
  return rows[0]?.id ?? 0;
}

/** What these leads are in the middle of: places in sequences, mails that wait, conversations. */
export async function selectHoldings(db: Db, workspaceId: WorkspaceId, ids: readonly LeadId[]) {
  const those = sql`workspace_id = ${workspaceId}
    AND lead_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const [places, talks] = await Promise.all([
    db.all<{ places: number; campaigns: number }>(sql`
      SELECT count(*) AS places, count(DISTINCT campaign_id) AS campaigns FROM ${campaignLeads}
      WHERE ${those} AND +status IN ('pending', 'in_progress', 'paused')
        AND EXISTS (SELECT 1 FROM ${campaigns} k WHERE k.id = ${campaignLeads.campaignId} AND k.deleted_at IS NULL)`),
    db.all<{ threads: number; scheduled: number }>(sql`
      SELECT count(*) AS threads, coalesce(sum((SELECT count(*) FROM ${outbox} b
        WHERE b.workspace_id = ${workspaceId} AND b.thread_id = ${threads.id} AND +b.state = 'queued')), 0) AS scheduled
      FROM ${threads} WHERE ${those}`),
  ]);
  return {
    ...(places[0] ?? { places: 0, campaigns: 0 }),
    ...(talks[0] ?? { threads: 0, scheduled: 0 }),
  };
}
