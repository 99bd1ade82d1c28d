import { desc, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import {
  placementMails,
  placementSearches,
  placementTests,
} from "#modules/placement/schema/placement.ts";
import type { CampaignId, PlacementTestId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { Place } from "#modules/placement/rules/places.ts";

export type TestRow = typeof placementTests.$inferSelect;
export type MailRow = typeof placementMails.$inferSelect;

/** Writes a test. Answers its id. */
export const insertTest = (db: Db, row: Omit<TestRow, "id" | "cancelledAt">): Statement =>
  db.insert(placementTests).values(row).returning({ id: placementTests.id });

/** The test with this key, as SQL. */
export const testByKey = (workspaceId: WorkspaceId, key: string): SQL =>
  sql`(SELECT t.id FROM ${placementTests} t WHERE t.workspace_id = ${workspaceId} AND t.key = ${key})`;

export async function selectTest(
  db: Db,
  workspaceId: WorkspaceId,
  id: PlacementTestId,
): Promise<TestRow | null> {
  const rows = await db
    .select()
    .from(placementTests)
    .where(sql`${placementTests.id} = ${id} AND +${placementTests.workspaceId} = ${workspaceId}`);
  return rows[0] ?? null;
}

const ofList = (workspaceId: WorkspaceId, campaignId: CampaignId | undefined): SQL =>
  campaignId === undefined
    ? sql`${placementTests.workspaceId} = ${workspaceId}`
    : sql`${placementTests.workspaceId} = ${workspaceId} AND +${placementTests.campaignId} = ${campaignId}`;

/** Newest first. */
export async function selectTests(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId | undefined,
  page: { readonly before: number | null; readonly limit: number; readonly offset: number },
): Promise<{ rows: TestRow[]; total: number }> {
  const where = ofList(workspaceId, campaignId);
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(placementTests)
      .where(sql`${where} AND ${placementTests.id} < ${page.before ?? Number.MAX_SAFE_INTEGER}`)
      .orderBy(desc(placementTests.id))
      .limit(page.limit)
      .offset(page.offset),
    db
      .select({ n: sql<number>`count(*)` })
      .from(placementTests)
      .where(where),
  ]);
  return { rows, total: totals[0]?.n ?? 0 };
}

/** How many mails of tests are where, by sender and provider; those of searches count nowhere. */
export async function selectCells(
  db: Db,
  workspaceId: WorkspaceId,
  testIds: readonly PlacementTestId[],
) {
  return db.all<{
    testId: PlacementTestId;
    mailboxId: number;
    provider: string;
    place: Place | null;
    isOver: number;
    promotions: number;
    n: number;
  }>(sql`
    SELECT m.test_id AS "testId", m.mailbox_id AS "mailboxId", m.provider, m.place,
      m.state IN ('failed', 'cancelled', 'skipped') AS "isOver",
      sum(coalesce(m.tab = 'promotions', 0)) AS promotions, count(*) AS n
    FROM json_each(${JSON.stringify(testIds)}) t JOIN ${placementMails} m ON m.test_id = t.value AND m.search_id = 0
    WHERE +m.workspace_id = ${workspaceId}
    GROUP BY 1, 2, 3, 4, 5`);
}
export type CellRow = Awaited<ReturnType<typeof selectCells>>[number];

/** Mails of a test, those of its searches last. */
export const selectMailsOfTest = (
  db: Db,
  workspaceId: WorkspaceId,
  testId: PlacementTestId,
  limit: number,
): Promise<MailRow[]> =>
  db
    .select()
    .from(placementMails)
    .where(
      sql`${placementMails.testId} = ${testId} AND +${placementMails.workspaceId} = ${workspaceId}`,
    )
    .orderBy(placementMails.searchId, placementMails.id)
    .limit(limit);

/** The test has not been cancelled. */
export const testStands = (workspaceId: WorkspaceId, id: PlacementTestId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${placementTests} t WHERE t.id = ${id} AND +t.workspace_id = ${workspaceId} AND t.cancelled_at IS NULL)`;

export const cancelTestRow = (
  db: Db,
  workspaceId: WorkspaceId,
  id: PlacementTestId,
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${placementTests} SET cancelled_at = ${now}
    WHERE id = ${id} AND +workspace_id = ${workspaceId} AND cancelled_at IS NULL`);

/** Forgets old tests with all that belongs to them, some at a time; their running searches keep them. */
export function forgetTests(db: Db, before: UnixMs, limit: number): readonly Statement[] {
  const old = (columns: SQL): SQL =>
    sql`(SELECT ${columns} FROM ${placementTests} t WHERE t.created_at < ${before} ORDER BY t.created_at LIMIT ${limit})`;
  return [
    db.run(sql`DELETE FROM ${placementMails} WHERE test_id IN ${old(sql`t.id`)}`),
    db.run(
      sql`DELETE FROM ${placementSearches} WHERE (workspace_id, test_id) IN ${old(sql`t.workspace_id, t.id`)}`,
    ),
    db.run(sql`DELETE FROM ${placementTests} WHERE id IN ${old(sql`t.id`)}`),
  ];
}
