import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { joinCampaign } from "#modules/campaigns/mailboxes/by-tag-store.ts";
import { handOverToOthers } from "#modules/campaigns/mailboxes/hand-over-store.ts";
import { campaignMailboxes, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { CampaignId, MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { paceColumns } from "#modules/campaigns/sends/pace-sql.ts";

/** The ids of one campaign's mailboxes, as a list in SQL. */
export const mailboxIdsOf = (campaignId: CampaignId): SQL =>
  sql`(SELECT cm.mailbox_id FROM ${campaignMailboxes} cm WHERE cm.campaign_id = ${campaignId})`;

/** The mailboxes of one campaign, in order of their ids. */
export async function selectCampaignMailboxes(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
) {
  return db
    .select({
      id: mailboxes.id,
      email: mailboxes.email,
      fromName: mailboxes.fromName,
      status: mailboxes.status,
      statusMessage: mailboxes.statusMessage,
      ...paceColumns,
      byTag: campaignMailboxes.byTag,
    })
    .from(campaignMailboxes)
    .innerJoin(mailboxes, eq(mailboxes.id, campaignMailboxes.mailboxId))
    .where(
      and(
        eq(campaignMailboxes.campaignId, campaignId),
        eq(campaignMailboxes.workspaceId, workspaceId),
        eq(mailboxes.workspaceId, workspaceId),
        isNull(mailboxes.deletedAt),
      ),
    )
    .orderBy(mailboxes.id);
}
export type CampaignMailbox = Awaited<ReturnType<typeof selectCampaignMailboxes>>[number];

/** Ids of the mailboxes that are named, by campaign, for a page of campaigns; those by a tag are left out. */
export async function selectMailboxIds(
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
): Promise<ReadonlyMap<CampaignId, MailboxId[]>> {
  const rows = await db
    .select({
      campaignId: campaignMailboxes.campaignId,
      mailboxId: campaignMailboxes.mailboxId,
    })
    .from(campaignMailboxes)
    .where(
      sql`${campaignMailboxes.workspaceId} = ${workspaceId} AND ${campaignMailboxes.byTag} = 0
        AND ${campaignMailboxes.campaignId} IN (SELECT value FROM json_each(${JSON.stringify(campaignIds)}))`,
    )
    .orderBy(campaignMailboxes.mailboxId);
  const byCampaign = new Map<CampaignId, MailboxId[]>();
  for (const row of rows) {
    byCampaign.set(row.campaignId, [...(byCampaign.get(row.campaignId) ?? []), row.mailboxId]);
  }
  return byCampaign;
}

const idList = (ids: readonly MailboxId[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** How many of these mailboxes are the workspace's own. */
export async function countOwn(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MailboxId[],
): Promise<number> {
  const rows = await db
    .select({ n: sql<number>`count(*)` })
    .from(mailboxes)
    .where(
      sql`${mailboxes.workspaceId} = ${workspaceId} AND ${mailboxes.deletedAt} IS NULL
        AND ${mailboxes.id} IN ${idList(ids)}`,
    );
  return rows[0]?.n ?? 0;
}

/**
 * Replaces the campaign's mailboxes by these and those with its tags, and gives the leads of those that left to the new
 * ones, spread by lead, with what of theirs has not reached a server. Writes nothing unless every
 * id is the workspace's own; the last statement tells by its row.
 */
export function replaceMailboxes(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  ids: readonly MailboxId[],
  now: UnixMs,
): Statement[] {
  const guard = sql`(SELECT count(*) FROM ${mailboxes} m WHERE m.workspace_id = ${workspaceId}
      AND m.deleted_at IS NULL AND m.id IN ${idList(ids)}) = ${ids.length}
    AND EXISTS (SELECT 1 FROM ${campaigns} c WHERE c.id = ${campaignId}
      AND c.workspace_id = ${workspaceId} AND c.deleted_at IS NULL)`;
  return [
    db.run(sql`
      DELETE FROM ${campaignMailboxes}
      WHERE campaign_id = ${campaignId} AND workspace_id = ${workspaceId} AND ${guard}`),
    db.run(sql`
      INSERT INTO ${campaignMailboxes} (workspace_id, campaign_id, mailbox_id)
      SELECT ${workspaceId}, ${campaignId}, value FROM json_each(${JSON.stringify(ids)})
      WHERE ${guard}`),
    joinCampaign(db, workspaceId, campaignId, guard),
    ...handOverToOthers(db, workspaceId, sql`l.campaign_id = ${campaignId} AND ${guard}`),
    db
      .update(campaigns)
      .set({ updatedAt: now })
      .where(and(eq(campaigns.id, campaignId), eq(campaigns.workspaceId, workspaceId), guard))
      .returning({ id: campaigns.id }),
  ];
}
