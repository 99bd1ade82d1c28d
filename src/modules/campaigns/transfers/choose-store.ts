import { type SQL, sql } from "drizzle-orm";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { EnrolmentStatus } from "#modules/campaigns/rules/states.ts";
import { leadSource, type Part } from "#modules/leads/choices/lead-filter-sql.ts";
import { leadIdRows } from "#modules/leads/leads/lead-sql.ts";
import type { Db } from "#platform/db/db.ts";
import type { CampaignId, LeadId, WorkspaceId } from "#platform/rules/ids.ts";

/** A place in a sequence that has not ended. */
export const OPEN = sql.raw("('pending', 'in_progress', 'paused')");

/** Leads whose sequence in a campaign has not ended. */
export const openIn = (
  workspaceId: WorkspaceId,
  id: CampaignId,
  status: EnrolmentStatus | undefined,
): Part => {
  const fits = (row: string): SQL =>
    sql.raw(`${row}.status`).append(status === undefined ? sql` IN ${OPEN}` : sql` = ${status}`);
  const isOpen = sql`m.status IN ${OPEN}`;
  return {
    from: sql`${campaignLeads} m`,
    where: sql`m.campaign_id = ${id} AND +m.workspace_id = ${workspaceId} AND ${isOpen} AND ${fits("m")}`,
    id: sql`m.lead_id`,
    joins: true,
    orders: [],
    test: sql`EXISTS (SELECT 1 FROM ${campaignLeads} t WHERE t.campaign_id = ${id}
      AND t.lead_id = leads.id AND +t.workspace_id = ${workspaceId} AND t.status IN ${OPEN} AND ${fits("t")})`,
  };
};

/** Leads that fit all conditions behind an id, in the order of their ids. */
export async function selectBehind(
  db: Db,
  workspaceId: WorkspaceId,
  parts: readonly Part[],
  after: number,
  most: number,
): Promise<LeadId[]> {
  const { from, where } = leadSource(workspaceId, parts);
  const rows = await db.all<{ id: LeadId }>(sql`
    SELECT leads.id AS id FROM ${from} WHERE ${where} AND leads.id > ${after}
    ORDER BY leads.id LIMIT ${most}`);
  return rows.map(({ id }) => id);
}

export type MailCounts = {
  readonly waiting: number;
  readonly claimed: number;
  readonly leaving: number;
};

/** What a campaign is about to send to these leads. */
export async function countDueMails(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  ids: readonly LeadId[],
): Promise<MailCounts> {
  const rows = await db.all<MailCounts>(sql`
    SELECT coalesce(sum(s.state = 'queued'), 0) AS waiting, coalesce(sum(s.state = 'leased'), 0) AS claimed,
      coalesce(sum(s.state = 'sending'), 0) AS leaving
    FROM ${sends} s WHERE s.workspace_id = ${workspaceId} AND s.lead_id IN ${leadIdRows(ids)}
      AND +s.campaign_id = ${campaignId} AND s.state IN ('queued', 'leased', 'sending')`);
  return rows[0] ?? { waiting: 0, claimed: 0, leaving: 0 };
}
