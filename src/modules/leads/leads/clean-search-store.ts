import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";

const PAGES = 64;

/** The full-text indexes: over leads, and over messages. */
export type SearchIndex = "lead_search" | "message_search";

const order = (index: SearchIndex, pages: number): SQL =>
  sql.raw(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${pages})`);

/** Puts every part of an index into one merge, and begins it (sqlite.org/fts5.html, 6.8). */
export const startMerging = async (db: Db, index: SearchIndex): Promise<void> =>
  void (await db.run(order(index, -PAGES)));

/** Goes on with a merge. */
export const mergeIndex = async (db: Db, index: SearchIndex): Promise<void> =>
  void (await db.run(order(index, PAGES)));

/** The parts of an index and their sizes: as before where a merge had nothing more to do. */
export async function selectIndexParts(db: Db, index: SearchIndex): Promise<string> {
  const rows = await db.all<{ parts: string | null }>(sql`
    SELECT group_concat(part || ':' || pages) AS parts FROM
      (SELECT segid AS part, count(*) AS pages FROM ${sql.raw(`${index}_idx`)} GROUP BY segid)`);
  return rows[0]?.parts ?? "";
}
