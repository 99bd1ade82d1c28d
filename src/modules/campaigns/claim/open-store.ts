import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { leadZone } from "#modules/leads/leads/lead-sql.ts";
import { SENT_NOW } from "#modules/campaigns/rules/leaving/rules.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

const among = (ids: readonly number[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** The schedules of the campaigns that these sends belong to. */
export async function selectSchedules(db: Db, workspaceId: WorkspaceId, ids: readonly number[]) {
  return db
    .select({ id: campaigns.id, schedule: campaigns.schedule })
    .from(campaigns)
    .where(
      sql`+${campaigns.workspaceId} = ${workspaceId} AND ${campaigns.id} IN (
        SELECT s.campaign_id FROM ${sends} s WHERE s.id IN ${among(ids)})`,
    );
}

/** The campaign of each of these sends, the zone that its lead names, and whether its hour is waived. */
export async function selectZones(db: Db, workspaceId: WorkspaceId, ids: readonly number[]) {
  return db
    .select({
      id: sends.id,
      campaignId: sends.campaignId,
      leadZone: sql<
        string | null
      >`(SELECT ${leadZone(sql`l.custom`)} FROM ${leads} l WHERE l.id = ${sends.leadId})`,
      isSentNow: sql<number>`EXISTS (SELECT 1 FROM ${campaignLeads} e
        WHERE e.id = ${sends.enrolmentId} AND ${sql.raw(SENT_NOW)})`,
    })
    .from(sends)
    .where(sql`+${sends.workspaceId} = ${workspaceId} AND ${sends.id} IN ${among(ids)}`);
}
