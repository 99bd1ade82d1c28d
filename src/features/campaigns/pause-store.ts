import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db, Statement } from "#db/db.ts";
import { campaignLeads } from "#db/schema/campaigns.ts";
import type { CampaignId, LeadId, UnixMs, WorkspaceId } from "#domain/ids.ts";

type Place = { readonly campaignId: CampaignId; readonly leadId: LeadId };

const at = (workspaceId: WorkspaceId, { campaignId, leadId }: Place) =>
  and(
    eq(campaignLeads.campaignId, campaignId),
    eq(campaignLeads.leadId, leadId),
    sql`+${campaignLeads.workspaceId} = ${workspaceId}`,
  );

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
    .where(
      and(
        at(workspaceId, place),
        inArray(campaignLeads.status, ["pending", "in_progress", "paused"]),
      ),
    )
    .returning({ id: campaignLeads.id });

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
