import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";

const PAGES = 64;

/** Puts every part of the index into one merge, and begins it (sqlite.org/fts5.html, 6.8). */
export const startMergingSearch = async (db: Db): Promise<void> =>
  void (await db.run(
    sql`INSERT INTO lead_search (lead_search, rank) VALUES ('merge', ${sql.raw(`-${PAGES}`)})`,
  ));

/** Goes on with a merge. */
export const mergeSearch = async (db: Db): Promise<void> =>
  void (await db.run(
    sql`INSERT INTO lead_search (lead_search, rank) VALUES ('merge', ${sql.raw(String(PAGES))})`,
  ));

/** The parts of the index and their sizes: as before where a merge had nothing more to do. */
export async function selectSearchParts(db: Db): Promise<string> {
  const rows = await db.all<{ parts: string | null }>(sql`
    SELECT group_concat(part || ':' || pages) AS parts FROM
      (SELECT segid AS part, count(*) AS pages FROM lead_search_idx GROUP BY segid)`);
  return rows[0]?.parts ?? "";
}
