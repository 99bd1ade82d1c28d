import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";
import { leadSource, type Part } from "./lead-filter-sql.ts";

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
