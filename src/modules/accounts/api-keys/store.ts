import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  isNull,
  lt,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import { containing } from "#platform/db/containing.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { pageOrder, type ListOrder } from "#platform/db/page-order.ts";
import { apiKeys } from "#modules/accounts/schema/access.ts";
import type { StoredLimits } from "#modules/accounts/rules/key-limits.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { users, workspaceMembers, workspaces } from "#modules/accounts/schema/accounts.ts";

/**
 * Whether the person who answers for a key (its creator, or the admin who adopted it) may still enter its
 * workspace. For statements over `api_keys` under that name.
 */
export const ownerMayEnter: SQL<number> = sql<number>`EXISTS (SELECT 1 FROM ${users} o
  WHERE o.id = coalesce(api_keys.adopted_by, api_keys.created_by)
    AND (o.role IN ('super_admin', 'admin') OR EXISTS (SELECT 1 FROM ${workspaceMembers} om
      WHERE om.user_id = o.id AND om.workspace_id = api_keys.workspace_id)))`;

const columns = { ...getTableColumns(apiKeys), ownerMayEnter };
export type ApiKeyRow = typeof apiKeys.$inferSelect & { readonly ownerMayEnter: number };

const standing = (workspaceId: WorkspaceId) =>
  and(eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt));

const named = (workspaceId: WorkspaceId, q: string) =>
  and(standing(workspaceId), q === "" ? undefined : containing(apiKeys.name, q));

/** `q` is looked for in names. */
export async function selectApiKeys(
  db: InstallDb,
  workspaceId: WorkspaceId,
  find: { q: string; order: ListOrder; limit: number; offset: number },
): Promise<ApiKeyRow[]> {
  const { beyond, by } = pageOrder(apiKeys.id, find.order, { name: apiKeys.name });
  return db
    .select(columns)
    .from(apiKeys)
    .where(and(named(workspaceId, find.q), beyond))
    .orderBy(...by)
    .limit(find.limit)
    .offset(find.offset);
}

export async function countKeys(
  db: InstallDb,
  workspaceId: WorkspaceId,
  q: string,
): Promise<number> {
  const rows = await db.select({ n: count() }).from(apiKeys).where(named(workspaceId, q));
  return rows[0]?.n ?? 0;
}

/** Of every workspace that stands: admins read them, to adopt or revoke each in its own. */
const orphaned = (now: UnixMs) =>
  and(
    isNull(apiKeys.revokedAt),
    isNull(workspaces.deletedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
    or(apiKeys.keptWithoutCreator, sql`NOT ${ownerMayEnter}`),
  );

/** Keys whose owner may not enter their workspace, newest first, from below `before`. */
export const selectOrphaned = (
  db: InstallDb,
  now: UnixMs,
  before: number | null,
  page: { limit: number; offset: number },
) =>
  db
    .select({ ...columns, workspaceName: workspaces.name })
    .from(apiKeys)
    .innerJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
    .where(and(orphaned(now), before === null ? undefined : lt(apiKeys.id, before)))
    .orderBy(desc(apiKeys.id))
    .limit(page.limit)
    .offset(page.offset);

export async function countOrphaned(db: InstallDb, now: UnixMs): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(apiKeys)
    .innerJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
    .where(orphaned(now));
  return rows[0]?.n ?? 0;
}

/** Adds a key while the workspace has fewer than `limit`; the count is part of the write. */
export const insertKey = (
  db: InstallDb,
  workspaceId: WorkspaceId,
  key: {
    name: string;
    role: "employee" | "client";
    hash: string;
    lastFour: string;
    createdBy: UserId;
  } & StoredLimits,
  limit: number,
  now: UnixMs,
): InstallStatement =>
  db.run(sql`
    INSERT INTO ${apiKeys} (workspace_id, name, role, hash, last_four, created_by, created_at, scopes, allow_cidrs, expires_at)
    SELECT ${workspaceId}, ${key.name}, ${key.role}, ${key.hash}, ${key.lastFour}, ${key.createdBy}, ${now},
      ${jsonOrNull(key.scopes)}, ${jsonOrNull(key.allowCidrs)}, ${key.expiresAt}
    WHERE (SELECT count(*) FROM ${apiKeys} WHERE workspace_id = ${workspaceId} AND revoked_at IS NULL) < ${limit}`);

export const jsonOrNull = (list: readonly string[] | null): string | null =>
  list && JSON.stringify(list);

/** For the audit line of the batch that adds a key: its row, if it was added. */
export const ROW_ID = sql`${apiKeys.id}`;
/** The same batch's source of that line: the key of this hash. */
export const ofHash = (workspaceId: WorkspaceId, hash: string) =>
  sql`FROM ${apiKeys} WHERE workspace_id = ${workspaceId} AND hash = ${hash}`;

/** For the audit line of the batch that ends a key: whether it stands. */
export const whileStanding = (workspaceId: WorkspaceId, id: number) =>
  sql`WHERE EXISTS (SELECT 1 FROM ${apiKeys} WHERE ${standing(workspaceId)} AND ${eq(apiKeys.id, id)})`;

export const selectKeyByHash = (db: InstallDb, workspaceId: WorkspaceId, hash: string) =>
  db
    .select(columns)
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.hash, hash)));

/** Ends a key at once; no row where it is unknown, foreign or ended already. */
export const revokeKey = (db: InstallDb, workspaceId: WorkspaceId, id: number, now: UnixMs) =>
  db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(standing(workspaceId), eq(apiKeys.id, id)))
    .returning({ id: apiKeys.id });

/** Makes `admin` the one who answers for a key; no row where it is unknown, foreign or ended. */
export const adoptKeyRow = (db: InstallDb, workspaceId: WorkspaceId, id: number, admin: UserId) =>
  db
    .update(apiKeys)
    .set({ adoptedBy: admin, keptWithoutCreator: false })
    .where(and(standing(workspaceId), eq(apiKeys.id, id)))
    .returning({ id: apiKeys.id });

export const selectStandingKey = (db: InstallDb, workspaceId: WorkspaceId, id: number) =>
  db
    .select(columns)
    .from(apiKeys)
    .where(and(standing(workspaceId), eq(apiKeys.id, id)));
