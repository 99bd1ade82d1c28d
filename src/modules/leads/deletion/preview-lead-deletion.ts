import type { LeadChoice, LeadDeletion } from "#modules/leads/contract/leads.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { leadUses, type LeadUses } from "#modules/leads/hooks.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { countSome, selectNewest, selectSome } from "#modules/leads/choices/choice-store.ts";
import { chosenConditions } from "#modules/leads/choices/chosen.ts";
import { ofLeads } from "#modules/leads/leads/lead-sql.ts";

/** As many as lists count. */
const LEADS_COUNTED = 10_000;

/**
 * What deleting these leads would do, to show it before; with more than 10,000 leads it counts
 * those of the first 10,000. Changes nothing. Throws `not_found` for a foreign list.
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
  const [uses, total] = await Promise.all([
    usesOf(ctx, those),
    hasMore ? countSome(db, workspaceId, conditions, newest) : those.length,
  ]);
  return {
    total,
    leads: those.length,
    has_more: hasMore,
    ...uses,
    up_to_id: newest,
  };
}

/** What later modules have of these leads. */
export async function usesOf(ctx: WorkspaceCtx, ids: readonly LeadId[]): Promise<LeadUses> {
  const those = ofLeads(ctx.workspaceId, ids);
  const uses = await Promise.all(ctx.hooks.ask(leadUses).map((give) => give(ctx, those)));
  const none = { in_sequence: 0, campaigns: 0, scheduled_mails: 0, threads: 0 };
  return uses.reduce<LeadUses>((all, some) => ({ ...all, ...some }), none);
}
