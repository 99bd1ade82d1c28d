import { selectLeadCount } from "#modules/leads/imports/jobs-store.ts";
import {
  countPart,
  countStretch,
  selectStretch,
  selectPlace,
  type Walk,
} from "#modules/leads/leads/list-store.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import type { LeadFilter } from "./lead-filter-sql.ts";
import { planWalk } from "./plan-walk.ts";

/**
 * Rows that one query looks at: 10 to 50 ms, so that work on a million leads lets others through
 * between two of them.
 */
const LOOKED_AT = 10_000;

/** Some leads of a choice, and the id up to which all were looked at; null: there are no more. */
export type Stretch = { readonly ids: readonly LeadId[]; readonly end: LeadId | null };

/** Walks the leads of a choice by id, from the oldest to the one that was the newest at its beginning. */
export type ChoiceWalk = {
  /** The next ones behind an id, at most so many; none may be found before the end. */
  readonly next: (after: number, most: number) => Promise<Stretch>;
  /** How many there are. */
  readonly count: () => Promise<number>;
};

/** How the leads of a choice are walked by id, those no newer than `upTo`. */
export async function walkChoice(
  ctx: WorkspaceCtx,
  filter: LeadFilter,
  upTo: number,
): Promise<ChoiceWalk> {
  const { db, workspaceId } = ctx;
  const { walk, isShort } = await planWalk(ctx, filter, { sort: "id", order: "asc" });
  const isBounded = isShort || walk.others.length === 0;
  const stretch = async (after: number) => {
    const end = isBounded ? null : await endOf(ctx, walk, after);
    const last = end !== null && end < upTo ? end : null;
    return { last, range: { after: placeOf(after), until: placeOf(last ?? upTo) } };
  };
  return {
    async next(after, most) {
      const { last, range } = await stretch(after);
      const ids = await selectStretch(db, workspaceId, walk, range, most);
      return { ids, end: ids.length === most ? (ids.at(-1) ?? null) : last };
    },
    async count() {
      if (walk.others.length === 0) {
        return walk.first === undefined
          ? selectLeadCount(db, workspaceId)
          : countPart(db, walk.first, Number.MAX_SAFE_INTEGER);
      }
      let total = 0;
      let after: number | null = 0;
      while (after !== null) {
        const { last, range }: Awaited<ReturnType<typeof stretch>> = await stretch(after);
        total += await countStretch(db, workspaceId, walk, range);
        after = last;
        await ctx.wait(0);
      }
      return total;
    },
  };
}

/** The id of the last row that is looked at behind another one; null where the walk ends before. */
async function endOf(
  { db, workspaceId }: WorkspaceCtx,
  walk: Walk,
  after: number,
): Promise<LeadId | null> {
  const place = await selectPlace(db, workspaceId, walk, placeOf(after), LOOKED_AT);
  return place && (place.id as LeadId); // a row of leads was found
}

const placeOf = (id: number) => ({ value: id, id });
