import { paginationOf, type Pagination } from "#platform/contract/common.ts";
import type { LeadListItem, LeadSort, LeadsQuery } from "#modules/leads/contract/leads.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { leadCursor, type LeadPlace, readLeadCursor } from "#modules/leads/rules/page-cursor.ts";
import { COUNTED_TO, pageOf } from "#platform/http/paging.ts";
import { listLeadCount } from "#modules/leads/lists/find-list.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { conditionsIn } from "#modules/leads/choices/chosen.ts";
import { findSegment } from "#modules/leads/segments/list-segments.ts";
import { leadStanding } from "#modules/leads/hooks.ts";
import { selectTagsOf } from "#modules/leads/tags/lead-tags-store.ts";
import { type LeadFilter } from "#modules/leads/choices/lead-filter-sql.ts";
import { selectLeadCount } from "#modules/leads/imports/jobs-store.ts";
import { countLeads, type LeadRow, selectLeads, selectPlace } from "./list-store.ts";
import { type Plan, planWalk } from "#modules/leads/choices/plan-walk.ts";
import { presentLead } from "./present.ts";

/**
 * Rows that a page may read and leave out, where conditions are common each and rare together: some
 * 50 ms. The page then ends early, with a cursor for the rest.
 */
const LOOKED_AT = 10_000;

/** A page of leads. It costs the same whatever the workspace holds. */
export async function readLeads(ctx: WorkspaceCtx, query: LeadsQuery) {
  const { db, workspaceId } = ctx;
  const filter = await leadFilterOf(ctx, query);
  const order = `${query.sort} ${query.order}`;
  const after = query.cursor === undefined ? null : readLeadCursor(order, query.cursor);
  if (query.cursor !== undefined && after === null) {
    throw new AppError(
      "malformed_request",
      "This cursor is not valid for this list. Start with page 1.",
      {
        errors: [
          { path: "cursor", code: "invalid_cursor", message: "Use the next_cursor of a page." },
        ],
      },
    );
  }
  const plan = await planWalk(ctx, filter, query);
  const offset = after === null ? (query.page - 1) * query.limit : 0;
  const until = await endOf(ctx, plan, after, LOOKED_AT + offset);
  const [rows, pagination] = await Promise.all([
    selectLeads(db, workspaceId, plan.walk, { after, until }, { limit: query.limit + 1, offset }),
    totals(ctx, query, filter, plan, after === null ? until : null),
  ]);
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  const place = last ? { value: valueOf(last, query.sort), id: last.id } : until;
  return {
    data: await presented(ctx, shown),
    pagination: { ...pagination, next_cursor: place && leadCursor(order, place) },
  };
}

/** The filter of a query. Throws `not_found` for a foreign segment. */
export async function leadFilterOf(
  ctx: WorkspaceCtx,
  query: Omit<LeadsQuery, "page" | "limit" | "cursor">,
): Promise<LeadFilter> {
  const { segment_id: id } = query;
  return {
    ...conditionsIn({ ...query, q: query.q?.trim() || undefined }),
    segment: id === undefined ? undefined : conditionsIn((await findSegment(ctx, id)).filter),
  };
}

async function presented(ctx: WorkspaceCtx, rows: readonly LeadRow[]): Promise<LeadListItem[]> {
  const [suppressed, tags] = await Promise.all([
    suppressedAmong(
      ctx,
      rows.map((row) => row.email),
    ),
    selectTagsOf(
      ctx.db,
      ctx.workspaceId,
      rows.map((row) => row.id),
    ),
  ]);
  const standing = await ctx.hooks.one(leadStanding)(
    ctx,
    rows.map((row) => ({
      id: row.id,
      bounced: row.bouncedAt !== null,
      unsubscribed: row.unsubscribedAt !== null,
      suppressed: suppressed.has(row.email),
      validation: row.validationStatus,
    })),
  );
  return rows.map((row) => ({
    ...presentLead(row, { isSuppressed: suppressed.has(row.email), tags: tags.get(row.id) }),
    campaign: standing.get(row.id)?.campaign ?? null,
    last_event: standing.get(row.id)?.lastEvent ?? null,
  }));
}

/** Where looking has to end; null where the walk is short, or shows every row that it looks at. */
const endOf = async (
  ctx: WorkspaceCtx,
  { walk, isShort }: Plan,
  after: LeadPlace | null,
  rows: number,
): Promise<LeadPlace | null> =>
  isShort || walk.others.length === 0
    ? null
    : selectPlace(ctx.db, ctx.workspaceId, walk, after, rows);

/** The pagination block, but for its cursor: kept counters, else counted as far as is looked. */
async function totals(
  ctx: WorkspaceCtx,
  query: LeadsQuery,
  filter: LeadFilter,
  plan: Plan,
  firstEnd: LeadPlace | null,
): Promise<Pagination> {
  const { db, workspaceId } = ctx;
  const { listId, ...others } = filter;
  if (Object.values(others).every((value) => value === undefined)) {
    const kept =
      listId === undefined ? selectLeadCount(db, workspaceId) : listLeadCount(ctx, listId);
    return paginationOf(query, await kept);
  }
  if (plan.total !== null) return pageOf(query, plan.total, null);
  const until = firstEnd ?? (await endOf(ctx, plan, null, LOOKED_AT));
  const counted = await countLeads(db, workspaceId, plan.walk, until, COUNTED_TO + 1);
  const block = pageOf(query, counted, null);
  // Not every row was looked at: there are so many at least.
  return until === null || block.total === null
    ? block
    : { ...block, total: null, total_at_least: counted, total_pages: null };
}

/** What a row is sorted by. */
export function valueOf(
  row: Pick<LeadRow, "id" | "email" | "score">,
  sort: LeadSort,
): string | number {
  if (sort === "email") return row.email;
  return sort === "score" ? (row.score ?? -1) : row.id;
}
