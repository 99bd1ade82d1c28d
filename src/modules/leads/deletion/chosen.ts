import type { LeadChoice } from "#modules/leads/contract/leads.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { findList } from "#modules/leads/lists/find-list.ts";
import { conditionsOf } from "./plan-walk.ts";
import type { LeadFilter, Part } from "#modules/leads/leads/lead-filter-sql.ts";

/** The filter of a choice by ids, list or filter; ids of others find nobody. Throws `not_found` for a foreign list. */
export async function chosen(ctx: WorkspaceCtx, choice: LeadChoice): Promise<LeadFilter> {
  if (choice.lead_ids !== undefined) return { ids: [...new Set(choice.lead_ids)] };
  const listId = choice.list_id ?? choice.filter?.list_id;
  if (listId !== undefined) await findList(ctx, listId);
  const { status, min_score: minScore, q, engaged } = choice.filter ?? {};
  return { status, minScore, q, engaged, listId };
}

/** The conditions of a choice. Throws `not_found` for a foreign list. */
export const chosenConditions = async (ctx: WorkspaceCtx, choice: LeadChoice): Promise<Part[]> =>
  conditionsOf(ctx, await chosen(ctx, choice));
