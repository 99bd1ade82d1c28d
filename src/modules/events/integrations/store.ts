import { and, eq, isNull } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { integrations } from "#modules/events/schema/integrations.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { IntegrationId } from "#modules/events/rules/integrations/providers.ts";

export type IntegrationRow = typeof integrations.$inferSelect;

export const selectIntegrations = (
  db: InstallDb,
  workspaceId: WorkspaceId,
): Promise<IntegrationRow[]> =>
  db.select().from(integrations).where(eq(integrations.workspaceId, workspaceId));

export async function selectIntegration(
  db: InstallDb,
  workspaceId: WorkspaceId,
  provider: IntegrationId,
): Promise<IntegrationRow | null> {
  const rows = await db
    .select()
    .from(integrations)
    .where(and(eq(integrations.workspaceId, workspaceId), eq(integrations.provider, provider)))
    .limit(1);
  return rows[0] ?? null;
}

/** Adds a connection, or takes the place of the one before. */
export function upsertIntegration(db: InstallDb, row: IntegrationRow): InstallStatement {
  const { workspaceId: _, provider: __, ...values } = row;
  return db
    .insert(integrations)
    .values(row)
    .onConflictDoUpdate({
      target: [integrations.workspaceId, integrations.provider],
      set: values,
    });
}

export const deleteIntegration = (
  db: InstallDb,
  workspaceId: WorkspaceId,
  provider: IntegrationId,
): InstallStatement =>
  db
    .delete(integrations)
    .where(and(eq(integrations.workspaceId, workspaceId), eq(integrations.provider, provider)));

/** Whose calendar calls with that token; null for nobody's, and for a workspace that was deleted. */
export async function selectByToken(
  db: InstallDb,
  provider: IntegrationId,
  tokenHash: string,
): Promise<IntegrationRow | null> {
  const rows = await db
    .select({ integration: integrations })
    .from(integrations)
    .innerJoin(workspaces, eq(workspaces.id, integrations.workspaceId))
    .where(
      and(
        eq(integrations.tokenHash, tokenHash),
        eq(integrations.provider, provider),
        isNull(workspaces.deletedAt),
      ),
    )
    .limit(1);
  return rows[0]?.integration ?? null;
}
