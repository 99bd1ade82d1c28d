import { paginationOf } from "#contract/common.ts";
import type { Lead, LeadSort, LeadsQuery } from "#contract/leads.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import { AppError } from "#domain/errors.ts";
import { leadCursor, readLeadCursor } from "#domain/leads/page-cursor.ts";
import { COUNTED_TO, pageOf } from "#features/campaigns/paging.ts";
import { listLeadCount } from "#features/lists/find-list.ts";
import { suppressedAmong } from "#features/suppressions/suppress.ts";
import type { LeadFilter } from "./filter-store.ts";
import { selectLeadCount } from "./jobs-store.ts";
import { countLeads, type LeadRow, selectLeads } from "./list-store.ts";
import { presentLead } from "./present.ts";

/** A page of leads. It costs the same whatever the workspace holds (contract 1). */
export async function listLeads(ctx: WorkspaceCtx, query: LeadsQuery) {
  const filter: LeadFilter = {
    status: query.status,
    minScore: query.min_score,
    q: query.q,
    listId: query.list_id,
    campaignId: query.campaign_id,
  };
  const order = `${query.sort} ${query.order}`;
  const after = query.cursor === undefined ? null : readLeadCursor(order, query.cursor);
  if (query.cursor !== undefined && after === null) {
    throw new AppError("malformed_request", "This cursor is not of this list; begin with page 1.", {
      errors: [{ path: "cursor", code: "invalid_cursor", message: "Use next_cursor of a page." }],
    });
  }
  const rows = await selectLeads(ctx.db, ctx.workspaceId, filter, {
    sort: query.sort,
    order: query.order,
    after,
    limit: query.limit + 1,
    offset: after === null ? (query.page - 1) * query.limit : 0,
  });
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  const next = last ? leadCursor(order, { value: valueOf(last, query.sort), id: last.id }) : null;
  const kept = await keptTotal(ctx, filter);
  return {
    data: await presented(ctx, shown),
    pagination:
      kept === null
        ? pageOf(query, await countLeads(ctx.db, ctx.workspaceId, filter, COUNTED_TO + 1), next)
        : paginationOf(query, kept, next),
  };
}

async function presented(ctx: WorkspaceCtx, rows: readonly LeadRow[]): Promise<Lead[]> {
  const suppressed = await suppressedAmong(
    ctx,
    rows.map((row) => row.email),
  );
  return rows.map((row) => presentLead(row, suppressed.has(row.email)));
}

/** The counters that are kept beside the rows; null where only counting helps. */
async function keptTotal(ctx: WorkspaceCtx, filter: LeadFilter): Promise<number | null> {
  const { listId, ...others } = filter;
  const narrowed = Object.values(others).some((value) => value !== undefined && value !== "");
  if (narrowed) return null;
  if (listId !== undefined) return listLeadCount(ctx, listId);
  return selectLeadCount(ctx.db, ctx.workspaceId);
}

function valueOf(row: LeadRow, sort: LeadSort): string | number {
  if (sort === "email") return row.email;
  return sort === "score" ? (row.score ?? -1) : row.id;
}
