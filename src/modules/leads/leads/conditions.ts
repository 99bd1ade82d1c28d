import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { leadFilters } from "#modules/leads/hooks.ts";
import { type LeadFilter, type Part, partsOf } from "./lead-filter-sql.ts";

/** The conditions of a filter, with those that later modules answer for. */
export const conditionsOf = (ctx: WorkspaceCtx, filter: LeadFilter): Part[] =>
  partsOf(
    ctx.workspaceId,
    filter,
    ctx.hooks.ask(leadFilters).flatMap((give) => give(ctx.workspaceId, filter)),
  );
