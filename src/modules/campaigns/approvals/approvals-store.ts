import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { campaignApprovals } from "#modules/campaigns/schema/publishing.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { ApprovalId, CampaignId, UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

export type ApprovalRow = typeof campaignApprovals.$inferSelect;

const ofCampaign = (workspaceId: WorkspaceId, campaignId: CampaignId) =>
  and(eq(campaignApprovals.workspaceId, workspaceId), eq(campaignApprovals.campaignId, campaignId));

/** Newest first. */
export const selectApprovals = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  limit: number,
): Promise<ApprovalRow[]> =>
  db
    .select()
    .from(campaignApprovals)
    .where(ofCampaign(workspaceId, campaignId))
    .orderBy(desc(campaignApprovals.id))
    .limit(limit);

export async function selectApproval(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  id: ApprovalId,
): Promise<ApprovalRow | null> {
  const rows = await db
    .select()
    .from(campaignApprovals)
    .where(and(ofCampaign(workspaceId, campaignId), eq(campaignApprovals.id, id)))
    .limit(1);
  return rows[0] ?? null;
}

/** The one whose link has this token. */
export async function selectApprovalByToken(
  db: Db,
  workspaceId: WorkspaceId,
  hash: string,
): Promise<ApprovalRow | null> {
  const rows = await db
    .select()
    .from(campaignApprovals)
    .where(
      and(eq(campaignApprovals.tokenHash, hash), eq(campaignApprovals.workspaceId, workspaceId)),
    )
    .limit(1);
  return rows[0] ?? null;
}

/** The last decision about these words. */
export async function selectDecision(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  fingerprint: string,
): Promise<Pick<ApprovalRow, "id" | "state"> | null> {
  const rows = await db
    .select({ id: campaignApprovals.id, state: campaignApprovals.state })
    .from(campaignApprovals)
    .where(
      and(
        ofCampaign(workspaceId, campaignId),
        eq(campaignApprovals.fingerprint, fingerprint),
        sql`${campaignApprovals.state} IN ('approved', 'changes_requested')`,
      ),
    )
    .orderBy(desc(campaignApprovals.decidedAt), desc(campaignApprovals.id))
    .limit(1);
  return rows[0] ?? null;
}

/** What was asked before is not to be decided any more. */
export const withdrawOpen = (db: Db, workspaceId: WorkspaceId, campaignId: CampaignId): Statement =>
  db
    .update(campaignApprovals)
    .set({ state: "withdrawn" })
    .where(and(ofCampaign(workspaceId, campaignId), eq(campaignApprovals.state, "open")));

export const insertApproval = (
  db: Db,
  row: Omit<
    typeof campaignApprovals.$inferInsert,
    "id" | "state" | "decidedAt" | "decidedBy" | "decidedName" | "comment"
  >,
): Statement => db.insert(campaignApprovals).values(row).returning();

/** It is still to be decided: guard of what is written before the decision. */
export const whileUndecided = (workspaceId: WorkspaceId, id: ApprovalId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${campaignApprovals} a WHERE a.id = ${id} AND a.workspace_id = ${workspaceId}
    AND a.state = 'open')`;

/** Answers a row where it was this call that decided. */
export const decideRow = (
  db: Db,
  workspaceId: WorkspaceId,
  id: ApprovalId,
  decision: {
    readonly state: "approved" | "changes_requested";
    readonly comment: string;
    readonly decidedBy: UserId | null;
    readonly decidedName: string | null;
    readonly decidedAt: UnixMs;
  },
): Statement =>
  db
    .update(campaignApprovals)
    .set(decision)
    .where(
      and(
        eq(campaignApprovals.id, id),
        eq(campaignApprovals.workspaceId, workspaceId),
        eq(campaignApprovals.state, "open"),
      ),
    )
    .returning();
