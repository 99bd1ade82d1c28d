import { and, eq, gte, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { campaignLeads, campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import type { CampaignStatus } from "#platform/rules/choices.ts";
import type { CampaignId, WorkspaceId } from "#platform/rules/ids.ts";
import type { MailboxStatus } from "#platform/rules/mail/mailbox.ts";

export type StatsRow = typeof stats.$inferSelect;

/** The total lines of these campaigns. */
export async function selectTotals(
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
): Promise<StatsRow[]> {
  if (campaignIds.length === 0) return [];
  return db
    .select()
    .from(stats)
    .where(
      sql`${stats.workspaceId} = ${workspaceId}
        AND ${stats.campaignId} IN (SELECT value FROM json_each(${JSON.stringify(campaignIds)}))
        AND ${stats.dimension} = 'total' AND ${stats.key} = ''`,
    );
}

/** The lines of a campaign's steps. */
export const selectStepStats = async (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<StatsRow[]> =>
  db
    .select()
    .from(stats)
    .where(
      and(
        eq(stats.workspaceId, workspaceId),
        eq(stats.campaignId, campaignId),
        eq(stats.dimension, "step"),
      ),
    );

/** Every line of one campaign. */
export const selectCampaignStats = async (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<StatsRow[]> =>
  db
    .select()
    .from(stats)
    .where(and(eq(stats.workspaceId, workspaceId), eq(stats.campaignId, campaignId)))
    .orderBy(stats.dimension, stats.key);

/** The workspace's total line, and its days from `since` on (YYYY-MM-DD). */
export async function selectWorkspaceStats(
  db: Db,
  workspaceId: WorkspaceId,
  since: string,
): Promise<{ total: StatsRow | null; days: StatsRow[] }> {
  const whole = and(eq(stats.workspaceId, workspaceId), eq(stats.campaignId, 0));
  const [totals, days] = await Promise.all([
    db
      .select()
      .from(stats)
      .where(and(whole, eq(stats.dimension, "total"), eq(stats.key, ""))),
    db
      .select()
      .from(stats)
      .where(and(whole, eq(stats.dimension, "day"), gte(stats.key, since)))
      .orderBy(stats.key),
  ]);
  return { total: totals[0] ?? null, days };
}

/** Emails of the workspace's campaigns so far. */
export async function selectSent(db: Db, workspaceId: WorkspaceId): Promise<number> {
  const rows = await db
    .select({ sent: stats.sent })
    .from(stats)
    .where(
      and(
        eq(stats.workspaceId, workspaceId),
        eq(stats.campaignId, 0),
        eq(stats.dimension, "total"),
        eq(stats.key, ""),
      ),
    );
  return rows[0]?.sent ?? 0;
}

/** What stands beside the counters of a workspace. */
export async function selectHoldings(db: Db, workspaceId: WorkspaceId) {
  const [leads, byCampaign, byMailbox] = await Promise.all([
    db.select({ n: workspaces.leadCount }).from(workspaces).where(eq(workspaces.id, workspaceId)),
    db
      .select({ status: campaigns.status, n: sql<number>`count(*)` })
      .from(campaigns)
      .where(sql`${campaigns.workspaceId} = ${workspaceId} AND ${campaigns.deletedAt} IS NULL`)
      .groupBy(campaigns.status),
    db
      .select({ status: mailboxes.status, n: sql<number>`count(*)` })
      .from(mailboxes)
      .where(sql`${mailboxes.workspaceId} = ${workspaceId} AND ${mailboxes.deletedAt} IS NULL`)
      .groupBy(mailboxes.status),
  ]);
  return {
    leads: leads[0]?.n ?? 0,
    campaigns: new Map<CampaignStatus, number>(byCampaign.map((row) => [row.status, row.n])),
    mailboxes: new Map<MailboxStatus, number>(byMailbox.map((row) => [row.status, row.n])),
  };
}

/**
 * Leads of a campaign that wait for their first mail. The campaign is looked up in its workspace,
 * so that the count itself reads nothing but the index.
 */
export async function countPending(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<number> {
  const rows = await db
    .select({ n: sql<number>`count(*)` })
    .from(campaignLeads)
    .where(
      sql`${campaignLeads.campaignId} = (SELECT c.id FROM ${campaigns} c
          WHERE c.id = ${campaignId} AND c.workspace_id = ${workspaceId})
        AND ${campaignLeads.status} = 'pending'`,
    );
  return rows[0]?.n ?? 0;
}

/** Names for the keys of a campaign's lines: positions of steps, addresses of mailboxes. */
export async function selectNames(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  mailboxIds: readonly number[],
): Promise<{ positions: ReadonlyMap<number, number>; emails: ReadonlyMap<number, string> }> {
  const [stepRows, mailboxRows] = await Promise.all([
    db
      .select({ id: steps.id, position: steps.position })
      .from(steps)
      .where(and(eq(steps.workspaceId, workspaceId), eq(steps.campaignId, campaignId))),
    db
      .select({ id: mailboxes.id, email: mailboxes.email })
      .from(mailboxes)
      .where(
        sql`${mailboxes.workspaceId} = ${workspaceId}
          AND ${mailboxes.id} IN (SELECT value FROM json_each(${JSON.stringify(mailboxIds)}))`,
      ),
  ]);
  return {
    positions: new Map(stepRows.map((row) => [row.id, row.position])),
    emails: new Map(mailboxRows.map((row) => [row.id, row.email])),
  };
}
