import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { countMembers, selectMembers } from "./members-store.ts";

/**
 * Who may work in the workspace. A client sees who was let in; the admins of the install are shown to
 * staff alone.
 */
export async function listMembers(ctx: MemberCtx, query: Pick<PageQuery, "page" | "limit">) {
  const withAdmins = ctx.caller.role !== "client";
  const page = { limit: query.limit, offset: (query.page - 1) * query.limit };
  const [data, total] = await Promise.all([
    selectMembers(ctx.db, ctx.workspaceId, withAdmins, page),
    countMembers(ctx.db, ctx.workspaceId, withAdmins),
  ]);
  return { data, pagination: paginationOf(query, total) };
}
