import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { users, workspaces } from "#modules/accounts/schema/accounts.ts";
import { type ErasedIn, erasures } from "#modules/leads/schema/install-suppressions.ts";
import { changes, type InstallDb, type InstallStatement } from "#platform/db/db.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

export type ErasureRow = typeof erasures.$inferSelect;

/** Whether somebody signs in with this address. */
export async function selectIsUser(db: InstallDb, email: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1);
  return rows.length > 0;
}

/** Begins an erasure. Answers its row. */
export const insertErasure = (
  db: InstallDb,
  row: {
    hash: string;
    hashKey: string;
    sealed: string;
    requestedBy: UserId | null;
    createdAt: UnixMs;
  },
): InstallStatement => db.insert(erasures).values(row).returning();

export async function selectErasure(db: InstallDb, id: number): Promise<ErasureRow | null> {
  const rows = await db.select().from(erasures).where(eq(erasures.id, id));
  return rows[0] ?? null;
}

/** The newest receipts. */
export const selectErasures = (
  db: InstallDb,
  page: { limit: number; offset: number; before: number | null },
): Promise<ErasureRow[]> =>
  db
    .select()
    .from(erasures)
    .where(page.before === null ? undefined : sql`${erasures.id} < ${page.before}`)
    .orderBy(desc(erasures.id))
    .limit(page.limit)
    .offset(page.offset);

export async function countErasures(db: InstallDb): Promise<number> {
  const rows = await db.select({ n: sql<number>`count(*)` }).from(erasures);
  return rows[0]?.n ?? 0;
}

export const selectOpenErasures = (db: InstallDb, limit: number): Promise<ErasureRow[]> =>
  db
    .select()
    .from(erasures)
    // The bound on the id lets the index of what is open be searched.
    .where(and(isNull(erasures.finishedAt), gt(erasures.id, 0)))
    .orderBy(asc(erasures.id))
    .limit(limit);

/** The next workspaces of the installation, deleted clients included. */
export const selectNextWorkspaces = async (
  db: InstallDb,
  after: number,
  limit: number,
): Promise<WorkspaceId[]> => {
  const rows = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(gt(workspaces.id, sql<WorkspaceId>`${after}`))
    .orderBy(asc(workspaces.id))
    .limit(limit);
  return rows.map(({ id }) => id);
};

/** Notes what will be erased in a workspace, before it is: a repeat that finds nothing left changes nothing. */
export async function noteFound(db: InstallDb, id: number, found: ErasedIn): Promise<void> {
  await db.run(sql`
    UPDATE ${erasures} SET found = json_insert(found, '$[#]', json(${JSON.stringify(found)}))
    WHERE id = ${id} AND finished_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM json_each(found) f WHERE f.value->>'workspace_id' = ${found.workspace_id})`);
}

/** Moves an erasure on; false where another process did. */
export async function moveOn(
  db: InstallDb,
  id: number,
  from: number,
  to: number,
): Promise<boolean> {
  const done = await db.run(sql`
    UPDATE ${erasures} SET cursor = ${to} WHERE id = ${id} AND cursor = ${from} AND finished_at IS NULL`);
  return changes(done) > 0;
}

/** Ends an erasure: the address is forgotten, the receipt stays. */
export async function finishErasure(db: InstallDb, id: number, now: UnixMs): Promise<void> {
  await db.run(sql`
    UPDATE ${erasures} SET finished_at = ${now}, sealed_email = NULL WHERE id = ${id} AND finished_at IS NULL`);
}
