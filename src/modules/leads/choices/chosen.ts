import type { EnrolFilter, LeadChoice, SegmentFilter } from "#modules/leads/contract/leads.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { findList } from "#modules/leads/lists/find-list.ts";
import { type FieldCondition, readFieldCondition } from "#modules/leads/rules/field-condition.ts";
import { findSegment } from "#modules/leads/segments/list-segments.ts";
import { conditionsOf } from "./plan-walk.ts";
import type { LeadFilter, Part } from "./lead-filter-sql.ts";

/** A choice for later: what its segment meant when it was made. */
export type KeptChoice = LeadChoice & { readonly segment?: SegmentFilter | undefined };

/** A choice as a job keeps it, so that a segment that changes meanwhile changes nothing. Throws `not_found`. */
export async function keptChoice(ctx: WorkspaceCtx, choice: LeadChoice): Promise<KeptChoice> {
  const id = choice.segment_id ?? choice.filter?.segment_id;
  if (id === undefined) return choice;
  return { ...choice, segment: (await findSegment(ctx, id)).filter };
}

/**
 * The filter of a choice by ids, list, segment or filter; ids of others find nobody. Throws
 * `not_found` for a foreign list or segment.
 */
export async function chosen(ctx: WorkspaceCtx, choice: LeadChoice): Promise<LeadFilter> {
  const filter = filterOfChoice(await keptChoice(ctx, choice));
  if (filter.listId !== undefined) await findList(ctx, filter.listId);
  return filter;
}

/** The same without a look whether the list is there: one that is gone finds nobody. */
export function filterOfChoice(choice: KeptChoice): LeadFilter {
  const { lead_ids, list_id, segment_id, filter = {}, segment } = choice;
  if (lead_ids !== undefined) return { ids: [...new Set(lead_ids)] };
  const isKnown = (segment_id ?? filter.segment_id) === undefined || segment !== undefined;
  // Never more than was meant: a segment of which nothing is known finds nobody.
  if (!isKnown) return { ids: [] };
  return {
    ...conditionsIn(filter),
    listId: list_id ?? filter.list_id,
    segment: segment && conditionsIn(segment),
  };
}

/** The conditions of a filter in a body. */
export const conditionsIn = (filter: Omit<EnrolFilter, "segment_id">): LeadFilter => ({
  status: filter.status,
  minScore: filter.min_score,
  q: filter.q,
  listId: filter.list_id,
  campaignId: filter.campaign_id,
  engaged: filter.engaged,
  tag: filter.tag,
  field: filter.field === undefined ? undefined : fieldIn(filter.field),
});

function fieldIn(text: string): FieldCondition {
  const read = readFieldCondition(text);
  if (!read) throw new Error("a filter by a field that nobody can read");
  return read;
}

/** The conditions of a choice. Throws `not_found` for a foreign list. */
export const chosenConditions = async (ctx: WorkspaceCtx, choice: LeadChoice): Promise<Part[]> =>
  conditionsOf(ctx, await chosen(ctx, choice));
