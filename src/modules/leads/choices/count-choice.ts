import type { SegmentCount } from "#modules/leads/contract/segments.ts";
import { selectLeadCount } from "#modules/leads/imports/jobs-store.ts";
import { countLeads } from "#modules/leads/leads/list-store.ts";
import { type Estimate, estimateFits } from "#modules/leads/rules/estimate.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { findSegment } from "#modules/leads/segments/list-segments.ts";
import { COUNTED_TO } from "#platform/http/paging.ts";
import { conditionsIn } from "./chosen.ts";
import type { LeadFilter, Part } from "./lead-filter-sql.ts";
import type { SegmentId } from "#platform/rules/ids.ts";
import { conditionsOf, planWalk } from "./plan-walk.ts";
import { selectIdEnds, selectKept, selectRanges } from "./sample-store.ts";

/** 10,000 rows that are looked at, some 20 ms: an error of one in a hundred where half of them fit. */
const RANGES = 100;
const ROWS_PER_RANGE = 100;

/**
 * How many leads a filter finds, at a cost that does not depend on how many there are: exact up to
 * 10,000 and where a counter is kept, else estimated from samples all over the workspace.
 */
export async function countChoice(ctx: WorkspaceCtx, filter: LeadFilter): Promise<Estimate> {
  const { db, workspaceId } = ctx;
  const parts = conditionsOf(ctx, filter);
  const [only] = parts;
  if (only === undefined) return exactly(await selectLeadCount(db, workspaceId));
  if (parts.length === 1 && only.kept) return exactly(await selectKept(db, only.kept));
  const { walk, total, isShort } = await planWalk(ctx, filter, { sort: "id", order: "asc" });
  if (total !== null && total <= COUNTED_TO) return exactly(total);
  if (isShort) return exactly(await countLeads(db, workspaceId, walk, null, COUNTED_TO + 1));
  // A search is not walked: each range would read the index of its words again.
  const driver = walk.first?.rough ? undefined : walk.first;
  return sampled(
    ctx,
    driver,
    parts.filter((part) => part !== driver),
  );
}

/** How many leads fit a segment now, estimated where there are many. Throws `not_found`. */
export async function countSegment(ctx: WorkspaceCtx, id: SegmentId): Promise<SegmentCount> {
  return countChoice(ctx, conditionsIn((await findSegment(ctx, id)).filter));
}

const exactly = (count: number): Estimate => ({ count, estimated: false });

async function sampled(
  { db, workspaceId }: WorkspaceCtx,
  driver: Part | undefined,
  others: readonly Part[],
): Promise<Estimate> {
  const ends = await selectIdEnds(db, workspaceId, driver);
  if (!ends) return exactly(0);
  const [first, last] = ends;
  const most = ROWS_PER_RANGE;
  const width = Math.ceil((last - first + 1) / RANGES);
  const starts = Array.from({ length: RANGES }, (_, nth) => first + nth * width);
  const [samples, known] = await Promise.all([
    selectRanges(db, workspaceId, driver, others, { starts, width, most }),
    knownOf(db, workspaceId, driver),
  ]);
  return estimateFits(samples, { width, most, known });
}

async function knownOf(
  db: WorkspaceCtx["db"],
  workspaceId: WorkspaceCtx["workspaceId"],
  driver: Part | undefined,
): Promise<number | null> {
  if (driver === undefined) return selectLeadCount(db, workspaceId);
  return driver.kept ? selectKept(db, driver.kept) : null;
}
