import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { apiKeys } from "#modules/accounts/schema/access.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/* What ends in the install with a client's deletion. */

/** The client stands: true until the deletion itself, the last of its batch. */
export const clientStands = (id: WorkspaceId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = ${id} AND w.is_client = 1 AND w.deleted_at IS NULL)`;

const standingKeys = (id: WorkspaceId) =>
  and(eq(apiKeys.workspaceId, id), isNull(apiKeys.revokedAt));

/** One audit line per key that is about to end. */
export const eachStandingKey = (id: WorkspaceId, guard: SQL) => ({
  keyId: sql`${apiKeys.id}`,
  source: sql`FROM ${apiKeys} WHERE ${standingKeys(id)} AND ${guard}`,
});

export const revokeKeys = (
  db: InstallDb,
  id: WorkspaceId,
  now: UnixMs,
  guard: SQL,
): InstallStatement =>
  db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(standingKeys(id), guard));
