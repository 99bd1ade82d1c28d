import { IMPORTED } from "#modules/campaigns/rules/variants.ts";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaignMailboxes, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { sends, stats } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import type { CampaignId, MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** An active campaign's rules of protection; null for any other. */
export async function selectProtection(db: Db, workspaceId: WorkspaceId, id: CampaignId) {
  const rows = await db
    .select({
      bouncePct: campaigns.bounceThresholdPct,
      bounceMinSample: campaigns.bounceMinSample,
      windowDays: campaigns.bounceWindowDays,
      complaintPct: campaigns.complaintThresholdPct,
      restartedAt: campaigns.restartedAt,
      restartSent: campaigns.restartSent,
    })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.id, id),
        eq(campaigns.workspaceId, workspaceId),
        eq(campaigns.status, "active"),
        isNull(campaigns.deletedAt),
      ),
    );
  return rows[0] ?? null;
}

/** What the campaign's counters of that day and the days after it say was accepted or refused. */
export async function selectTriedSince(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  day: string,
): Promise<number> {
  const rows = await db.all<{ n: number }>(sql`
    SELECT coalesce(sum(sent + refused), 0) AS n FROM ${stats}
    WHERE workspace_id = ${workspaceId} AND campaign_id = ${campaignId} AND dimension = 'day' AND key >= ${day}`);
  return rows[0]?.n ?? 0;
}

/** Sends of the campaign since then that bounced hard. A send that no server took bounced when it was sent. */
export async function countHardBounces(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  since: UnixMs,
): Promise<number> {
  const rows = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM ${sends} INDEXED BY sends_hard_bounces
    WHERE campaign_id = ${campaignId} AND bounce_type = 'hard' AND bounced_at >= ${since}
      AND coalesce(sent_at, bounced_at) >= ${since} AND workspace_id = ${workspaceId}
      AND variant <> ${IMPORTED}`);
  return rows[0]?.n ?? 0;
}

/** Sends of a campaign, or of a mailbox, since then that somebody complained about. */
export async function countComplaints(
  db: Db,
  workspaceId: WorkspaceId,
  of: { readonly campaignId: CampaignId } | { readonly mailboxId: MailboxId },
  since: UnixMs,
): Promise<number> {
  const whose: SQL =
    "campaignId" in of ? sql`campaign_id = ${of.campaignId}` : sql`mailbox_id = ${of.mailboxId}`;
  const rows = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM ${sends} INDEXED BY sends_complaints
    WHERE workspace_id = ${workspaceId} AND complained_at IS NOT NULL AND complained_at >= ${since}
      AND coalesce(sent_at, complained_at) >= ${since} AND variant <> ${IMPORTED} AND ${whose}`);
  return rows[0]?.n ?? 0;
}

/** Slots that a mailbox used on that day and the days after it. */
export async function selectUsedSince(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
  day: string,
): Promise<number> {
  const rows = await db.all<{ n: number }>(sql`
    SELECT coalesce(sum(used), 0) AS n FROM ${dailyUsage}
    WHERE workspace_id = ${workspaceId} AND scope = 'mailbox' AND key = ${String(mailboxId)} AND day >= ${day}`);
  return rows[0]?.n ?? 0;
}

/** Active campaigns that use this mailbox, and whose every mailbox was refused. */
export async function selectBlockedCampaigns(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
): Promise<CampaignId[]> {
  const rows = await db.all<{ id: CampaignId }>(sql`
    SELECT k.id FROM ${campaignMailboxes} cm JOIN ${campaigns} k ON k.id = cm.campaign_id
    WHERE cm.workspace_id = ${workspaceId} AND cm.mailbox_id = ${mailboxId}
      AND k.status = 'active' AND k.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${campaignMailboxes} o JOIN ${mailboxes} m ON m.id = o.mailbox_id
        WHERE o.campaign_id = k.id AND m.deleted_at IS NULL AND m.status <> 'sending_error')`);
  return rows.map((row) => row.id);
}

/** Across workspaces: active campaigns that were started last at this time or before. */
export const selectStartedBefore = (db: Db, at: UnixMs) =>
  db
    .select({ id: campaigns.id, workspaceId: campaigns.workspaceId })
    .from(campaigns)
    .where(
      sql`${campaigns.status} = 'active' AND ${campaigns.deletedAt} IS NULL
        AND max(coalesce(${campaigns.startedAt}, 0), coalesce(${campaigns.restartedAt}, 0)) <= ${at}`,
    );
