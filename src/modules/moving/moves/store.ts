import { and, count, desc, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { type InstallDb, type InstallStatement, runBatch } from "#platform/db/db.ts";
import { moves } from "#modules/moving/schema/moves.ts";
import type { MoveState } from "#modules/moving/rules/states.ts";
import type { MoveId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type MoveRow = typeof moves.$inferSelect;
export type MovePatch = Partial<Omit<typeof moves.$inferInsert, "id">>;

/** Which moves somebody sees: all, or those into one of these workspaces alone. */
export type SeenMoves = "all" | readonly WorkspaceId[];

const seenBy = (seen: SeenMoves): SQL | undefined =>
  seen === "all" ? undefined : inArray(moves.workspaceId, [...seen]);

export async function insertMove(
  db: InstallDb,
  values: typeof moves.$inferInsert,
  line: (id: SQL) => InstallStatement,
): Promise<MoveRow> {
  const newest = sql`(SELECT max(id) FROM ${moves})`;
  const results = await runBatch(db, [db.insert(moves).values(values).returning(), line(newest)]);
  const [row] = results[0] as MoveRow[];
  if (!row) throw new Error("a move was not stored");
  return row;
}

export async function selectMove(db: InstallDb, id: MoveId): Promise<MoveRow | null> {
  const rows = await db.select().from(moves).where(eq(moves.id, id));
  return rows[0] ?? null;
}

/** The newest first. */
export const selectMoves = (
  db: InstallDb,
  seen: SeenMoves,
  page: { before: number | null; limit: number; offset: number },
): Promise<MoveRow[]> =>
  db
    .select()
    .from(moves)
    .where(
      and(seenBy(seen), page.before === null ? undefined : lt(moves.id, page.before as MoveId)),
    )
    .orderBy(desc(moves.id))
    .limit(page.limit)
    .offset(page.offset);

export async function countMoves(db: InstallDb, seen: SeenMoves): Promise<number> {
  const rows = await db.select({ n: count() }).from(moves).where(seenBy(seen));
  return rows[0]?.n ?? 0;
}

/** Changes a move in one of these states; false where it is in another one. */
export async function changeMove(
  db: InstallDb,
  id: MoveId,
  from: readonly MoveRow["state"][],
  patch: MovePatch,
  line?: InstallStatement,
): Promise<boolean> {
  const results = await runBatch(db, [
    ...(line ? [line] : []),
    db
      .update(moves)
      .set(patch)
      .where(and(eq(moves.id, id), inArray(moves.state, [...from])))
      .returning({ id: moves.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}

/** The condition of an audit line: the move is in one of these states. */
export const whileMove = (id: MoveId, from: readonly MoveRow["state"][]): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${moves} WHERE id = ${id} AND state IN (SELECT value FROM json_each(${JSON.stringify(from)})))`;

/** Takes a move that is due, for as long as the lease lasts; null where it is not, or somebody has it. */
export async function takeMove(
  db: InstallDb,
  id: MoveId,
  lease: { readonly token: string; readonly now: UnixMs; readonly until: UnixMs },
): Promise<MoveRow | null> {
  const rows = await db
    .update(moves)
    .set({ lease: lease.token, leaseUntil: lease.until })
    .where(
      and(
        eq(moves.id, id),
        or(sql`+${moves.dueAt} <= ${lease.now}`, sql`+${moves.newsAt} <= ${lease.now}`),
        or(isNull(moves.leaseUntil), sql`${moves.leaseUntil} <= ${lease.now}`),
      ),
    )
    .returning();
  return rows[0] ?? null;
}

const held = (id: MoveId, token: string): SQL =>
  sql`${moves.id} = ${id} AND ${moves.lease} = ${token}`;

/** The statement that moves a leased move on; the last of its batch, which answers whether the lease held. */
export const progress = (
  db: InstallDb,
  id: MoveId,
  token: string,
  patch: MovePatch,
): InstallStatement =>
  db.update(moves).set(patch).where(held(id, token)).returning({ id: moves.id });

/** The condition of what goes with it. */
export const whileLeased = (id: MoveId, token: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${moves} WHERE ${held(id, token)})`;

export const releaseMove = (db: InstallDb, id: MoveId, token: string): Promise<unknown[]> =>
  runBatch(db, [progress(db, id, token, { lease: null, leaseUntil: null })]);

/** Frees every move. A process that still works on one finds its lease gone, and changes nothing. */
export const freeLeases = (db: InstallDb): Promise<unknown> =>
  db
    .update(moves)
    .set({ lease: null, leaseUntil: null })
    .where(sql`${moves.leaseUntil} IS NOT NULL`);

/** Moves with something to do, and nobody who does it. */
export async function selectDueMoves(db: InstallDb, now: UnixMs, limit: number): Promise<MoveId[]> {
  const rows = await db.all<{ id: MoveId }>(sql`
    SELECT m.id AS id FROM (SELECT id FROM ${moves} WHERE due_at <= ${now}
      UNION SELECT id FROM ${moves} WHERE news_at <= ${now}) d CROSS JOIN ${moves} m ON m.id = d.id
    WHERE m.lease_until IS NULL OR m.lease_until <= ${now} LIMIT ${limit}`);
  return rows.map((row) => row.id);
}

/** The move is in one of these states. */
export const isIn = (id: MoveId, states: readonly MoveState[]): SQL =>
  sql`EXISTS (SELECT 1 FROM ${moves} WHERE ${moves.id} = ${id}
    AND ${moves.state} IN (SELECT value FROM json_each(${JSON.stringify(states)})))`;
