import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { sendLedger } from "#modules/campaigns/sends/ledger.ts";
import { reopen } from "#modules/delivery/engine/moves.ts";
import type { CampaignId, LeadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

type Place = { readonly campaignId: CampaignId; readonly leadId: LeadId };

const at = (workspaceId: WorkspaceId, { campaignId, leadId }: Place) =>
  and(
    eq(campaignLeads.campaignId, campaignId),
    eq(campaignLeads.leadId, leadId),
    sql`+${campaignLeads.workspaceId} = ${workspaceId}`,
  );

const HELD = sql`${campaignLeads.status} = 'skipped' AND ${campaignLeads.skipReason} = 'missing_variable'
  AND EXISTS (SELECT 1 FROM ${leads} l WHERE l.id = ${campaignLeads.leadId} AND l.bounced_at IS NULL
    AND l.unsubscribed_at IS NULL AND coalesce(l.validation_status, '') <> 'invalid')`;
const PAUSABLE = inArray(campaignLeads.status, ["pending", "in_progress", "paused"]);

const whileOne = (condition: SQL | undefined): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${campaignLeads} WHERE ${condition})`;

/** The conditions of audit lines: the lead can be paused, or go on. */
export const whilePausable = (workspaceId: WorkspaceId, place: Place): SQL =>
  whileOne(and(at(workspaceId, place), PAUSABLE));
export const whileResumable = (workspaceId: WorkspaceId, place: Place): SQL =>
  whileOne(and(at(workspaceId, place), sql`(${campaignLeads.status} = 'paused' OR ${HELD})`));

/** Pauses a lead that is not done; `until` null is until somebody resumes it. No row otherwise. */
export const pauseEnrolment = (
  db: Db,
  workspaceId: WorkspaceId,
  place: Place,
  until: UnixMs | null,
): Statement =>
  db
    .update(campaignLeads)
    .set({ status: "paused", heldUntil: until })
    .where(and(at(workspaceId, place), PAUSABLE))
    .returning({ id: campaignLeads.id });

/**
 * Lets a lead go on whose mail lacked a variable: that mail is made and tried once more. Nothing for
 * any other lead. The enrolment is last, and answers a row.
 */
export const releaseHeld = (
  db: Db,
  workspaceId: WorkspaceId,
  place: Place,
  now: UnixMs,
): Statement[] => [
  ...reopen(
    db,
    sendLedger,
    workspaceId,
    "skipped",
    sql`l.campaign_id = ${place.campaignId} AND l.lead_id = ${place.leadId}
      AND l.evidence = 'missing_variable'
      AND EXISTS (SELECT 1 FROM ${campaignLeads} WHERE ${at(workspaceId, place)} AND ${HELD})`,
    now,
  ),
  db
    .update(campaignLeads)
    .set({ status: "in_progress", skipReason: null, skipDetail: null, finishedAt: null })
    .where(and(at(workspaceId, place), HELD))
    .returning({ id: campaignLeads.id }),
];

/** Lets a paused lead go on from where it stands: new, or in the middle of its sequence. */
export const resumeEnrolment = (db: Db, workspaceId: WorkspaceId, place: Place): Statement =>
  db
    .update(campaignLeads)
    .set({
      status: sql`CASE WHEN ${campaignLeads.mailboxId} IS NULL THEN 'pending' ELSE 'in_progress' END`,
      heldUntil: null,
    })
    .where(and(at(workspaceId, place), eq(campaignLeads.status, "paused")))
    .returning({ id: campaignLeads.id });
