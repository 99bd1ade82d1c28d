import type { CreateEmployeeBody, Employee } from "#modules/operations/contract/admin.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation } from "#platform/db/db.ts";
import { mayManage } from "#modules/accounts/rules/administer.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { hashPassword } from "#modules/accounts/passwords/password.ts";
import { assertGoodPassword } from "#modules/accounts/passwords/password-rules.ts";
import { idOfEmail } from "#modules/accounts/people/made-sql.ts";
import { insertEmployee } from "./employees-store.ts";
import { presentEmployee } from "#modules/operations/overview/present.ts";

/**
 * Makes an account without a workspace; assignments open them. Throws `forbidden` for an admin made
 * by anybody but a super_admin, `validation_failed` for a weak password, `conflict` for a taken email.
 */
export async function createEmployee(ctx: CallerCtx, body: CreateEmployeeBody): Promise<Employee> {
  if (!mayManage(ctx.caller.role, body.role)) {
    throw new AppError("forbidden", "Only a super_admin can add an admin.");
  }
  await assertGoodPassword(ctx, body.password, body);
  const { name, email, role } = body;
  const passwordHash = await hashPassword(body.password);
  const [rows] = await ctx.install
    .batch([
      insertEmployee(ctx.install, { name, email, passwordHash, role }, ctx.now()),
      auditStatement(ctx, {
        action: "employee.created",
        target: { type: "user", id: idOfEmail(email) },
        details: { name, role },
      }),
    ])
    .catch((cause: unknown) => {
      throw isUniqueViolation(cause) ? emailTaken(cause) : cause;
    });
  const [row] = rows;
  if (!row) throw new Error("an insert returned no row");
  return presentEmployee(row);
}

/** `conflict` for an email that is somebody's already. */
export const emailTaken = (cause: unknown): AppError =>
  new AppError("conflict", "This email is already in use.", {
    cause,
    errors: [{ path: "email", code: "taken", message: "Already in use." }],
  });
