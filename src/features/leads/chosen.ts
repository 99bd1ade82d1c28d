import type { LeadChoice } from "#contract/leads.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import { findList } from "#features/lists/find-list.ts";
import type { LeadFilter } from "./filter-store.ts";

/** The filter of a choice by ids, list or filter; ids of others find nobody. Throws `not_found` for a foreign list. */
export async function chosen(ctx: WorkspaceCtx, choice: LeadChoice): Promise<LeadFilter> {
  if (choice.lead_ids !== undefined) return { ids: [...new Set(choice.lead_ids)] };
  const listId = choice.list_id ?? choice.filter?.list_id;
  if (listId !== undefined) await findList(ctx, listId);
  const { status, min_score: minScore, q, engaged } = choice.filter ?? {};
  return { status, minScore, q, engaged, listId };
}
