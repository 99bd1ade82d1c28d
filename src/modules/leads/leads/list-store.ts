import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import type { LeadSort } from "#modules/leads/contract/leads.ts";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";
import type { LeadPlace } from "#modules/leads/rules/page-cursor.ts";
import { driveBy, type Part } from "#modules/leads/choices/lead-filter-sql.ts";

export type LeadRow = typeof leads.$inferSelect;

/** Which rows are walked, and how: along `first` (the workspace where there is none), `others` tested. */
export type Walk = {
  readonly first: Part | undefined;
  readonly others: readonly Part[];
  readonly sort: LeadSort;
  readonly order: "asc" | "desc";
  /** The first part's rows come in another order, and are few: they are to be sorted. */
  readonly sorts?: boolean;
  /** Of a walk by score: the scores between which it goes. */
  readonly scores?: readonly [least: number, most: number];
};

export type Stretch = {
  /** Begins behind this place; null: with the first row. */
  readonly after: LeadPlace | null;
  /** Ends with this place, if it is there at all; null: with the last row. */
  readonly until: LeadPlace | null;
};

/** One page. The walk in the index of the order finds the ids; the rows are looked up behind it. */
export async function selectLeads(
  db: Db,
  workspaceId: WorkspaceId,
  walk: Walk,
  stretch: Stretch,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LeadRow[]> {
  const source = driveBy(workspaceId, walk.first, walk.others);
  const found = walked(walk, source, stretch, limit + offset);
  const ids = sql`(SELECT id FROM ${found} LIMIT ${limit} OFFSET ${offset})`;
  return (
    db
      .select()
      .from(leads)
      // The `+` keeps the planner from walking the workspace again instead of looking up the ids.
      .where(and(sql`+${leads.workspaceId} = ${workspaceId}`, inArray(leads.id, ids)))
      .orderBy(orderOf(walk))
  );
}

/** The position of the row after so many rows; null if there are fewer. */
export async function selectPlace(
  db: Db,
  workspaceId: WorkspaceId,
  walk: Walk,
  after: LeadPlace | null,
  rows: number,
): Promise<LeadPlace | null> {
  // Without the tests: it is about the rows that are looked at.
  const source = walk.first?.joins === true ? walk.first : driveBy(workspaceId, walk.first, []);
  const places = walked(walk, source, { after, until: null }, rows);
  const found = await db.all<LeadPlace>(sql`
    SELECT value, id FROM ${places} LIMIT 1 OFFSET ${rows - 1}`);
  return found[0] ?? null;
}

/** How many leads fit, from the first up to a place, counted to `atMost` and no further. */
export async function countLeads(
  db: Db,
  workspaceId: WorkspaceId,
  walk: Walk,
  until: LeadPlace | null,
  atMost: number,
): Promise<number> {
  const source = driveBy(workspaceId, walk.first, walk.others);
  const rows = await db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM ${walked(walk, source, { after: null, until }, atMost)}`,
  );
  return rows[0]?.n ?? 0;
}

/** The ids of one stretch, at most so many. */
export async function selectStretch(
  db: Db,
  workspaceId: WorkspaceId,
  walk: Walk,
  stretch: Stretch,
  most: number,
): Promise<LeadId[]> {
  const source = driveBy(workspaceId, walk.first, walk.others);
  const rows = await db.all<{ id: LeadId }>(
    sql`SELECT id FROM ${walked(walk, source, stretch, most)}`,
  );
  return rows.map(({ id }) => id);
}

/** How many leads of one stretch fit. */
export async function countStretch(
  db: Db,
  workspaceId: WorkspaceId,
  walk: Walk,
  stretch: Stretch,
): Promise<number> {
  const source = driveBy(workspaceId, walk.first, walk.others);
  const rows = await db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM ${walked(walk, source, stretch, -1)}`,
  );
  return rows[0]?.n ?? 0;
}

/** How many rows a part finds by itself, counted to `atMost` and no further: its index alone is read. */
export async function countPart(db: Db, { from, where }: Part, atMost: number): Promise<number> {
  const rows = await db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${atMost})`,
  );
  return rows[0]?.n ?? 0;
}

type Source = { readonly from: SQL; readonly where: SQL; readonly id: SQL };

/** The order of a walk, for rows of `leads`. */
export const orderOf = (walk: Walk): SQL =>
  inOrder(walk, keysOf({ ...walk, sorts: false }, sql`${leads.id}`));

/** The first rows of a stretch in order, as `value` and `id`. */
export function walked(walk: Walk, source: Source, { after, until }: Stretch, rows: number): SQL {
  const keys = keysOf(walk, source.id);
  const [first, last] = endsOf(walk);
  const end = upTo(walk, keys, until ?? last);
  const along = (begin: SQL): SQL => sql`
    SELECT ${keys[0]} AS value, ${source.id} AS id FROM ${source.from}
    WHERE ${source.where} ${begin} ${end} ORDER BY ${inOrder(walk, keys)} LIMIT ${rows}`;
  const behind = walk.order === "desc" ? sql`<` : sql`>`;
  const place = after ?? first;
  if (place === null) return sql`(${along(sql``)})`;
  const beyond = along(sql`AND ${keys[0]} ${behind} ${place.value}`);
  if (keys.length === 1) return sql`(${beyond})`;
  // Two walks, since SQLite finds no row id inside an index by a row value: the rest of those with
  // this score, of which there may be a million, and those beyond.
  const rest = along(sql`AND ${keys[0]} = ${place.value} AND ${keys[1]} ${behind} ${place.id}`);
  return sql`(SELECT * FROM (SELECT * FROM (${rest}) UNION ALL SELECT * FROM (${beyond}))
    ORDER BY ${inOrder(walk, [sql`value`, sql`id`])} LIMIT ${rows})`;
}

/** The condition that ends a walk with a place. */
function upTo({ order }: Walk, keys: readonly SQL[], place: LeadPlace | null): SQL {
  if (place === null) return sql``;
  const how = order === "desc" ? sql`>=` : sql`<=`;
  if (keys.length === 1) return sql`AND ${keys[0]} ${how} ${place.value}`;
  return sql`AND (${sql.join([...keys], sql`, `)}) ${how} (${place.value}, ${place.id})`;
}

/** The places around the scores of a walk; no lead has the id 0. */
function endsOf({ scores, order }: Walk): readonly [LeadPlace | null, LeadPlace | null] {
  if (scores === undefined) return [null, null];
  const below = { value: scores[0], id: 0 };
  const above = { value: scores[1] + 1, id: 0 };
  return order === "desc" ? [above, below] : [below, above];
}

/**
 * Ids grow with time, so the order of creation is the order of ids. The `+` keeps the planner from
 * walking the order's index where rows that another index finds are to be sorted.
 */
function keysOf({ sort, sorts }: Walk, id: SQL): SQL[] {
  if (sort === "email") return [sorts ? sql`+leads.email` : sql`leads.email`];
  if (sort === "score") return [sorts ? sql`+leads.score_rank` : sql`leads.score_rank`, id];
  return [sorts ? sql`+${id}` : id];
}

const inOrder = ({ order }: Walk, keys: readonly SQL[]): SQL =>
  sql.join(
    keys.map((key) => sql`${key} ${sql.raw(order)}`),
    sql`, `,
  );
