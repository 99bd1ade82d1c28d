import { and, eq, isNull } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

export async function selectIdBySlug(db: InstallDb, slug: string): Promise<WorkspaceId | null> {
  const rows = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.slug, slug), isNull(workspaces.deletedAt)))
    .limit(1);
  return rows[0]?.id ?? null;
}
