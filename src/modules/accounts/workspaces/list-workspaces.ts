import {
  MAX_LIMIT,
  type PageQuery,
  paginationOf,
  type Sorting,
} from "#platform/contract/common.ts";
import { logoUrlOf } from "#modules/accounts/brands/read-brand.ts";
import { selectBrands } from "#modules/accounts/brands/store.ts";
import type { Workspace } from "#modules/accounts/contract/accounts.ts";
import type { BrandShown } from "#modules/accounts/contract/brands.ts";
import type { CallerCtx, Deps } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { NEWEST_FIRST } from "#platform/db/page-order.ts";
import { iso } from "#platform/rules/time.ts";
import { wholeSwitches } from "#platform/access/switches.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import {
  countWorkspaces,
  isStanding,
  selectIds,
  selectVisible,
  selectWorkspaces,
  type Visibility,
  type WorkspaceRow,
} from "./store.ts";

/**
 * Every workspace that the caller may enter: all for admins, memberships for the others. Newest
 * first where nothing else is asked; `q` looks in names and slugs.
 */
export async function listWorkspaces(ctx: CallerCtx, query: PageQuery & Sorting) {
  const visible = visibleTo(ctx);
  const { order, page, nextCursor } = pageAfter(query);
  const q = query.q?.trim() ?? "";
  const [rows, total] = await Promise.all([
    selectWorkspaces(ctx.install, visible, { q, order, ...page }),
    countWorkspaces(ctx.install, visible, q),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentWorkspace),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

/** The workspaces of `GET /auth/me`, at most 200. */
export async function listWorkspacesOf(ctx: CallerCtx) {
  const rows = await selectWorkspaces(ctx.install, visibleTo(ctx), {
    q: "",
    order: NEWEST_FIRST,
    limit: MAX_LIMIT,
    offset: 0,
  });
  const { role } = ctx.caller;
  const brands = await brandsSeenBy(ctx, rows);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    role,
    switches: role === "client" ? [...wholeSwitches(row.clientSwitches)] : null,
    branding: brands.get(row.id) ?? null,
  }));
}

/** Clients see the white label of their workspaces; staff the install's own name. */
async function brandsSeenBy(
  { caller, install }: CallerCtx,
  rows: readonly WorkspaceRow[],
): Promise<ReadonlyMap<WorkspaceId, BrandShown>> {
  if (caller.role !== "client" || rows.length === 0) return new Map();
  const brands = await selectBrands(
    install,
    rows.map(({ id }) => id),
  );
  return new Map(
    brands.map((row) => [
      row.workspaceId,
      { name: row.name, logo_url: logoUrlOf(row), accent: row.accent },
    ]),
  );
}

export const presentWorkspace = (row: WorkspaceRow): Workspace => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

/** Which workspaces: all for admins, those of a person, the one or those of a key; at an own host, its one. */
export function visibleTo({ caller, ownHost }: CallerCtx): Visibility {
  if (ownHost) return { only: ownHost.workspaceId };
  if (caller.byKey && caller.keyKind === "workspace") return { only: caller.workspaceId };
  if (caller.byKey) return caller.everywhere ? "all" : { namedBy: caller.keyId };
  if (caller.role === "super_admin" || caller.role === "admin") return "all";
  return { member: caller.userId };
}

/** Every workspace that the caller may enter at this moment, with its name. One query. */
export const visibleWorkspaces = (
  ctx: CallerCtx,
): Promise<readonly { readonly workspaceId: WorkspaceId; readonly name: string }[]> =>
  selectVisible(ctx.install, visibleTo(ctx));

/** Whether a workspace is there and was not deleted. */
export const workspaceStands = (deps: Pick<Deps, "install">, id: WorkspaceId): Promise<boolean> =>
  isStanding(deps.install, id);

/** Every workspace of the install, deleted or not: for what goes through all of them. */
export const everyWorkspace = (deps: Pick<Deps, "install">): Promise<WorkspaceId[]> =>
  selectIds(deps.install);
