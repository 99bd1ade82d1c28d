import type { LeadChoice, LeadDeletion } from "#modules/leads/contract/leads.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { countSome, selectHoldings, selectNewest, selectSome } from "./choice-store.ts";
import { chosenConditions } from "./chosen.ts";

/** As many as lists count. */
const LEADS_COUNTED = 10_000;

/**
 * What deleting these leads would do, so that a person knows before; beyond 10,000 leads it tells
 * of as many. Changes nothing. Throws `not_found` for a foreign list.
 */
export async function previewLeadDeletion(
  ctx: WorkspaceCtx,
  choice: LeadChoice,
): Promise<LeadDeletion> {
  const { db, workspaceId } = ctx;
  const conditions = await chosenConditions(ctx, choice);
  const newest = await selectNewest(db, workspaceId);
  const found = await selectSome(db, workspaceId, conditions, newest, LEADS_COUNTED + 1);
  const those = found.slice(0, LEADS_COUNTED).map(({ id }) => id);
  const hasMore = found.length > LEADS_COUNTED;
  const [held, total] = await Promise.all([
    selectHoldings(db, workspaceId, those),
    hasMore ? countSome(db, workspaceId, conditions, newest) : those.length,
  ]);
  return {
    total,
    leads: those.length,
    has_more: hasMore,
    in_sequence: held.places,
    campaigns: held.campaigns,
    scheduled_mails: held.scheduled,
    threads: held.threads,
    up_to_id: newest,
  };
}
