import { sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignLeads, steps } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";

/**
 * Makes follow-ups due as soon as their wait is over, whatever the former schedule had put them off
 * to; the window that is open then, or opens next, decides. None becomes later, and
 * who is held until a date stays held. Days have 24 hours here, so a change of clocks since the
 * last mail may count for an hour.
 */
export function forgetFormerWindows(
  db: Db,
  workspaceId: WorkspaceId,
  id: CampaignId,
  now: UnixMs,
): Statement {
  const lastSent = sql`(SELECT x.sent_at FROM ${sends} x WHERE x.enrolment_id = e.id
    AND +x.state IN ('sent', 'unknown') ORDER BY x.step DESC LIMIT 1)`;
  const wait = sql`(SELECT s.delay * CASE s.delay_unit WHEN 'minutes' THEN ${MINUTE_MS}
      WHEN 'hours' THEN ${HOUR_MS} ELSE ${DAY_MS} END
    FROM ${steps} s WHERE s.workspace_id = ${workspaceId} AND s.campaign_id = ${id}
      AND s.position > e.current_step ORDER BY s.position LIMIT 1)`;
  return db.run(sql`
    UPDATE ${campaignLeads} SET next_send_at = d.due
    FROM (SELECT e.id AS id, max(${lastSent} + ${wait}, coalesce(e.held_until, 0)) AS due
      FROM ${campaignLeads} e
      WHERE e.campaign_id = ${id} AND +e.workspace_id = ${workspaceId}
        AND e.status IN ('in_progress', 'paused') AND e.next_send_at > ${now}) d
    WHERE ${campaignLeads}.id = d.id AND ${campaignLeads}.next_send_at > d.due`);
}
