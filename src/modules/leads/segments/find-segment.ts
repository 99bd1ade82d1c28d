import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { SegmentId } from "#platform/rules/ids.ts";
import { type SegmentRow, selectSegment } from "./store.ts";

/** A segment of the workspace. Throws `not_found`. */
export async function findSegment(ctx: WorkspaceCtx, id: SegmentId): Promise<SegmentRow> {
  const row = await selectSegment(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("segment");
  return row;
}
