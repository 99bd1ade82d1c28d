import type { AssignmentsQuery } from "#contract/admin.ts";
import { paginationOf } from "#contract/common.ts";
import type { CallerCtx } from "#core/ctx.ts";
import { pageAfter } from "#core/page-after.ts";
import { countAssignments, selectAssignments } from "./assignments-store.ts";
import { presentAssignment } from "./present.ts";

/** Which employee works in which workspace, newest first. */
export async function listAssignments(ctx: CallerCtx, query: AssignmentsQuery) {
  const filter = { employeeId: query.employee_id, workspaceId: query.workspace_id };
  const { before, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectAssignments(ctx.db, filter, before, page),
    countAssignments(ctx.db, filter),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentAssignment),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}
