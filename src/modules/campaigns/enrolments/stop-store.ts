import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { sendLedger } from "#modules/campaigns/sends/ledger.ts";
import { cancel } from "#modules/delivery/engine/moves.ts";
import type { CampaignId, LeadId, SendId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type StopGuard = SQL;

type Target = {
  readonly leadId: LeadId;
  /** Null: every campaign of the workspace. */
  readonly campaignId: CampaignId | null;
  readonly now: UnixMs;
};

export function cancelQueuedSends(
  db: Db,
  workspaceId: WorkspaceId,
  { leadId, campaignId, now, except }: Target & { except: SendId | null },
  guard: StopGuard = sql`1`,
): Statement[] {
  const those = sql`l.workspace_id = ${workspaceId} AND l.lead_id = ${leadId}
    AND (${campaignId} IS NULL OR l.campaign_id = ${campaignId})
    AND (${except} IS NULL OR l.id <> ${except}) AND ${guard}`;
  return cancel(db, sendLedger, workspaceId, those, now);
}

/** `completed` gives way to what happens after the last step; the other final states stay. */
export function finishEnrolments(
  db: Db,
  workspaceId: WorkspaceId,
  { leadId, campaignId, now, status }: Target & { status: "replied" | "bounced" | "unsubscribed" },
  guard: StopGuard = sql`1`,
): Statement {
  return db.run(sql`
    UPDATE ${campaignLeads} SET status = ${status}, next_send_at = NULL, held_until = NULL,
      finished_at = coalesce(finished_at, ${now})
    WHERE workspace_id = ${workspaceId} AND lead_id = ${leadId}
      AND (${campaignId} IS NULL OR campaign_id = ${campaignId})
      AND status IN ('pending', 'in_progress', 'paused', 'completed') AND ${guard}`);
}

/** The lead's address is known to be undeliverable since its first bounce. */
export function markLeadBounced(
  db: Db,
  workspaceId: WorkspaceId,
  id: LeadId,
  now: UnixMs,
  guard: StopGuard,
): Statement {
  return db.run(sql`
    UPDATE ${leads} SET bounced_at = coalesce(bounced_at, ${now}), updated_at = ${now}
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND ${guard}`);
}
