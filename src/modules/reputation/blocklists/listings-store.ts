import { and, eq, lte, sql } from "drizzle-orm";
import { listings } from "#modules/reputation/schema/listings.ts";
import type { Judged } from "#modules/reputation/rules/judge-answer.ts";
import type { NextStanding } from "#modules/reputation/rules/listing.ts";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { WatchedName } from "./watched-names.ts";

export type ListingRow = typeof listings.$inferSelect;

/** Makes the workspace's names those that are given, each at each list; what is gone is forgotten. */
export async function setNames(
  db: Db,
  workspaceId: WorkspaceId,
  wanted: readonly (WatchedName & { readonly list: string })[],
  now: UnixMs,
): Promise<void> {
  const given = JSON.stringify(wanted);
  await runBatch(db, [
    db.run(sql`
      DELETE FROM ${listings} WHERE workspace_id = ${workspaceId} AND (list, name) NOT IN
        (SELECT value ->> 'list', value ->> 'name' FROM json_each(${given}))`),
    db.run(sql`
      INSERT INTO ${listings} (workspace_id, list, name, use, due_at)
      SELECT ${workspaceId}, value ->> 'list', value ->> 'name', value ->> 'use', ${now}
      FROM json_each(${given}) WHERE true
      ON CONFLICT (workspace_id, list, name) DO UPDATE SET use = excluded.use
        WHERE use <> excluded.use`),
  ]);
}

export async function selectListings(db: Db, workspaceId: WorkspaceId): Promise<ListingRow[]> {
  return db
    .select()
    .from(listings)
    .where(eq(listings.workspaceId, workspaceId))
    .orderBy(listings.name, listings.list);
}

export async function selectDueListings(
  db: Db,
  workspaceId: WorkspaceId,
  now: UnixMs,
): Promise<ListingRow[]> {
  return db
    .select()
    .from(listings)
    .where(and(eq(listings.workspaceId, workspaceId), lte(listings.dueAt, now)));
}

/** When one of the workspace's names is due next; null without names. */
export async function selectNextDue(db: Db, workspaceId: WorkspaceId): Promise<UnixMs | null> {
  const [row] = await db
    .select({ dueAt: sql<UnixMs | null>`min(${listings.dueAt})` })
    .from(listings)
    .where(eq(listings.workspaceId, workspaceId));
  return row?.dueAt ?? null;
}

/** What is listed now. */
export async function selectListedNames(db: Db, workspaceId: WorkspaceId): Promise<ListingRow[]> {
  return db
    .select()
    .from(listings)
    .where(and(eq(listings.workspaceId, workspaceId), eq(listings.answer, "listed")));
}

/** That a row is as it was read: two that ask at a time tell once. */
export const whereAsRead = (row: ListingRow) => sql`
  WHERE EXISTS (SELECT 1 FROM ${listings} WHERE workspace_id = ${row.workspaceId} AND list = ${row.list}
    AND name = ${row.name} AND reported IS ${row.reported} AND asked_at IS ${row.askedAt})`;

export const saveAnswer = (
  db: Db,
  row: ListingRow,
  judged: Judged,
  next: NextStanding,
  now: UnixMs,
): Statement =>
  db
    .update(listings)
    .set({
      answer: judged.answer,
      reason: judged.reason,
      codes: judged.codes.slice(0, 10),
      since: row.answer === judged.answer ? (row.since ?? now) : now,
      askedAt: now,
      dueAt: next.dueAt,
      reported: next.reported,
      changedAt: next.changedAt,
    })
    .where(
      and(
        eq(listings.workspaceId, row.workspaceId),
        eq(listings.list, row.list),
        eq(listings.name, row.name),
        sql`reported IS ${row.reported} AND asked_at IS ${row.askedAt}`,
      ),
    );
