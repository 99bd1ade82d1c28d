import type { Employee, UpdateEmployeeBody } from "#modules/operations/contract/admin.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation, runBatch } from "#platform/db/db.ts";
import { mayManage } from "#modules/accounts/rules/administer.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { hashPassword } from "#modules/accounts/passwords/password.ts";
import { assertGoodPassword } from "#modules/accounts/passwords/password-rules.ts";
import { emailTaken } from "./create-employee.ts";
import {
  asSeenSource,
  type EmployeeRow,
  endSessionsOf,
  updateEmployeeRow,
} from "./employees-store.ts";
import { findManageable } from "./find-employee.ts";
import { presentEmployee } from "#modules/operations/overview/present.ts";

/**
 * Changes the fields that are given. A role acts on the next request; a password ends every
 * session of the employee. Throws `not_found`, `forbidden` where the caller may not (and for
 * `admin` from anybody but a super_admin; for a key that would change email or password), `conflict` for a taken email.
 */
export async function updateEmployee(
  ctx: CallerCtx,
  id: UserId,
  body: UpdateEmployeeBody,
): Promise<Employee> {
  const seen = await findManageable(ctx, id);
  assertReadOnly(seen, body);
  const { name, email, role, password } = body;
  assertNoTakeover(ctx, seen, body);
  if (role !== undefined && !mayManage(ctx.caller.role, role)) {
    throw new AppError("forbidden", "Only a super_admin can add an admin.");
  }
  const fields = Object.entries({ name, email, role, password })
    .filter(([, value]) => value !== undefined)
    .map(([field]) => field);
  if (fields.length === 0) return presentEmployee(seen);
  if (password !== undefined) {
    const owner = { ...seen, name: name ?? seen.name, email: email ?? seen.email };
    await assertGoodPassword(ctx, password, owner);
  }
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  const moved = role === undefined || role === seen.role ? {} : { from: seen.role, to: role };
  const results = await runBatch(ctx.install, [
    auditStatement(
      ctx,
      { action: "employee.updated", target: { type: "user", id }, details: { fields, ...moved } },
      asSeenSource(seen),
    ),
    ...(passwordHash === undefined ? [] : [endSessionsOf(ctx.install, seen)]),
    updateEmployeeRow(ctx.install, seen, { name, email, role, passwordHash }, ctx.now()),
  ]).catch((cause: unknown) => {
    throw isUniqueViolation(cause) ? emailTaken(cause) : cause;
  });
  const [row] = results.at(-1) as EmployeeRow[];
  if (!row) throw new AppError("conflict", "The employee was changed by someone else. Try again.");
  return presentEmployee(row);
}

/** Who sets how somebody signs in can act as them, which no key may. */
function assertNoTakeover({ caller }: CallerCtx, row: EmployeeRow, body: UpdateEmployeeBody): void {
  const isOther = body.email !== undefined && body.email !== row.email;
  if (caller.byKey && (isOther || body.password !== undefined)) {
    throw new AppError("forbidden", "An API key cannot change how people sign in.");
  }
}

/** What GET shows may come back as it is; a change of it would be lost in silence. */
function assertReadOnly(row: EmployeeRow, body: UpdateEmployeeBody): void {
  for (const [path, stored, given] of [
    ["id", row.id, body.id],
    ["username", row.username, body.username],
    ["language", row.language, body.language],
  ] as const) {
    if (given !== undefined && given !== stored) {
      throw invalidField(path, "read_only_field", "This field cannot be changed; leave it out.");
    }
  }
}
