import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { invalidField } from "#platform/rules/errors.ts";

import type { Role } from "#platform/access/permissions.ts";
import type { UserId } from "#platform/rules/ids.ts";
import {
  countMembers,
  isAmong,
  selectMembers,
  selectAmong,
  selectPeopleNames,
} from "./members-store.ts";

/**
 * Who may work in the workspace. A client sees who was let in; the admins of the install are shown to
 * staff alone.
 */
export async function listMembers(ctx: MemberCtx, query: Pick<PageQuery, "page" | "limit">) {
  const withAdmins = ctx.caller.role !== "client";
  const page = { limit: query.limit, offset: (query.page - 1) * query.limit };
  const [data, total] = await Promise.all([
    selectMembers(ctx.install, ctx.workspaceId, withAdmins, page),
    countMembers(ctx.install, ctx.workspaceId, withAdmins),
  ]);
  return { data, pagination: paginationOf(query, total) };
}

/** Whether a person may enter the workspace: an admin, or somebody who was let in. */
export const mayEnter = (ctx: WorkspaceCtx, id: UserId): Promise<boolean> =>
  isAmong(ctx.install, ctx.workspaceId, id);

/** Throws `validation_failed` for somebody who may not enter the workspace; null is anybody. */
export async function assertWorksHere(
  ctx: WorkspaceCtx,
  path: string,
  id: UserId | null,
): Promise<void> {
  if (id === null || (await mayEnter(ctx, id))) return;
  throw invalidField(path, "unknown_user", "Choose somebody who works in this workspace.");
}

/** Those of these people who may enter the workspace, with their roles. */
export const peopleAmong = async (
  ctx: WorkspaceCtx,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, Role>> => {
  const rows = await selectAmong(ctx.install, ctx.workspaceId, ids);
  return new Map(rows.map(({ id, role }) => [id, role]));
};

/** The address of somebody who may enter the workspace; null for others. */
export const addressOfPerson = async (ctx: WorkspaceCtx, id: UserId): Promise<string | null> =>
  (await selectAmong(ctx.install, ctx.workspaceId, [id]))[0]?.email ?? null;

/** The names of people, of those who are still there. */
export const namesOfPeople = ({ install }: Pick<WorkspaceCtx, "install">, ids: readonly UserId[]) =>
  selectPeopleNames(install, ids);
