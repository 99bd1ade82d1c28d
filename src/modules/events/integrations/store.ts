import { and, eq, isNull } from "drizzle-orm";
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

/** Adds a connection, or takes the place of the one before. */
export function upsertIntegration(db: InstallDb, row: IntegrationRow): InstallStatement {
  const { workspaceId: _, connection: __, ...values } = row;
  return db
    .insert(integrations)
    .values(row)
    .onConflictDoUpdate({
      target: [integrations.workspaceId, integrations.connection],
      set: values,
    });
}

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
