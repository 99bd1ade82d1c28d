import { sql } from "drizzle-orm";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";

/**
 * Whether a workspace neither sends nor reads mail, having no mailbox and no campaign that runs: nothing in it
 * has to be done by the minute.
 */
export async function isQuiet({
  db,
  workspaceId: id,
}: Pick<WorkspaceCtx, "db" | "workspaceId">): Promise<boolean> {
  const [row] = await db.all<{ busy: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM ${mailboxes} WHERE workspace_id = ${id} AND deleted_at IS NULL)
      OR EXISTS (SELECT 1 FROM ${campaigns} WHERE workspace_id = ${id} AND status = 'active') AS busy`);
  return row?.busy !== 1;
}
