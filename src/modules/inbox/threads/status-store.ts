import type { enrolmentInterest, followUpThreads } from "#modules/campaigns/hooks.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { pushStatement } from "#modules/events/push/push-statement.ts";
import { newlyAssigned } from "#modules/inbox/assignment/assign-store.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, LeadId, ThreadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";

type Seen = { readonly id: ThreadId; readonly status: ThreadStatus };

/** The thread still has the status that was read: the condition of everything that a change causes. */
export const threadUnchangedSince = (workspaceId: WorkspaceId, { id, status }: Seen): SQL =>
  sql`EXISTS (SELECT 1 FROM ${threads} t WHERE t.id = ${id} AND t.workspace_id = ${workspaceId} AND t.status = ${status})`;

/**
 * The change itself: last of its batch; answers a row when it was this call. Setting a status marks
 * the thread as read.
 */
export function changeStatus(
  db: Db,
  workspaceId: WorkspaceId,
  seen: Seen,
  to: ThreadStatus,
  now: UnixMs,
): Statement {
  return db
    .update(threads)
    .set({ status: to, isUnread: false, updatedAt: now })
    .where(
      and(
        eq(threads.workspaceId, workspaceId),
        eq(threads.id, seen.id),
        eq(threads.status, seen.status),
      ),
    )
    .returning({ id: threads.id });
}

/** The last mail of the campaign that reached the lead; null where none is known. */
export async function selectLastSend(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  leadId: LeadId,
) {
  const rows = await db
    .select({
      id: sends.id,
      stepId: sends.stepId,
      variant: sends.variant,
      mailboxId: sends.mailboxId,
    })
    .from(sends)
    .where(
      and(
        eq(sends.campaignId, campaignId),
        eq(sends.leadId, leadId),
        eq(sends.workspaceId, workspaceId),
        inArray(sends.state, ["sent", "unknown", "sending"]),
      ),
    )
    .orderBy(desc(sends.id))
    .limit(1);
  return rows[0] ?? null;
}

/** What a follow-up rule changes of the threads of leads in a campaign. Nobody answers a thread less for it: it stays unread. */
export const changeThreadsOf: AnswerTo<typeof followUpThreads> = (
  ctx,
  { campaignId, ids },
  change,
) => {
  const { db, workspaceId, now } = ctx;
  const those = sql`workspace_id = ${workspaceId} AND campaign_id = ${campaignId}
    AND lead_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  if ("status" in change) {
    return [
      db.run(sql`UPDATE ${threads} SET status = ${change.status}, updated_at = ${now()}
        WHERE ${those} AND status <> ${change.status}`),
    ];
  }
  const { assignedTo: userId } = change;
  const { source, ...about } = newlyAssigned(workspaceId, those, userId);
  return [
    pushStatement(ctx, { kind: "assigned", userId, ...about }, source),
    db.run(sql`UPDATE ${threads} SET assigned_to = ${userId}, updated_at = ${now()}
      WHERE ${those} AND assigned_to IS NOT ${userId}`),
  ];
};

/** The status of the one thread of a lead in a campaign. */
export const interestOf: AnswerTo<typeof enrolmentInterest> = (of) =>
  sql<ThreadStatus | null>`(SELECT t.status FROM ${threads} t WHERE t.workspace_id = ${of.workspaceId}
    AND t.campaign_id = ${of.campaignId} AND t.lead_id = ${of.leadId})`;
