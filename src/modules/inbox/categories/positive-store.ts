import { type SQL, sql } from "drizzle-orm";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { POSITIVE_CATEGORIES } from "#modules/delivery/rules/reply-categories.ts";
import { events } from "#modules/events/schema/events.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type {
  CampaignId,
  LeadId,
  MailboxId,
  SendId,
  StepId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";

type Place = { readonly campaignId: CampaignId; readonly leadId: LeadId };

/** The mail at which a lead's positive reply was counted. */
export type PositiveSend = {
  readonly id: SendId;
  readonly campaignId: CampaignId;
  readonly stepId: StepId;
  readonly variant: string;
  readonly mailboxId: MailboxId;
  readonly positiveAt: UnixMs;
};

/** The lead has not been counted in this campaign. */
export const noPositive = (workspaceId: WorkspaceId, { campaignId, leadId }: Place): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${sends} p WHERE p.workspace_id = ${workspaceId} AND p.lead_id = ${leadId}
    AND p.campaign_id = ${campaignId} AND p.positive_at IS NOT NULL)`;

/** No reply of the lead in this campaign was reported as positive when it came in. */
export const notReportedPositive = (workspaceId: WorkspaceId, { campaignId, leadId }: Place): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${events} v WHERE v.workspace_id = ${workspaceId} AND v.lead_id = ${leadId}
    AND v.campaign_id = ${campaignId} AND v.type = 'lead.replied'
    AND json_extract(v.body, '$.data.category') IN (SELECT value FROM json_each(${JSON.stringify(POSITIVE_CATEGORIES)})))`;

export const markPositive = (
  db: Db,
  workspaceId: WorkspaceId,
  id: SendId,
  at: UnixMs,
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${sends} SET positive_at = ${at} WHERE id = ${id} AND workspace_id = ${workspaceId} AND ${guard}`);

export const stillPositive = (
  workspaceId: WorkspaceId,
  { id, positiveAt }: Pick<PositiveSend, "id" | "positiveAt">,
): SQL =>
  sql`EXISTS (SELECT 1 FROM ${sends} p WHERE p.id = ${id} AND p.workspace_id = ${workspaceId} AND p.positive_at = ${positiveAt})`;

export const unmarkPositive = (
  db: Db,
  workspaceId: WorkspaceId,
  { id }: Pick<PositiveSend, "id">,
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${sends} SET positive_at = NULL WHERE id = ${id} AND workspace_id = ${workspaceId} AND ${guard}`);

/**
 * The mail of the campaign that a lead answered, else the last one that reached it: where a positive
 * reply is counted, or was (`positiveAt`). Null where none is known.
 */
export async function selectAnsweredSend(
  db: Db,
  workspaceId: WorkspaceId,
  { campaignId, leadId }: Place,
): Promise<(Omit<PositiveSend, "positiveAt"> & { positiveAt: UnixMs | null }) | null> {
  const rows = await db
    .select({
      id: sends.id,
      campaignId: sends.campaignId,
      stepId: sends.stepId,
      variant: sends.variant,
      mailboxId: sends.mailboxId,
      positiveAt: sends.positiveAt,
    })
    .from(sends)
    .where(
      sql`${sends.workspaceId} = ${workspaceId} AND ${sends.leadId} = ${leadId}
        AND ${sends.campaignId} = ${campaignId} AND ${sends.state} IN ('sent', 'unknown', 'sending')`,
    )
    .orderBy(sql`${sends.positiveAt} IS NULL, ${sends.repliedAt} IS NULL, ${sends.id} DESC`)
    .limit(1);
  return rows[0] ?? null;
}
