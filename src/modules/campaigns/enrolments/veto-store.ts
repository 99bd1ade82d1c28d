import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { EnrolmentId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/**
 * Those of these enrolments in whose campaign somebody else of the lead's domain has answered. One
 * whose domain many people share does not belong here.
 */
export async function selectAnsweredCompanies(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly EnrolmentId[],
): Promise<ReadonlySet<EnrolmentId>> {
  const rows = await db.all<{ id: EnrolmentId }>(sql`
    SELECT e.id AS id FROM ${campaignLeads} e JOIN ${leads} l ON l.id = e.lead_id
    WHERE e.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +e.workspace_id = ${workspaceId}
      AND EXISTS (SELECT 1 FROM ${leads} o JOIN ${sends} s ON s.campaign_id = e.campaign_id AND s.lead_id = o.id
        WHERE o.workspace_id = ${workspaceId} AND o.domain = l.domain AND o.id <> l.id
          AND s.replied_at IS NOT NULL)`);
  return new Set(rows.map((row) => row.id));
}

/** Those of these enrolments whose lead had a mail of another campaign since the time given for each; not where they go on with it. */
export async function selectContacted(
  db: Db,
  workspaceId: WorkspaceId,
  enrolments: readonly { id: EnrolmentId; since: UnixMs }[],
): Promise<ReadonlySet<EnrolmentId>> {
  const json = JSON.stringify(enrolments.map((e) => [e.id, e.since]));
  const rows = await db.all<{ id: EnrolmentId }>(sql`
    SELECT e.id AS id FROM json_each(${json}) i JOIN ${campaignLeads} e ON e.id = i.value->>0
    WHERE +e.workspace_id = ${workspaceId} AND EXISTS (SELECT 1 FROM ${sends} s
      WHERE s.workspace_id = ${workspaceId} AND s.lead_id = e.lead_id AND s.campaign_id <> e.campaign_id
        AND s.sent_at >= i.value->>1)
      AND e.continues_id IS NULL`);
  return new Set(rows.map((row) => row.id));
}
