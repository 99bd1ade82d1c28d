import { and, count, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { deadLetters } from "#modules/operations/schema/dead-letters.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

export type LetterRow = typeof deadLetters.$inferSelect;

export async function insertLetter(
  db: InstallDb,
  row: { body: unknown; attempts: number; reason: "attempts" | "malformed"; createdAt: UnixMs },
): Promise<void> {
  await db.insert(deadLetters).values(row);
}

/** Newest first. */
export const selectLetters = (
  db: InstallDb,
  before: number | null,
  page: { limit: number; offset: number },
) =>
  db
    .select()
    .from(deadLetters)
    .where(before === null ? undefined : lt(deadLetters.id, before))
    .orderBy(desc(deadLetters.id))
    .limit(page.limit)
    .offset(page.offset);

/** How many there are, counted up to `limit`. */
export async function countLetters(db: InstallDb, limit: number): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(sql`(SELECT 1 FROM ${deadLetters} LIMIT ${limit})`);
  return row?.n ?? 0;
}

/** Letters of which another try can be asked for: this one, or all that can be read. */
const replayable = (id: number | "all") =>
  and(
    id === "all" ? eq(deadLetters.reason, "attempts") : eq(deadLetters.id, id),
    isNull(deadLetters.replayAt),
  );

/** The conditions of audit lines. */
export const whileReplayable = (id: number | "all"): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${deadLetters} WHERE ${replayable(id)})`;
export const whileLetter = (id: number): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${deadLetters} WHERE id = ${id})`;

/** Asks for another try of one letter, or of all that can be read. */
export const markReplay = (db: InstallDb, id: number | "all", now: UnixMs): InstallStatement =>
  db.update(deadLetters).set({ replayAt: now }).where(replayable(id));

export const selectReplays = (db: InstallDb, limit: number) =>
  db
    .select({ id: deadLetters.id, body: deadLetters.body })
    .from(deadLetters)
    .where(isNotNull(deadLetters.replayAt))
    .orderBy(deadLetters.replayAt)
    .limit(limit);

export const deleteLetters = (db: InstallDb, ids: readonly number[]) =>
  db.delete(deadLetters).where(inArray(deadLetters.id, [...ids]));

export async function selectLetter(db: InstallDb, id: number): Promise<LetterRow | null> {
  const [row] = await db.select().from(deadLetters).where(eq(deadLetters.id, id)).limit(1);
  return row ?? null;
}

/** Removes letters from before `until`, `limit` at a time. */
export async function deleteOldLetters(db: InstallDb, until: UnixMs, limit: number): Promise<void> {
  await db.run(
    sql`DELETE FROM ${deadLetters} WHERE id IN (SELECT id FROM ${deadLetters} WHERE created_at < ${until} LIMIT ${limit})`,
  );
}
