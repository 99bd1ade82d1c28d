import type { LeadChoice } from "#modules/leads/contract/leads.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { findList } from "#modules/leads/lists/find-list.ts";
import { conditionsOf } from "./plan-walk.ts";
import type { LeadFilter, Part } from "./lead-filter-sql.ts";

/** The filter of a choice by ids, list or filter; ids of others find nobody. Throws `not_found` for a foreign list. */
export async function chosen(ctx: WorkspaceCtx, choice: LeadChoice): Promise<LeadFilter> {
  const filter = filterOfChoice(choice);
  if (filter.listId !== undefined) await findList(ctx, filter.listId);
  return filter;
}

/** The same without a look whether the list is there: one that is gone finds nobody. */
export function filterOfChoice({ lead_ids, list_id, filter = {} }: LeadChoice): LeadFilter {
  if (lead_ids !== undefined) return { ids: [...new Set(lead_ids)] };
  const { status, min_score: minScore, q, engaged } = filter;
  return { status, minScore, q, engaged, listId: list_id ?? filter.list_id };
}

/** The conditions of a choice. Throws `not_found` for a foreign list. */
export const chosenConditions = async (ctx: WorkspaceCtx, choice: LeadChoice): Promise<Part[]> =>
  conditionsOf(ctx, await chosen(ctx, choice));
