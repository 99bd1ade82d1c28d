import { eq } from "drizzle-orm";
import type { Db } from "#db/db.ts";
import { workspaceSettings } from "#db/schema/accounts.ts";
import type { WorkspaceId } from "#domain/ids.ts";

/** What the workspace's settings change of the defaults, as stored. */
export async function selectSettings(
  db: Db,
  workspaceId: WorkspaceId,
): Promise<Record<string, unknown>> {
  const rows = await db
    .select({ value: workspaceSettings.value })
    .from(workspaceSettings)
    .where(eq(workspaceSettings.workspaceId, workspaceId));
  return rows[0]?.value ?? {};
}
