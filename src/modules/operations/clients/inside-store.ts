import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/* What the view over all clients needs of the databases in which they lie. */

const running = and(eq(campaigns.status, "active"), isNull(campaigns.deletedAt));

/** A workspace's campaigns that run. */
export const selectRunning = (db: Db, workspaceId: WorkspaceId) =>
  db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.workspaceId, workspaceId), running));

/** Across workspaces: those that were deleted and have campaigns that run. */
export async function selectDeletedRunning(db: Db): Promise<WorkspaceId[]> {
  const rows = await db
    .selectDistinct({ id: campaigns.workspaceId })
    .from(campaigns)
    .where(
      and(
        running,
        sql`EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = ${campaigns.workspaceId} AND w.deleted_at IS NOT NULL)`,
      ),
    );
  return rows.map((row) => row.id);
}

/** How many leads these workspaces of a database have, as their rows keep it. */
export const selectLeadCounts = (db: Db, ids: readonly WorkspaceId[]) =>
  db
    .select({ id: workspaces.id, leads: workspaces.leadCount })
    .from(workspaces)
    .where(sql`${workspaces.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
