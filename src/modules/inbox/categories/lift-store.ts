import { type SQL, sql } from "drizzle-orm";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { sendLedger } from "#modules/campaigns/sends/ledger.ts";
import { reopen } from "#modules/delivery/engine/moves.ts";
import { replyOptOuts, threads } from "#modules/inbox/schema/inbox.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { ThreadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type OptOutRow = typeof replyOptOuts.$inferSelect;

/** The opt-outs of a thread that nobody took back, the first one first. */
export const selectOptOuts = (
  db: Db,
  workspaceId: WorkspaceId,
  threadId: ThreadId,
): Promise<OptOutRow[]> =>
  db
    .select()
    .from(replyOptOuts)
    .where(
      sql`${replyOptOuts.workspaceId} = ${workspaceId} AND ${replyOptOuts.threadId} = ${threadId}
        AND ${replyOptOuts.undoneAt} IS NULL`,
    )
    .orderBy(replyOptOuts.id);

/** No opt-out of the thread stands. */
export const optsIn = (workspaceId: WorkspaceId, threadId: ThreadId): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${replyOptOuts} o WHERE o.workspace_id = ${workspaceId}
    AND o.thread_id = ${threadId} AND o.undone_at IS NULL)`;

export const stillStands = (workspaceId: WorkspaceId, id: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${replyOptOuts} o WHERE o.id = ${id} AND o.workspace_id = ${workspaceId} AND o.undone_at IS NULL)`;

/** Campaigns in which the lead's answer ends the sequence, whatever it says. */
const endsByAnswer = ({ source, threadId, workspaceId }: OptOutRow, campaign: SQL): SQL =>
  sql`(${source.startsWith("reply:") ? 1 : 0} AND EXISTS (SELECT 1 FROM ${threads} t JOIN ${campaigns} c ON c.id = t.campaign_id
    WHERE t.id = ${threadId} AND t.workspace_id = ${workspaceId} AND c.id = ${campaign} AND c.check_reply))`;

/** The places that ended by it, and nothing else since. */
const ended = ({ id, workspaceId }: OptOutRow): SQL =>
  sql`(SELECT j.value AS was FROM ${replyOptOuts} o, json_each(o.ended) j
    WHERE o.id = ${id} AND o.workspace_id = ${workspaceId})`;

/** Mails that were cancelled by it wait again. */
export const reopenSends = (
  db: Db,
  workspaceId: WorkspaceId,
  optOut: OptOutRow,
  now: UnixMs,
  guard: SQL,
): Statement[] =>
  reopen(
    db,
    sendLedger,
    workspaceId,
    "cancelled",
    sql`l.id IN (SELECT s.id FROM ${sends} s WHERE s.workspace_id = ${workspaceId} AND s.lead_id = ${optOut.leadId}
        AND s.finished_at = ${optOut.createdAt}
        AND s.enrolment_id IN (SELECT r.was->>'id' FROM ${ended(optOut)} r)
        AND NOT ${endsByAnswer(optOut, sql`s.campaign_id`)}) AND ${guard}`,
    now,
  );

/** The lead's places in campaigns as they were; answered, where that ends them. */
export const restoreEnrolments = (
  db: Db,
  workspaceId: WorkspaceId,
  optOut: OptOutRow,
  guard: SQL,
): Statement => {
  const answered = endsByAnswer(optOut, sql`e.campaign_id`);
  const asItWas = (field: string): SQL =>
    sql`CASE WHEN ${answered} THEN e.${sql.raw(field)} ELSE r.was->>${sql.raw(`'${field}'`)} END`;
  return db.run(sql`
    UPDATE ${campaignLeads} AS e SET
      status = CASE WHEN ${answered} THEN 'replied' ELSE r.was->>'status' END,
      next_send_at = ${asItWas("next_send_at")}, held_until = ${asItWas("held_until")},
      finished_at = ${asItWas("finished_at")}
    FROM ${ended(optOut)} r
    WHERE e.id = r.was->>'id' AND e.workspace_id = ${workspaceId} AND e.status = 'unsubscribed' AND ${guard}`);
};

/** Tasks that it ended, where the sequence waits for them again. */
export const reopenTasks = (
  db: Db,
  workspaceId: WorkspaceId,
  { leadId, createdAt }: OptOutRow,
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${tasks} SET state = 'open', ended_at = NULL
    WHERE workspace_id = ${workspaceId} AND lead_id = ${leadId} AND state = 'ended' AND ended_at = ${createdAt}
      AND EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.id = enrolment_id AND e.next_send_at IS NULL
        AND e.status IN ('pending', 'in_progress', 'paused')) AND ${guard}`);

export const resubscribeLead = (
  db: Db,
  workspaceId: WorkspaceId,
  { leadId, createdAt }: OptOutRow,
  now: UnixMs,
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${leads} SET unsubscribed_at = NULL, updated_at = ${now}
    WHERE id = ${leadId} AND workspace_id = ${workspaceId} AND unsubscribed_at = ${createdAt} AND ${guard}`);

export const markLifted = (
  db: Db,
  workspaceId: WorkspaceId,
  id: number,
  now: UnixMs,
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${replyOptOuts} SET undone_at = ${now} WHERE id = ${id} AND workspace_id = ${workspaceId} AND ${guard}`);

/** Forgets the opt-outs of leads that are deleted. */
export const forgetOptOuts = (db: Db, those: SQL): Statement =>
  db.run(sql`DELETE FROM ${replyOptOuts} WHERE ${those}`);
