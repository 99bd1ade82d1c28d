import { conditionsIn } from "#modules/leads/choices/chosen.ts";
import { countChoice } from "#modules/leads/choices/count-choice.ts";
import type { SegmentCount } from "#modules/leads/contract/segments.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { SegmentId } from "#platform/rules/ids.ts";
import { findSegment } from "./find-segment.ts";

/** How many leads fit a segment now, estimated where there are many. Throws `not_found`. */
export async function countSegment(ctx: WorkspaceCtx, id: SegmentId): Promise<SegmentCount> {
  return countChoice(ctx, conditionsIn((await findSegment(ctx, id)).filter));
}
