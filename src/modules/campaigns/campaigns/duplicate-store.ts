import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaignMailboxes, campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { CampaignId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { CampaignRow, CampaignValues } from "./store.ts";

/** Adds a campaign with the steps and the mailboxes of another, in one batch. */
export async function insertCopy(
  db: Db,
  workspaceId: WorkspaceId,
  from: CampaignId,
  values: CampaignValues,
  now: UnixMs,
): Promise<CampaignRow> {
  const made = sql`(SELECT max(id) FROM ${campaigns})`;
  const [rows] = await db.batch([
    db.insert(campaigns).values(values).returning(),
    db.run(sql`
      INSERT INTO ${steps} (workspace_id, campaign_id, position, delay, delay_unit, subject, body_html,
        body_text, variants, task, created_at, updated_at)
      SELECT workspace_id, ${made}, position, delay, delay_unit, subject, body_html, body_text, variants, task,
        ${now}, ${now}
      FROM ${steps} WHERE workspace_id = ${workspaceId} AND campaign_id = ${from} ORDER BY position`),
    db.run(sql`
      INSERT INTO ${campaignMailboxes} (workspace_id, campaign_id, mailbox_id, by_tag)
      SELECT k.workspace_id, ${made}, k.mailbox_id, k.by_tag FROM ${campaignMailboxes} k
      JOIN ${mailboxes} m ON m.id = k.mailbox_id
      WHERE k.campaign_id = ${from} AND +k.workspace_id = ${workspaceId}
        AND +m.workspace_id = ${workspaceId} AND m.deleted_at IS NULL`),
  ]);
  const [row] = rows;
  if (!row) throw new Error("an insert returned no row");
  return row;
}
