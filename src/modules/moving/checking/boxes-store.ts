import { sql } from "drizzle-orm";
import { campaignMailboxes, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { moveCampaigns, moveFound } from "#modules/moving/schema/moves.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { CampaignId, MailboxId, MoveId } from "#platform/rules/ids.ts";

/** A mailbox that was connected since: it joins the campaigns that it sent there, and its leads wait to be looked at again. */
export async function joinBoxes(
  ctx: WorkspaceCtx,
  moveId: MoveId,
  email: string,
  mailboxId: MailboxId,
): Promise<void> {
  const { install, db, workspaceId } = ctx;
  const rows = await install.all<{ id: CampaignId; ref: string }>(sql`
    SELECT c.campaign_id AS id, c.ref AS ref FROM ${moveCampaigns} c
    JOIN ${moveFound} f ON f.move_id = c.move_id AND f.kind = 'campaign' AND f.ref = c.ref
    WHERE c.move_id = ${moveId} AND c.workspace_id = ${workspaceId} AND c.campaign_id IS NOT NULL
      AND EXISTS (SELECT 1 FROM json_each(f.data, '$.senders') s WHERE lower(s.value) = ${email})`);
  const ids = JSON.stringify(rows.map(({ id }) => id));
  await runBatch(db, [
    db.run(sql`
      INSERT INTO ${campaignMailboxes} (workspace_id, campaign_id, mailbox_id)
      SELECT ${workspaceId}, c.id, ${mailboxId} FROM ${campaigns} c
      WHERE c.workspace_id = ${workspaceId} AND c.deleted_at IS NULL AND c.id IN (SELECT value FROM json_each(${ids}))
      ON CONFLICT DO NOTHING`),
  ]);
  await runBatch(install, [
    install.run(sql`
      UPDATE ${moveFound} SET waiting = 1 WHERE move_id = ${moveId} AND kind = 'place'
        AND campaign IN (SELECT value FROM json_each(${JSON.stringify(rows.map(({ ref }) => ref))}))`),
  ]);
}
