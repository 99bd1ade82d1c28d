import { leadFilters } from "#modules/leads/hooks.ts";
import type { LeadsQuery } from "#modules/leads/contract/leads.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { COUNTED_TO } from "#platform/http/paging.ts";
import { type LeadFilter, type Part, partsOf } from "./lead-filter-sql.ts";
import { countPart, type Walk } from "#modules/leads/leads/list-store.ts";

/** A walk, and how many rows its filter finds, if planning found that out. */
export type Plan = {
  readonly walk: Walk;
  /** Counted to one more than `COUNTED_TO`; null if only a walk can find out. */
  readonly total: number | null;
  /** No more rows than may be sorted at once: the walk has an end that is near. */
  readonly isShort: boolean;
};

/**
 * Decides how a page of leads is found, so that it costs the same whatever the workspace holds. A
 * condition that finds few rows is walked and its rows sorted. Where each finds many, the order
 * itself is walked and every row tested: what is common is met soon.
 */
export async function planWalk(
  ctx: WorkspaceCtx,
  filter: LeadFilter,
  { sort, order }: Pick<LeadsQuery, "sort" | "order">,
): Promise<Plan> {
  const parts = conditionsOf(ctx, filter);
  // To count what no index finds would be to read every lead.
  const sizes = await Promise.all(
    parts.map(async (part) =>
      part.unindexed ? Infinity : countPart(ctx.db, part, COUNTED_TO + 1),
    ),
  );
  const fewest = Math.min(...sizes);
  const key = sort === "created_at" ? "id" : sort;
  const isShort = fewest <= COUNTED_TO;
  const chosen = isShort
    ? parts[sizes.indexOf(fewest)]
    : parts.find((part) => part.orders.includes(key));
  const others = parts.filter((part) => part !== chosen);
  const walk: Walk =
    chosen?.scores && key === "score" && (others.length === 0 || !isShort)
      ? // Their rows stand together in the order of the score, which is walked between its ends.
        { first: undefined, others: [...others, chosen], sort, order, scores: chosen.scores }
      : { first: chosen, others, sort, order, sorts: chosen?.orders.includes(key) === false };
  return { walk, total: parts.length === 1 && Number.isFinite(fewest) ? fewest : null, isShort };
}

/** The conditions of a filter, with those that later modules answer for and those of its segment. */
export const conditionsOf = (ctx: WorkspaceCtx, filter: LeadFilter): Part[] => [
  ...partsOf(
    ctx.workspaceId,
    filter,
    ctx.hooks.ask(leadFilters).flatMap((give) => give(ctx.workspaceId, filter)),
  ),
  ...(filter.segment === undefined ? [] : conditionsOf(ctx, filter.segment)),
];
