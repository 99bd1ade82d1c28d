import type { EmployeesQuery } from "#modules/operations/contract/admin.ts";
import { paginationOf } from "#platform/contract/common.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { countEmployees, selectEmployees } from "./employees-store.ts";
import { presentEmployee } from "#modules/operations/overview/present.ts";

/** Employees and admins, newest first where nothing else is asked; `q` looks into names and emails. */
export async function listEmployees(ctx: CallerCtx, query: EmployeesQuery) {
  const filter = { role: query.role, q: (query.q ?? "").trim() };
  const { order, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectEmployees(ctx.install, filter, order, page),
    countEmployees(ctx.install, filter),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentEmployee),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}
