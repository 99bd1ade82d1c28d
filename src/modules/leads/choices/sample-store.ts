import { sql } from "drizzle-orm";
import type { Sample } from "#modules/leads/rules/estimate.ts";
import type { Db } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { walked } from "#modules/leads/leads/list-store.ts";
import { driveBy, type Part } from "./lead-filter-sql.ts";

/** The first and the last id of what a part finds (the workspace without one); null for nothing. */
export async function selectIdEnds(
  db: Db,
  workspaceId: WorkspaceId,
  driver: Part | undefined,
): Promise<readonly [first: number, last: number] | null> {
  const source = driver?.joins === true ? driver : driveBy(workspaceId, driver, []);
  const walk = { first: driver, others: [], sort: "id" } as const;
  const none = { after: null, until: null };
  const rows = await db.all<{ first: number | null; last: number | null }>(sql`
    SELECT (SELECT id FROM ${walked({ ...walk, order: "asc" }, source, none, 1)}) AS first,
      (SELECT id FROM ${walked({ ...walk, order: "desc" }, source, none, 1)}) AS last`);
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? null : [first, last];
}

/** Looks at the first `most` rows of a part behind each start, and tests them. */
export async function selectRanges(
  db: Db,
  workspaceId: WorkspaceId,
  driver: Part | undefined,
  others: readonly Part[],
  at: { readonly starts: readonly number[]; readonly width: number; readonly most: number },
): Promise<Sample[]> {
  const bare = driver?.joins === true && others.length === 0;
  const { from, where, id } = bare ? driver : driveBy(workspaceId, driver, []);
  const fits =
    others.length === 0
      ? sql`1`
      : sql.join(
          others.map((part) => sql`(${part.rough ?? part.test})`),
          sql` AND `,
        );
  const rows = await db.all<{ start: number; seen: string }>(sql`
    SELECT r.value AS start, (SELECT json_array(count(*), coalesce(sum(w.fits), 0), max(w.id)) FROM (
      SELECT ${id} AS id, (${fits}) AS fits FROM ${from}
      WHERE ${where} AND ${id} >= r.value AND ${id} < r.value + ${at.width}
      ORDER BY ${id} LIMIT ${at.most}) w) AS seen
    FROM json_each(${JSON.stringify(at.starts)}) r`);
  return rows.map(({ start, seen }) => {
    const [count, fit, last] = JSON.parse(seen) as [number, number, number | null];
    return { start, rows: count, fits: fit, last: last ?? start };
  });
}

/** A kept count. */
export async function selectKept(db: Db, kept: NonNullable<Part["kept"]>): Promise<number> {
  const rows = await db.all<{ n: number | null }>(sql`SELECT ${kept} AS n`);
  return rows[0]?.n ?? 0;
}
