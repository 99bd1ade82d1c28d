import { and, eq, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { workspaceSettings } from "#modules/accounts/schema/accounts.ts";
import { asId, type UnixMs, type WorkspaceId } from "#platform/rules/ids.ts";

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

/** Somebody was erased, and their words may still be in the index. */
export type SearchMark = { readonly at: UnixMs; readonly isBegun: boolean };

/** No workspace's: the index is that of all workspaces of this database, and so is its mark. */
const WHOLE = asId<WorkspaceId>(0);

export async function selectSearchMark(db: Db): Promise<SearchMark | null> {
  const rows = await db
    .select({ mark: sql<string | null>`${workspaceSettings.value} ->> '$.search_unclean'` })
    .from(workspaceSettings)
    .where(eq(workspaceSettings.workspaceId, WHOLE));
  // Written by `putSearchMark` alone.
  return rows[0]?.mark == null ? null : (JSON.parse(rows[0].mark) as SearchMark);
}

export const putSearchMark = (db: Db, mark: SearchMark, now: UnixMs): Statement =>
  db
    .insert(workspaceSettings)
    .values({ workspaceId: WHOLE, value: { search_unclean: mark }, updatedAt: now })
    .onConflictDoUpdate({
      target: workspaceSettings.workspaceId,
      set: { value: sql`excluded.value`, updatedAt: now },
    });

export async function deleteSearchMark(db: Db, at: UnixMs): Promise<void> {
  await db
    .delete(workspaceSettings)
    .where(
      and(
        eq(workspaceSettings.workspaceId, WHOLE),
        sql`${workspaceSettings.value} ->> '$.search_unclean.at' = ${at}`,
      ),
    );
}
