import { and, eq, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { KeyKind } from "#platform/access/permissions.ts";
import type { InstallDb } from "#platform/db/db.ts";
import { writtenOnce } from "#platform/db/written-once.ts";
import { ownerMayEnter } from "#modules/accounts/api-keys/store.ts";
import { ownerIsAdmin } from "#modules/accounts/install-keys/store.ts";
import { apiKeys, installKeys, installKeyWorkspaces } from "#modules/accounts/schema/access.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

const given = sql.placeholder;

/** A key in the form that both kinds share; a column that one kind lacks is a constant there. */
const keyOfHash = writtenOnce((db: InstallDb) =>
  unionAll(
    db
      .select({
        kind: sql<KeyKind>`'workspace'`.as("kind"),
        id: apiKeys.id,
        name: apiKeys.name,
        role: sql<"employee" | "client" | "admin">`${apiKeys.role}`.as("role"),
        lastUsedAt: apiKeys.lastUsedAt,
        scopes: apiKeys.scopes,
        allowCidrs: apiKeys.allowCidrs,
        expiresAt: apiKeys.expiresAt,
        ownerStands: sql<number>`${apiKeys.keptWithoutCreator} OR ${ownerMayEnter}`.as("stands"),
        workspaceId: sql<WorkspaceId>`${apiKeys.workspaceId}`.as("of_workspace"),
        everywhere: sql<number>`0`.as("everywhere"),
        switches: sql`${workspaces.clientSwitches}`
          .mapWith(workspaces.clientSwitches)
          .as("switches"),
        workspaceExists: sql<number>`1`.as("known"),
        opens: sql<number>`${apiKeys.workspaceId} = ${given("workspaceId")}`.as("opens"),
      })
      .from(apiKeys)
      .innerJoin(
        workspaces,
        and(eq(workspaces.id, apiKeys.workspaceId), isNull(workspaces.deletedAt)),
      )
      .where(and(eq(apiKeys.hash, given("hash")), isNull(apiKeys.revokedAt))),
    db
      .select({
        kind: sql<KeyKind>`'install'`.as("kind"),
        id: installKeys.id,
        name: installKeys.name,
        role: sql<"employee" | "client" | "admin">`'admin'`.as("role"),
        lastUsedAt: installKeys.lastUsedAt,
        scopes: installKeys.scopes,
        allowCidrs: installKeys.allowCidrs,
        expiresAt: installKeys.expiresAt,
        ownerStands: sql<number>`${ownerIsAdmin}`.as("stands"),
        workspaceId: sql<WorkspaceId>`0`.as("of_workspace"),
        everywhere: sql<number>`${installKeys.everywhere}`.as("everywhere"),
        switches: sql`'[]'`.mapWith(workspaces.clientSwitches).as("switches"),
        workspaceExists:
          sql<number>`EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = ${given("workspaceId")} AND w.deleted_at IS NULL)`.as(
            "known",
          ),
        opens:
          sql<number>`EXISTS (SELECT 1 FROM ${installKeyWorkspaces} n WHERE n.key_id = install_keys.id AND n.workspace_id = ${given("workspaceId")})`.as(
            "opens",
          ),
      })
      .from(installKeys)
      .where(and(eq(installKeys.hash, given("hash")), isNull(installKeys.revokedAt))),
  ).limit(1),
);

/**
 * A key that nobody revoked, in a workspace that stands, or of the install; whether who answers for it still may, and what it is to
 * the workspace that is asked for. The hash is the tenant's own secret: no workspace limits it.
 */
export const selectKey = (db: InstallDb, hash: string, workspaceId: WorkspaceId | null) =>
  keyOfHash(db, { hash, workspaceId });
export type KeyRow = Awaited<ReturnType<typeof selectKey>>[number];

export async function touchKey(
  db: InstallDb,
  { kind, id }: Pick<KeyRow, "kind" | "id">,
  now: UnixMs,
): Promise<void> {
  const table = kind === "install" ? installKeys : apiKeys;
  await db.update(table).set({ lastUsedAt: now }).where(eq(table.id, id));
}
