import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { sendLedger } from "#modules/campaigns/sends/ledger.ts";
import { cancel } from "#modules/delivery/engine/moves.ts";
import type { CampaignId, LeadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** The leads of a domain in a campaign, but for the one that answered. */
type Others = {
  readonly campaignId: CampaignId;
  readonly domain: string;
  readonly except: LeadId;
};

const ids = (workspaceId: WorkspaceId, { domain, except }: Others): SQL =>
  sql`(SELECT l.id FROM ${leads} l WHERE l.workspace_id = ${workspaceId} AND l.domain = ${domain} AND l.id <> ${except})`;

/** Cancels what waits to be sent to them; what is past the gate stays. */
export function cancelCompanySends(
  db: Db,
  workspaceId: WorkspaceId,
  others: Others,
  now: UnixMs,
  guard: SQL,
): Statement[] {
  const those = sql`l.campaign_id = ${others.campaignId} AND l.lead_id IN ${ids(workspaceId, others)} AND ${guard}`;
  return cancel(db, sendLedger, workspaceId, those, now);
}

/** The others of the company, as rows of ids. */
export const companyLeads = (workspaceId: WorkspaceId, others: Others): SQL =>
  ids(workspaceId, others);

/** Ends their sequences as `domain_stopped`. */
export function skipCompanyLeads(
  db: Db,
  workspaceId: WorkspaceId,
  others: Others,
  now: UnixMs,
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${campaignLeads} SET status = 'skipped', skip_reason = 'domain_stopped', next_send_at = NULL,
      held_until = NULL, finished_at = ${now}
    WHERE +workspace_id = ${workspaceId} AND campaign_id = ${others.campaignId}
      AND lead_id IN ${ids(workspaceId, others)} AND status IN ('pending', 'in_progress', 'paused') AND ${guard}`);
}
