import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { steps } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, EnrolmentId, WorkspaceId } from "#platform/rules/ids.ts";

/** Mails that already left to these enrolments, oldest first: what a follow-up answers to. */
export async function selectEarlierMails(
  db: Db,
  workspaceId: WorkspaceId,
  enrolmentIds: readonly EnrolmentId[],
) {
  return db
    .select({
      enrolmentId: sends.enrolmentId,
      step: sends.step,
      messageId: sends.messageId,
      serverMessageId: sends.serverMessageId,
      subject: sends.subject,
    })
    .from(sends)
    .where(
      sql`+${sends.workspaceId} = ${workspaceId} AND +${sends.state} IN ('sent', 'unknown')
        AND ${sends.enrolmentId} IN (SELECT value FROM json_each(${JSON.stringify(enrolmentIds)}))`,
    )
    .orderBy(sends.id);
}

/** Steps of campaigns in order, for the subjects that follow-ups inherit. */
export async function selectStepCopies(
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
) {
  return db
    .select()
    .from(steps)
    .where(
      sql`${steps.workspaceId} = ${workspaceId}
        AND ${steps.campaignId} IN (SELECT value FROM json_each(${JSON.stringify(campaignIds)}))`,
    )
    .orderBy(steps.campaignId, steps.position);
}
