import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { integrations } from "#modules/events/schema/integrations.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

export type IntegrationRow = typeof integrations.$inferSelect;

export const selectIntegrations = (
  db: InstallDb,
  workspaceId: WorkspaceId,
): Promise<IntegrationRow[]> =>
  db.select().from(integrations).where(eq(integrations.workspaceId, workspaceId));

export async function selectIntegration(
  db: InstallDb,
  workspaceId: WorkspaceId,
  connection: string,
): Promise<IntegrationRow | null> {
  const rows = await db
    .select()
    .from(integrations)
    .where(and(eq(integrations.workspaceId, workspaceId), eq(integrations.connection, connection)))
    .limit(1);
  return rows[0] ?? null;
}

/**
 * The connection is there, or the workspace has fewer than `most` to its service: a count before the insert
 * lets several in at once. The ids of further connections follow that of the service and a dash.
 */
export const hasServiceRoom = (
  { workspaceId, connection }: Pick<IntegrationRow, "workspaceId" | "connection">,
  service: string,
  most: number,
): SQL => sql`(
  EXISTS (SELECT 1 FROM ${integrations} o WHERE o.workspace_id = ${workspaceId} AND o.provider = ${connection})
  OR (SELECT count(*) FROM ${integrations} c WHERE c.workspace_id = ${workspaceId}
    AND (c.provider = ${service} OR c.provider BETWEEN ${`${service}-`} AND ${`${service}.`})) < ${most})`;

/** Adds a connection where there is `room`, or takes the place of the one before. Answers it if it is kept. */
export const upsertIntegration = (
  db: InstallDb,
  row: IntegrationRow,
  room: SQL,
): InstallStatement =>
  db.all<{ connection: string }>(sql`
    INSERT INTO ${integrations} (workspace_id, provider, name, account_label, config, token_hash, secret, remote_uri,
      connected_at)
    SELECT ${row.workspaceId}, ${row.connection}, ${row.name}, ${row.accountLabel}, ${JSON.stringify(row.config)},
      ${row.tokenHash}, ${row.secret}, ${row.remoteUri}, ${row.connectedAt} WHERE ${room}
    ON CONFLICT (workspace_id, provider) DO UPDATE SET name = excluded.name, account_label = excluded.account_label,
      config = excluded.config, token_hash = excluded.token_hash, secret = excluded.secret,
      remote_uri = excluded.remote_uri, connected_at = excluded.connected_at
    RETURNING provider AS connection`);

export const deleteIntegration = (
  db: InstallDb,
  workspaceId: WorkspaceId,
  connection: string,
): InstallStatement =>
  db
    .delete(integrations)
    .where(and(eq(integrations.workspaceId, workspaceId), eq(integrations.connection, connection)));

/** Gives a connection another name. */
export const renameIntegration = (
  db: InstallDb,
  workspaceId: WorkspaceId,
  connection: string,
  name: string | null,
): InstallStatement =>
  db
    .update(integrations)
    .set({ name })
    .where(and(eq(integrations.workspaceId, workspaceId), eq(integrations.connection, connection)));

/** Whose calendar calls with that token; null for nobody's, and for a workspace that was deleted. */
export async function selectByToken(
  db: InstallDb,
  tokenHash: string,
): Promise<IntegrationRow | null> {
  const rows = await db
    .select({ integration: integrations })
    .from(integrations)
    .innerJoin(workspaces, eq(workspaces.id, integrations.workspaceId))
    .where(and(eq(integrations.tokenHash, tokenHash), isNull(workspaces.deletedAt)))
    .limit(1);
  return rows[0]?.integration ?? null;
}
