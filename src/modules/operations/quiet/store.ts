import { sql } from "drizzle-orm";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { Db } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** Whether a workspace has a mailbox, or a campaign that runs. */
export async function selectIsBusy(db: Db, id: WorkspaceId): Promise<boolean> {
  const [row] = await db.all<{ busy: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM ${mailboxes} WHERE workspace_id = ${id} AND deleted_at IS NULL)
      OR EXISTS (SELECT 1 FROM ${campaigns} WHERE workspace_id = ${id} AND status = 'active') AS busy`);
  return row?.busy === 1;
}
