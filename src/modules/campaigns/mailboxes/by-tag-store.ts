import { type SQL, sql } from "drizzle-orm";
import { campaignMailboxes, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { CampaignId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { handOverToOthers } from "./hand-over-store.ts";

/** A mailbox `m` has one of the tags of a campaign `c`, and both are still there. */
const belongs = sql`m.deleted_at IS NULL AND c.deleted_at IS NULL AND EXISTS (
  SELECT 1 FROM json_each(c.mailbox_tags) w JOIN json_each(m.tags) t ON t.value = w.value)`;

/** Mailboxes that belong to a campaign by their tags join it; `those` is a condition on `c` and `m`. */
const join = (db: Db, workspaceId: WorkspaceId, those: SQL): Statement =>
  db.run(sql`
    INSERT INTO ${campaignMailboxes} (workspace_id, campaign_id, mailbox_id, by_tag)
    SELECT c.workspace_id, c.id, m.id, 1
    FROM ${campaigns} c JOIN ${mailboxes} m ON m.workspace_id = c.workspace_id
    WHERE c.workspace_id = ${workspaceId} AND c.mailbox_tags <> '[]' AND ${those} AND ${belongs}
    ON CONFLICT (campaign_id, mailbox_id) DO NOTHING`);

/** Those that are in a campaign by a tag alone, and have none any more, leave it. */
const leave = (db: Db, those: SQL): Statement =>
  db.run(sql`
    DELETE FROM ${campaignMailboxes} AS k
    WHERE k.by_tag = 1 AND ${those}
      AND NOT EXISTS (SELECT 1 FROM ${campaigns} c JOIN ${mailboxes} m ON m.id = k.mailbox_id
        WHERE c.id = k.campaign_id AND ${belongs})`);

/** The mailboxes of a campaign by its tags, where `guard` holds; `id` gives its id. */
export const joinCampaign = (
  db: Db,
  workspaceId: WorkspaceId,
  id: SQL | CampaignId,
  guard: SQL = sql`1`,
): Statement => join(db, workspaceId, sql`c.id = ${id} AND ${guard}`);

/** After a change of a campaign's tags: who belongs to it joins, who does not leaves. */
export const syncCampaign = (db: Db, workspaceId: WorkspaceId, id: CampaignId): Statement[] => [
  joinCampaign(db, workspaceId, id),
  leave(db, sql`k.campaign_id = ${id} AND +k.workspace_id = ${workspaceId}`),
  ...handOverToOthers(db, workspaceId, sql`l.campaign_id = ${id}`),
];

/** After a change of mailboxes' tags; `those` lists their ids. */
export const syncMailboxes = (db: Db, workspaceId: WorkspaceId, those: SQL): Statement[] => [
  join(db, workspaceId, sql`m.id IN ${those}`),
  leave(db, sql`k.workspace_id = ${workspaceId} AND k.mailbox_id IN ${those}`),
  ...handOverToOthers(
    db,
    workspaceId,
    sql`l.mailbox_id IN ${those} AND l.campaign_id IN (SELECT c.id FROM ${campaigns} c
      WHERE c.workspace_id = ${workspaceId} AND c.mailbox_tags <> '[]')`,
  ),
];

/** Across workspaces: campaigns with tags whose look is due, each moved to its next one. */
export async function takeDueCampaigns(
  db: Db,
  now: UnixMs,
  next: UnixMs,
  limit: number,
): Promise<{ id: CampaignId; workspaceId: WorkspaceId }[]> {
  const rows = await db.all<{ id: CampaignId; workspace_id: WorkspaceId }>(sql`
    UPDATE ${campaigns} SET tags_due_at = CASE WHEN mailbox_tags <> '[]' AND deleted_at IS NULL THEN ${next} END
    WHERE id IN (SELECT id FROM ${campaigns} WHERE tags_due_at <= ${now} ORDER BY tags_due_at LIMIT ${limit})
    RETURNING id, workspace_id`);
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
}
