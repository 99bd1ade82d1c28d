import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaignLeads, steps } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, EnrolmentId, WorkspaceId } from "#platform/rules/ids.ts";

export type EarlierSend = {
  readonly enrolmentId: EnrolmentId;
  readonly own: number;
  readonly step: number;
  readonly messageId: string;
  readonly serverMessageId: string | null;
  readonly subject: string;
};

/** A place goes on with the thread of another, which may go on with a third. */
const MOST_PLACES = 10;

/**
 * Mails that already left to these enrolments, and to those whose threads they go on with, oldest
 * first: what a follow-up answers to. `own` 0: of another place.
 */
export async function selectEarlierMails(
  db: Db,
  workspaceId: WorkspaceId,
  enrolmentIds: readonly EnrolmentId[],
): Promise<EarlierSend[]> {
  return db.all<EarlierSend>(sql`
    WITH RECURSIVE chain(enrolment, place, depth) AS (
      SELECT value, value, 0 FROM json_each(${JSON.stringify(enrolmentIds)})
      UNION ALL SELECT chain.enrolment, e.continues_id, chain.depth + 1
      FROM chain JOIN ${campaignLeads} e ON e.id = chain.place
      WHERE e.continues_id IS NOT NULL AND +e.workspace_id = ${workspaceId} AND chain.depth < ${MOST_PLACES})
    SELECT chain.enrolment AS "enrolmentId", chain.depth = 0 AS "own", s.step AS "step", s.message_id AS "messageId",
      s.server_message_id AS "serverMessageId", s.subject AS "subject"
    FROM chain CROSS JOIN ${sends} s ON s.enrolment_id = chain.place
    WHERE +s.workspace_id = ${workspaceId} AND +s.state IN ('sent', 'unknown')
    ORDER BY s.id`);
}

/** Emails of campaigns in order, for the subjects that follow-ups inherit. */
export async function selectStepCopies(
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
) {
  return db
    .select()
    .from(steps)
    .where(
      sql`${steps.workspaceId} = ${workspaceId} AND ${steps.task} IS NULL
        AND ${steps.campaignId} IN (SELECT value FROM json_each(${JSON.stringify(campaignIds)}))`,
    )
    .orderBy(steps.campaignId, steps.position);
}
