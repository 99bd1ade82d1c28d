import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { mayManage } from "#modules/accounts/rules/administer.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { type EmployeeRow, selectUser } from "./employees-store.ts";

const noSuchEmployee = (): AppError => new AppError("not_found", "Employee not found.");

/** An employee or admin. Throws `not_found`, for a client's login and a super_admin as well. */
export async function findEmployee(ctx: CallerCtx, id: UserId): Promise<EmployeeRow> {
  const user = await selectUser(ctx.install, id);
  if (!user || user.role === "client" || user.role === "super_admin") throw noSuchEmployee();
  return user;
}

/**
 * An employee or admin that the caller may change. Throws `not_found`; `forbidden` for oneself,
 * for a super_admin, and for an admin where the caller is not super_admin.
 */
export async function findManageable(ctx: CallerCtx, id: UserId): Promise<EmployeeRow> {
  const user = await selectUser(ctx.install, id);
  if (!user || user.role === "client") throw noSuchEmployee();
  if (!ctx.caller.byKey && ctx.caller.userId === id) {
    throw new AppError("forbidden", "This is your own account. Change it under /auth.");
  }
  if (user.role === "super_admin") {
    throw new AppError("forbidden", "A super_admin cannot be changed or deleted here.");
  }
  if (!mayManage(ctx.caller.role, user.role)) {
    throw new AppError("forbidden", "Only a super_admin can change or delete an admin.");
  }
  return user;
}
