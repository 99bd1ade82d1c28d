import { sql, type SQL } from "drizzle-orm";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { ruleRuns, tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { resends, sends } from "#modules/campaigns/schema/sending.ts";
import { sendLedger } from "#modules/campaigns/sends/ledger.ts";
import { subtractLeads } from "#modules/campaigns/stats/enrolments-store.ts";
import { cancel } from "#modules/delivery/engine/moves.ts";
import type { LeadUses } from "#modules/leads/hooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { ListId } from "#platform/rules/ids.ts";

/** Places of leads in sequences that have not ended, and in how many campaigns. */
export async function placesInSequences(
  { db }: WorkspaceCtx,
  those: SQL,
): Promise<Partial<LeadUses>> {
  const rows = await db.all<Pick<LeadUses, "in_sequence" | "campaigns">>(sql`
    SELECT count(*) AS in_sequence, count(DISTINCT campaign_id) AS campaigns FROM ${campaignLeads}
    WHERE ${those} AND +status IN ('pending', 'in_progress', 'paused')
      AND EXISTS (SELECT 1 FROM ${campaigns} k WHERE k.id = ${campaignLeads.campaignId} AND k.deleted_at IS NULL)`);
  return rows[0] ?? {};
}

/** An enrolment from which nothing was ever planned: it can go without a trace, and is no longer counted. */
const untouched = sql`NOT EXISTS (SELECT 1 FROM ${sends} s WHERE s.enrolment_id = ${campaignLeads.id})`;

/** Takes leads out of campaigns: an enrolment with sends ends as skipped, and what waits to be sent is cancelled. */
export function leaveCampaigns(ctx: WorkspaceCtx, those: SQL): Statement[] {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  return [
    subtractLeads(
      db,
      ctx.workspaceId,
      sql`SELECT campaign_id, entered_at FROM ${campaignLeads} WHERE ${those} AND ${untouched}`,
    ),
    db.run(sql`DELETE FROM ${campaignLeads} WHERE ${those} AND ${untouched}`),
    db.run(sql`
      UPDATE ${campaignLeads} SET status = 'skipped', skip_detail = 'lead_deleted',
        next_send_at = NULL, held_until = NULL, finished_at = ${now}
      WHERE ${those} AND status IN ('pending', 'in_progress', 'paused')`),
    ...cancel(db, sendLedger, workspaceId, those, now),
    db.run(sql`DELETE FROM ${tasks} WHERE ${those}`),
    db.run(sql`DELETE FROM ${ruleRuns} WHERE ${those}`),
  ];
}

/** Blanks a person in what campaigns sent. */
export const blankSends = ({ db }: WorkspaceCtx, those: SQL): Statement[] => [
  db.run(sql`
    UPDATE ${resends} SET smtp_response = NULL WHERE id IN (SELECT id FROM ${sends} WHERE ${those})`),
  db.run(sql`UPDATE ${sends} SET to_email = '', subject = '', smtp_response = NULL WHERE ${those}`),
];

/** Takes a list out of the campaigns that name it. */
export const forgetList = ({ db, workspaceId }: WorkspaceCtx, id: ListId): Statement[] => [
  db.run(sql`
    UPDATE ${campaigns} SET list_ids =
      (SELECT json_group_array(value) FROM json_each(list_ids) WHERE value <> ${id})
    WHERE workspace_id = ${workspaceId}
      AND EXISTS (SELECT 1 FROM json_each(list_ids) WHERE value = ${id})`),
];
