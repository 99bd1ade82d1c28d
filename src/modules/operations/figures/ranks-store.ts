import { and, count, or, type SQL, sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { figureRanks, workspaceFigures } from "#modules/operations/schema/figures.ts";
import {
  isAscending,
  type Ordering,
  type OverviewKey,
  type OverviewPlace,
  type OverviewSort,
} from "#modules/operations/rules/overview-order.ts";
import { containing } from "#platform/db/containing.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/* Where workspaces stand in each order of the overview, without their figures being read. */

export type RankRow = typeof figureRanks.$inferSelect;
export type Days = 7 | 30 | 90;

/** Its rank was made of what is still so. */
const isRanked = (now: UnixMs): SQL => sql`(r.since <= ${now} AND r.until > ${now}
  AND r.of_name = w.name AND r.of_leads IS w.quota_leads AND r.of_mailboxes IS w.quota_mailboxes
  AND r.of_mails IS w.quota_mails)`;

const named = (q: string): SQL | undefined =>
  q === "" ? undefined : or(containing(sql`w.name`, q), containing(sql`w.slug`, q));

/** How many workspaces stand whose name or slug has `q` in it. */
export async function countOverview(db: InstallDb, q: string): Promise<number> {
  const from = sql`${workspaces} w`;
  const standing = and(sql`w.deleted_at IS NULL`, named(q));
  const [row] = await db.select({ n: count() }).from(from).where(standing);
  return row?.n ?? 0;
}

const OVER_DAYS: readonly OverviewSort[] = [
  "sent",
  "replies",
  "positive_replies",
  "meetings",
  "bounce_rate",
];

export type Ranked = {
  readonly id: WorkspaceId;
  readonly key: OverviewKey;
  readonly isRanked: number;
  /** Of all that are asked for, on whatever page. */
  readonly total: number;
};

/**
 * Workspaces that stand, in order, from the first or behind `after`: up to `unknown` whose place is not
 * known, without a key, then up to `known` others.
 */
export async function selectRanked(
  db: InstallDb,
  ordering: Ordering & { readonly days: Days; readonly q: string; readonly now: UnixMs },
  after: OverviewPlace | null,
  { unknown, known }: { readonly unknown: number; readonly known: number },
): Promise<Ranked[]> {
  const { sort, days, q, now } = ordering;
  const key = sql.raw(`r.${OVER_DAYS.includes(sort) ? `${sort}_${days}` : sort}`);
  const isUp = isAscending(ordering);
  const behind =
    after === null
      ? undefined
      : after.key === null
        ? sql`(${key} IS NULL AND w.id > ${after.id})`
        : sql`(${key} IS NULL OR ${key} ${sql.raw(isUp ? ">" : "<")} ${after.key}
            OR (${key} = ${after.key} AND w.id > ${after.id}))`;
  const from = sql`${workspaces} w LEFT JOIN ${figureRanks} r ON r.workspace_id = w.id`;
  const isKnown = sql`coalesce(${isRanked(now)}, 0)`;
  const meant = and(sql`w.deleted_at IS NULL`, named(q)) ?? sql`1`;
  return db.all(sql`
    SELECT w.id AS id, ${key} AS "key", ${isKnown} AS "isRanked",
      (SELECT count(*) FROM ${workspaces} w WHERE ${meant}) AS total
    FROM ${from} WHERE ${meant} ${behind ? sql`AND (${isKnown} = 0 OR ${behind})` : sql``}
    ORDER BY 3, ${key} IS NULL, ${key} ${sql.raw(isUp ? "ASC" : "DESC")}, w.id
    LIMIT ${known} + (SELECT count(*) FROM
      (SELECT 1 FROM ${from} WHERE ${meant} AND ${isKnown} = 0 LIMIT ${unknown}))`);
}

/** Workspaces that stand and whose place is not known, up to `limit`; none where at most `few` stand. */
export async function selectUnranked(
  db: InstallDb,
  now: UnixMs,
  { few, limit }: { readonly few: number; readonly limit: number },
): Promise<WorkspaceId[]> {
  const rows = await db
    .select({ id: sql<WorkspaceId>`w.id` })
    .from(sql`${workspaces} w LEFT JOIN ${figureRanks} r ON r.workspace_id = w.id`)
    .where(
      sql`(SELECT count(*) FROM ${workspaces} WHERE deleted_at IS NULL) > ${few}
        AND w.deleted_at IS NULL AND coalesce(${isRanked(now)}, 0) = 0`,
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Says that the places of these are not known any more. In the batch that changes their figures. */
export const forgetRanks = (db: InstallDb, ids: readonly WorkspaceId[]): InstallStatement =>
  db.run(sql`
    UPDATE ${figureRanks} SET until = 0
    WHERE until > 0 AND workspace_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);

/** Each column by its name in the table, from the names here. */
const COLUMNS = Object.entries(figureRanks)
  .filter(([name]) => name !== "enableRLS" && !name.startsWith("_"))
  .map(([name, column]) => ({ name, column: (column as { name: string }).name }));
const columns = sql.raw(COLUMNS.map(({ column }) => column).join(", "));
const brought = sql.raw(COLUMNS.map(({ name }) => `j.value->>'${name}'`).join(", "));
const taken = sql.raw(
  COLUMNS.filter(({ column }) => column !== "workspace_id")
    .map(({ column }) => `${column} = excluded.${column}`)
    .join(", "),
);

/** Keeps places, each while the figures are those of `countedAt` that it was made of. */
export const keepRanks = (
  db: InstallDb,
  rows: readonly (RankRow & { readonly countedAt: UnixMs | null })[],
): Promise<unknown> =>
  db.run(sql`
    INSERT INTO ${figureRanks} (${columns})
    SELECT ${brought} FROM json_each(${JSON.stringify(rows)}) j
      JOIN ${workspaces} w ON w.id = j.value->>'workspaceId'
      LEFT JOIN ${workspaceFigures} f ON f.workspace_id = w.id
    WHERE w.deleted_at IS NULL AND f.counted_at IS j.value->>'countedAt'
    ON CONFLICT (workspace_id) DO UPDATE SET ${taken}`);
