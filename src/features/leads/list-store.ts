import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/db.ts";
import { leads, SCORE_RANK } from "#db/schema/leads.ts";
import type { LeadSort } from "#contract/leads.ts";
import type { WorkspaceId } from "#domain/ids.ts";
import type { LeadPlace } from "#domain/leads/page-cursor.ts";
import { type LeadFilter, leadSource } from "./filter-store.ts";

export type LeadRow = typeof leads.$inferSelect;

export type LeadPage = {
  readonly sort: LeadSort;
  readonly order: "asc" | "desc";
  readonly after: LeadPlace | null;
  readonly limit: number;
  readonly offset: number;
};

/** One page. The walk in the index of the order finds the ids; the rows are looked up behind it. */
export async function selectLeads(
  db: Db,
  workspaceId: WorkspaceId,
  filter: LeadFilter,
  page: LeadPage,
): Promise<LeadRow[]> {
  const { from, where, id } = leadSource(workspaceId, filter);
  const keys = sortKeys(page.sort, id);
  const direction = sql.raw(page.order);
  const inOrder = (columns: readonly SQL[]): SQL =>
    sql.join(
      columns.map((column) => sql`${column} ${direction}`),
      sql`, `,
    );
  const ids = sql`(SELECT leads.id FROM ${from} WHERE ${where} ${behind(page, keys)}
    ORDER BY ${inOrder(keys)} LIMIT ${page.limit} OFFSET ${page.offset})`;
  return (
    db
      .select()
      .from(leads)
      // The `+` keeps the planner from walking the workspace again instead of looking up the ids.
      .where(and(sql`+${leads.workspaceId} = ${workspaceId}`, inArray(leads.id, ids)))
      .orderBy(inOrder(sortKeys(page.sort, sql`${leads.id}`)))
  );
}

/** Ids grow with time, so the order of creation is the order of ids. */
function sortKeys(sort: LeadSort, id: SQL): SQL[] {
  if (sort === "email") return [sql`leads.email`];
  return sort === "score" ? [SCORE_RANK, id] : [id];
}

function behind({ sort, order, after }: LeadPage, keys: readonly SQL[]): SQL {
  if (after === null) return sql``;
  const beyond = order === "desc" ? sql`<` : sql`>`;
  if (sort === "score")
    return sql`AND (${sql.join([...keys], sql`, `)}) ${beyond} (${after.value}, ${after.id})`;
  return sql`AND ${keys[0]} ${beyond} ${sort === "email" ? after.value : after.id}`;
}

/** How many leads fit, counted to `atMost` and no further. */
export async function countLeads(
  db: Db,
  workspaceId: WorkspaceId,
  filter: LeadFilter,
  atMost: number,
): Promise<number> {
  const { from, where } = leadSource(workspaceId, filter);
  const rows = await db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${atMost})`,
  );
  return rows[0]?.n ?? 0;
}
