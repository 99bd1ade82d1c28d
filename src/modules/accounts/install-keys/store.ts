import { and, count, desc, eq, getTableColumns, isNull, lt, sql, type SQL } from "drizzle-orm";
import { containing } from "#platform/db/containing.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { jsonOrNull } from "#modules/accounts/api-keys/store.ts";
import type { StoredLimits } from "#modules/accounts/rules/key-limits.ts";
import { installKeys, installKeyWorkspaces } from "#modules/accounts/schema/access.ts";
import { users, workspaces } from "#modules/accounts/schema/accounts.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { installKeysOf } from "./made-by-sql.ts";

/* Keys of the install belong to no workspace: nothing here is a tenant's. */

/** Whether who answers for a key is an admin. For statements over `install_keys` under that name. */
export const ownerIsAdmin: SQL<number> = sql<number>`EXISTS (SELECT 1 FROM ${users} o
  WHERE o.id = coalesce(install_keys.adopted_by, install_keys.created_by)
    AND o.role IN ('super_admin', 'admin'))`;

const nameOf = (column: "created_by" | "adopted_by") =>
  sql<
    string | null
  >`(SELECT u.name FROM ${users} u WHERE u.id = install_keys.${sql.identifier(column)})`;

const columns = {
  ...getTableColumns(installKeys),
  ownerIsAdmin,
  creatorName: nameOf("created_by"),
  adopterName: nameOf("adopted_by"),
  /** JSON: the named workspaces that stand. */
  named: sql<string>`(SELECT json_group_array(json_object('id', w.id, 'name', w.name)) FROM ${installKeyWorkspaces} n
    JOIN ${workspaces} w ON w.id = n.workspace_id AND w.deleted_at IS NULL WHERE n.key_id = install_keys.id)`,
};
const selected = (db: InstallDb) => db.select(columns).from(installKeys);
export type InstallKeyRow = Awaited<ReturnType<typeof selected>>[number];

const named = (q: string) =>
  and(isNull(installKeys.revokedAt), q === "" ? undefined : containing(installKeys.name, q));

/** Those that nobody revoked, newest first, from below `before`; `q` is looked for in names. */
export const selectInstallKeys = (
  db: InstallDb,
  find: { q: string; before: number | null; limit: number; offset: number },
) =>
  selected(db)
    .where(and(named(find.q), find.before === null ? undefined : lt(installKeys.id, find.before)))
    .orderBy(desc(installKeys.id))
    .limit(find.limit)
    .offset(find.offset);

export async function countInstallKeys(db: InstallDb, q: string): Promise<number> {
  const rows = await db.select({ n: count() }).from(installKeys).where(named(q));
  return rows[0]?.n ?? 0;
}

/** Which of these are workspaces that stand. */
export async function selectStandingWorkspaces(
  db: InstallDb,
  ids: readonly WorkspaceId[],
): Promise<ReadonlySet<WorkspaceId>> {
  const rows = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(
      and(
        isNull(workspaces.deletedAt),
        sql`${workspaces.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Adds a key while there are fewer than `limit`, and the workspaces that it names. */
export function insertInstallKey(
  db: InstallDb,
  key: {
    name: string;
    hash: string;
    lastFour: string;
    createdBy: UserId;
    workspaceIds: readonly WorkspaceId[] | null;
  } & StoredLimits,
  limit: number,
  now: UnixMs,
): InstallStatement[] {
  const everywhere = key.workspaceIds === null ? 1 : 0;
  return [
    db.run(sql`
      INSERT INTO ${installKeys} (name, hash, last_four, everywhere, created_by, created_at, scopes, allow_cidrs, expires_at)
      SELECT ${key.name}, ${key.hash}, ${key.lastFour}, ${everywhere}, ${key.createdBy}, ${now},
        ${jsonOrNull(key.scopes)}, ${jsonOrNull(key.allowCidrs)}, ${key.expiresAt}
      WHERE (SELECT count(*) FROM ${installKeys} WHERE revoked_at IS NULL) < ${limit}`),
    db.run(sql`
      INSERT OR IGNORE INTO ${installKeyWorkspaces} (key_id, workspace_id)
      SELECT k.id, w.id FROM ${installKeys} k, ${workspaces} w
      WHERE k.hash = ${key.hash} AND w.deleted_at IS NULL
        AND w.id IN (SELECT value FROM json_each(${JSON.stringify(key.workspaceIds ?? [])}))`),
  ];
}

/** For audit lines: the key that a batch just added. */
export const installKeyOfHash = (hash: string) => sql`FROM ${installKeys} WHERE hash = ${hash}`;

/** For audit lines: whether nobody revoked it. */
export const whileInstallKeyStands = (id: number) =>
  sql`WHERE EXISTS (SELECT 1 FROM ${installKeys} WHERE id = ${id} AND revoked_at IS NULL)`;

export const selectByHash = (db: InstallDb, hash: string) =>
  selected(db).where(eq(installKeys.hash, hash));

const standing = (id: number) => and(eq(installKeys.id, id), isNull(installKeys.revokedAt));

export const selectStanding = (db: InstallDb, id: number) => selected(db).where(standing(id));

/** No row where it is unknown or ended already. */
export const revokeRow = (db: InstallDb, id: number, now: UnixMs) =>
  db
    .update(installKeys)
    .set({ revokedAt: now })
    .where(standing(id))
    .returning({ id: installKeys.id });

export const adoptRow = (db: InstallDb, id: number, admin: UserId) =>
  db.update(installKeys).set({ adoptedBy: admin }).where(standing(id));

/** The standing keys that a person answers for. */
export const selectInstallKeysOf = (db: InstallDb, id: UserId) =>
  selected(db).where(installKeysOf(id)).orderBy(installKeys.id);
