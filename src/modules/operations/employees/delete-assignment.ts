import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { deleteAssignmentRow, selectAssignment, whileAssigned } from "./assignments-store.ts";

/** Closes a workspace to an employee, from its next request on. Throws `not_found`. */
export async function deleteAssignment(ctx: CallerCtx, id: number): Promise<void> {
  const found = await selectAssignment(ctx.install, id);
  if (!found) throw gone();
  const results = await runBatch(ctx.install, [
    auditStatement(
      ctx,
      {
        action: "assignment.deleted",
        workspaceId: found.workspaceId,
        target: { type: "assignment", id },
        details: { employee_id: found.userId },
      },
      whileAssigned(id),
    ),
    deleteAssignmentRow(ctx.install, id),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw gone();
}

const gone = (): AppError => new AppError("not_found", "Assignment not found.");
