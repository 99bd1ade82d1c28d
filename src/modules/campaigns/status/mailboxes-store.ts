import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { sendLedger } from "#modules/campaigns/sends/ledger.ts";
import { takeBack } from "#modules/delivery/engine/moves.ts";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
} from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { CampaignId, MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

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
      timezone: mailboxes.timezone,
      dailyLimit: mailboxes.dailyLimit,
      heldState: mailboxes.heldState,
      rampEnabled: mailboxes.rampEnabled,
      rampIncrement: mailboxes.rampIncrement,
      minGapSeconds: mailboxes.minGapSeconds,
      gapJitterSeconds: mailboxes.gapJitterSeconds,
      createdAt: mailboxes.createdAt,
      nextSendAt: mailboxes.nextSendAt,
      lastSentAt: mailboxes.lastSentAt,
      smtpHost: mailboxes.smtpHost,
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

/** Mailbox ids by campaign, for a page of campaigns. */
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
      sql`${campaignMailboxes.workspaceId} = ${workspaceId} AND ${campaignMailboxes.campaignId}
        IN (SELECT value FROM json_each(${JSON.stringify(campaignIds)}))`,
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
 * Replaces the campaign's mailboxes by these, and gives the leads of those that left to the new
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
  const next = sql`(SELECT value FROM (
    SELECT value, ((value * 31 + ${campaignLeads}.id) * 2654435761) % 4294967296 AS place
    FROM json_each(${JSON.stringify(ids)})) ORDER BY place LIMIT 1)`;
  return [
    db.run(sql`
      DELETE FROM ${campaignMailboxes}
      WHERE campaign_id = ${campaignId} AND workspace_id = ${workspaceId} AND ${guard}`),
    db.run(sql`
      INSERT INTO ${campaignMailboxes} (workspace_id, campaign_id, mailbox_id)
      SELECT ${workspaceId}, ${campaignId}, value FROM json_each(${JSON.stringify(ids)})
      WHERE ${guard}`),
    ...(ids.length === 0
      ? []
      : [
          db.run(sql`
            UPDATE ${campaignLeads} SET mailbox_id = ${next}
            WHERE +workspace_id = ${workspaceId} AND campaign_id = ${campaignId}
              AND status IN ('pending', 'in_progress', 'paused') AND mailbox_id IS NOT NULL
              AND mailbox_id NOT IN ${idList(ids)} AND ${guard}`),
          ...takeBack(
            db,
            sendLedger,
            workspaceId,
            sql`l.workspace_id = ${workspaceId} AND l.campaign_id = ${campaignId}
              AND EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.id = l.enrolment_id
                AND e.mailbox_id IS NOT NULL AND e.mailbox_id <> l.mailbox_id) AND ${guard}`,
            sql`(SELECT e.mailbox_id FROM ${campaignLeads} e WHERE e.id = l.enrolment_id)`,
          ),
        ]),
    db
      .update(campaigns)
      .set({ updatedAt: now })
      .where(and(eq(campaigns.id, campaignId), eq(campaigns.workspaceId, workspaceId), guard))
      .returning({ id: campaigns.id }),
  ];
}
