import { sql } from "drizzle-orm";
import { campaignMailboxes, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { CampaignId, MailboxId, WorkspaceId } from "#platform/rules/ids.ts";

/** Puts a mailbox into campaigns. */
export const joinCampaigns = (
  db: Db,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
  ids: readonly CampaignId[],
): Statement =>
  db.run(sql`
    INSERT INTO ${campaignMailboxes} (workspace_id, campaign_id, mailbox_id)
    SELECT ${workspaceId}, c.id, ${mailboxId} FROM ${campaigns} c
    WHERE c.workspace_id = ${workspaceId} AND c.deleted_at IS NULL
      AND c.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    ON CONFLICT DO NOTHING`);

/** The mailboxes that a campaign sends from. */
export async function selectSenderIds(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<ReadonlySet<MailboxId>> {
  const rows = await db.all<{ id: MailboxId }>(sql`
    SELECT mailbox_id AS id FROM ${campaignMailboxes}
    WHERE campaign_id = ${campaignId} AND +workspace_id = ${workspaceId}`);
  return new Set(rows.map(({ id }) => id));
}
