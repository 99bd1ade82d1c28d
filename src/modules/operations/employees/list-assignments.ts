import type { AssignmentsQuery } from "#modules/operations/contract/admin.ts";
import { paginationOf } from "#platform/contract/common.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { countAssignments, selectAssignments } from "./assignments-store.ts";
import { presentAssignment } from "#modules/operations/overview/present.ts";

/** Which employee works in which workspace, newest first where nothing else is asked. */
export async function listAssignments(ctx: CallerCtx, query: AssignmentsQuery) {
  const filter = { employeeId: query.employee_id, workspaceId: query.workspace_id };
  const { order, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectAssignments(ctx.install, filter, order, page),
    countAssignments(ctx.install, filter),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentAssignment),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}
