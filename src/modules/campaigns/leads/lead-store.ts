import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";

/** The campaigns in which a lead is, and how far it is in each. */
export const selectCampaignsOf = async ({ db, workspaceId }: WorkspaceCtx, id: LeadId) =>
  db
    .select({
      id: campaigns.id,
      name: campaigns.name,
      status: campaignLeads.status,
      current_step: campaignLeads.currentStep,
    })
    .from(campaignLeads)
    .innerJoin(
      campaigns,
      and(
        eq(campaigns.id, campaignLeads.campaignId),
        eq(campaigns.workspaceId, workspaceId),
        isNull(campaigns.deletedAt),
      ),
    )
    .where(and(eq(campaignLeads.workspaceId, workspaceId), eq(campaignLeads.leadId, id)))
    .orderBy(asc(campaigns.id));

/** The last answer of a lead at an address; only those of the address that it has now count. */
export const lastReply = (workspaceId: WorkspaceId, id: SQL, email: SQL): SQL =>
  sql`(SELECT max(s.replied_at) FROM ${sends} s WHERE s.workspace_id = ${workspaceId}
    AND s.lead_id = ${id} AND s.to_email = ${email})`;

/** Lets what still waits go to a lead's new address. */
export const readdressSends = (
  { db, workspaceId }: WorkspaceCtx,
  id: LeadId,
  email: string,
): Statement[] => [
  db
    .update(sends)
    .set({ toEmail: email })
    .where(
      and(eq(sends.workspaceId, workspaceId), eq(sends.leadId, id), sql`${sends.state} = 'queued'`),
    ),
];
