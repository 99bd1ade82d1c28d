import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { testStands } from "#modules/placement/tests/test-store.ts";
import { placementMails, placementSearches } from "#modules/placement/schema/placement.ts";
import type { Found } from "#modules/placement/rules/search/next-step.ts";
import { MAILS_PER_SEARCH } from "#modules/placement/rules/search/next-step.ts";
import type {
  MailboxId,
  PlacementSearchId,
  PlacementTestId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";

export type SearchRow = typeof placementSearches.$inferSelect;

/** Writes a search while its test has none that runs; answers its id. */
export const insertSearch = (
  db: Db,
  row: Pick<
    SearchRow,
    "workspaceId" | "testId" | "mailboxId" | "present" | "providers" | "createdBy" | "createdAt"
  >,
  guard: SQL,
): Statement =>
  db.all<{ id: PlacementSearchId }>(sql`
    INSERT INTO ${placementSearches} (workspace_id, test_id, mailbox_id, state, present, providers, found, created_by, created_at)
    SELECT ${row.workspaceId}, ${row.testId}, ${row.mailboxId}, 'running', ${row.present}, ${JSON.stringify(row.providers)}, '[]',
      ${row.createdBy}, ${row.createdAt} WHERE ${guard}
    ON CONFLICT DO NOTHING RETURNING id`);

/** The test was not cancelled, and no search of it runs. */
export const mayBegin = (workspaceId: WorkspaceId, testId: PlacementTestId): SQL =>
  sql`${testStands(workspaceId, testId)} AND NOT EXISTS (SELECT 1 FROM ${placementSearches} s WHERE s.test_id = ${testId} AND s.state = 'running')`;

/** Newest first. */
export const selectSearches = (
  db: Db,
  workspaceId: WorkspaceId,
  testId: PlacementTestId,
): Promise<SearchRow[]> =>
  db
    .select()
    .from(placementSearches)
    .where(
      sql`${placementSearches.testId} = ${testId} AND ${placementSearches.workspaceId} = ${workspaceId}`,
    )
    .orderBy(sql`${placementSearches.id} DESC`)
    .limit(50);

/** Across workspaces: searches that go on, the oldest first. */
export const selectRunningSearches = (
  db: Db,
  after: PlacementSearchId,
  limit: number,
): Promise<SearchRow[]> =>
  db
    .select()
    .from(placementSearches)
    .where(sql`${placementSearches.state} = 'running' AND ${placementSearches.id} > ${after}`)
    .orderBy(placementSearches.id)
    .limit(limit);

/** Mails of searches, in the order of sending. */
export const selectMailsOfSearches = (
  db: Db,
  workspaceId: WorkspaceId,
  searchIds: readonly PlacementSearchId[],
) =>
  db
    .select({
      searchId: placementMails.searchId,
      provider: placementMails.provider,
      number: placementMails.number,
      version: placementMails.version,
      purpose: placementMails.purpose,
      state: placementMails.state,
      place: placementMails.place,
    })
    .from(placementMails)
    .where(
      sql`${placementMails.searchId} IN (SELECT value FROM json_each(${JSON.stringify(searchIds)}))
        AND ${placementMails.searchId} > 0 AND +${placementMails.workspaceId} = ${workspaceId}`,
    )
    .orderBy(placementMails.searchId, placementMails.provider, placementMails.number);
export type SearchMail = Awaited<ReturnType<typeof selectMailsOfSearches>>[number];

/** Seeds that a sender wrote to in a test, with their providers. */
export const selectTestSeeds = (
  db: Db,
  workspaceId: WorkspaceId,
  testId: PlacementTestId,
  mailboxId: MailboxId,
) =>
  db.all<{ seed: string; email: string; provider: string }>(sql`
    SELECT DISTINCT m.seed, m.seed_email AS email, m.provider FROM ${placementMails} m
    WHERE m.test_id = ${testId} AND m.search_id = 0 AND +m.mailbox_id = ${mailboxId} AND +m.workspace_id = ${workspaceId}
    ORDER BY m.seed`);

/** The search goes on, and its budget is not spent. */
export const searchGoesOn = (workspaceId: WorkspaceId, id: PlacementSearchId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${placementSearches} s WHERE s.id = ${id} AND +s.workspace_id = ${workspaceId} AND s.state = 'running')
    AND (SELECT count(*) FROM ${placementMails} b WHERE b.search_id = ${id} AND b.search_id > 0) < ${MAILS_PER_SEARCH}`;

export const finishSearch = (
  db: Db,
  workspaceId: WorkspaceId,
  id: PlacementSearchId,
  found: readonly Found[],
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${placementSearches} SET state = 'done', found = ${JSON.stringify(found)}, finished_at = ${now}
    WHERE id = ${id} AND +workspace_id = ${workspaceId} AND state = 'running'`);

/** A search of the test runs. */
export const someRuns = (workspaceId: WorkspaceId, testId: PlacementTestId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${placementSearches} s WHERE s.test_id = ${testId} AND s.workspace_id = ${workspaceId} AND s.state = 'running')`;

export const cancelSearches = (
  db: Db,
  workspaceId: WorkspaceId,
  testId: PlacementTestId,
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${placementSearches} SET state = 'cancelled', finished_at = ${now}
    WHERE test_id = ${testId} AND workspace_id = ${workspaceId} AND state = 'running'`);
