import type { Assignment, CreateAssignmentBody } from "#modules/operations/contract/admin.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import {
  idOfPair,
  insertAssignment,
  resumeKeysOf,
  selectPair,
  selectPairRow,
} from "./assignments-store.ts";
import { presentAssignment } from "#modules/operations/overview/present.ts";

/**
 * Opens a workspace to an employee. Throws `not_found` for an unknown user or workspace,
 * `validation_failed` for a user who is no employee, `conflict` where the two are together already.
 */
export async function createAssignment(
  ctx: CallerCtx,
  body: CreateAssignmentBody,
): Promise<Assignment> {
  const { install } = ctx;
  const pair = { userId: body.employee_id, workspaceId: body.workspace_id };
  const { role, workspace } = await selectPair(install, pair);
  if (role === null) throw missing("employee_id", "employee");
  if (!workspace) throw missing("workspace_id", "workspace");
  if (role !== "employee") {
    throw invalidField("employee_id", "not_an_employee", "Only employees can be assigned.");
  }
  const now = ctx.now();
  const line = idOfPair(pair, now);
  await install
    .batch([
      insertAssignment(install, pair, now),
      auditStatement(
        ctx,
        {
          action: "assignment.created",
          workspaceId: pair.workspaceId,
          target: { type: "assignment", id: line.id },
          details: { employee_id: pair.userId },
        },
        line.source,
      ),
      resumeKeysOf(install, pair),
    ])
    .catch((cause: unknown) => {
      throw isUniqueViolation(cause) ? together(cause) : cause;
    });
  const row = await selectPairRow(install, pair);
  if (!row) throw new AppError("conflict", "The employee or the workspace has just changed.");
  return presentAssignment(row);
}

const missing = (path: string, what: string): AppError =>
  new AppError("not_found", `There is no such ${what}.`, {
    errors: [{ path, code: "not_found", message: `There is no such ${what}.` }],
  });

const together = (cause: unknown): AppError =>
  new AppError("conflict", "The employee is already assigned to this workspace.", { cause });
