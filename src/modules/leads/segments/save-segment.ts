import { deletionLine } from "#modules/accounts/audit/audit-statement.ts";
import type { SegmentFilter } from "#modules/leads/contract/leads.ts";
import type {
  CreateSegmentBody,
  Segment,
  UpdateSegmentBody,
} from "#modules/leads/contract/segments.ts";
import { findList } from "#modules/leads/lists/find-list.ts";
import { findTagNamed } from "#modules/leads/tags/find-tag.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { invalidField, notFound } from "#platform/rules/errors.ts";
import type { SegmentId } from "#platform/rules/ids.ts";
import { findSegment, presentSegment } from "./list-segments.ts";
import { deleteSegmentRow, insertSegment, updateSegmentRow, whileSegment } from "./store.ts";

/** Stores a filter under a name. Throws `not_found` for a list or tag that is not here. */
export async function createSegment(ctx: WorkspaceCtx, body: CreateSegmentBody): Promise<Segment> {
  const made = { name: body.name, filter: await settled(ctx, body.filter) };
  return presentSegment(await insertSegment(ctx.db, ctx.workspaceId, made, ctx.now()));
}

/** Changes name or filter; what is left out stays. Throws `not_found`, `validation_failed` for a read-only field. */
export async function updateSegment(
  ctx: WorkspaceCtx,
  id: SegmentId,
  body: UpdateSegmentBody,
): Promise<Segment> {
  const { db, workspaceId } = ctx;
  const row = await findSegment(ctx, id);
  const fixed = [
    ["id", row.id, body.id],
    ["workspace_id", row.workspaceId, body.workspace_id],
  ] as const;
  for (const [path, stored, given] of fixed) {
    if (given !== undefined && given !== stored) {
      throw invalidField(path, "read_only_field", "This field cannot be changed; leave it out.");
    }
  }
  const filter = body.filter && (await settled(ctx, body.filter));
  if (body.name === undefined && filter === undefined) return presentSegment(row);
  const patch = {
    ...(body.name !== undefined && { name: body.name }),
    ...(filter !== undefined && { filter }),
  };
  const updated = await updateSegmentRow(db, workspaceId, id, patch, ctx.now());
  if (!updated) throw notFound("segment");
  return presentSegment(updated);
}

/** Removes a segment; its leads stay as they are. Throws `not_found`. */
export async function deleteSegment(ctx: MemberCtx, id: SegmentId): Promise<void> {
  const { db, workspaceId } = ctx;
  const line = deletionLine(ctx, "segment", id, whileSegment(workspaceId, id));
  if (!(await deleteSegmentRow(db, workspaceId, id, [line]))) throw notFound("segment");
}

/** The tag by the name that it has, which a later rename looks for; without what says nothing. */
async function settled(ctx: WorkspaceCtx, filter: SegmentFilter): Promise<SegmentFilter> {
  const { tag, q, ...rest } = filter;
  if (rest.list_id !== undefined) await findList(ctx, rest.list_id);
  return {
    ...rest,
    ...(tag !== undefined && { tag: (await findTagNamed(ctx, tag)).name }),
    ...(q !== undefined && q !== "" && { q }),
  };
}
