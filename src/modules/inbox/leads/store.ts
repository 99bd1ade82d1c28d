import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";
import { sql, type SQL } from "drizzle-orm";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { replyLedger } from "#modules/inbox/replies/ledger.ts";
import { deleteNotesOf } from "#modules/inbox/notes/store.ts";
import { forgetOptOuts } from "#modules/inbox/categories/lift-store.ts";
import { cancel } from "#modules/delivery/engine/moves.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import type { LeadUses } from "#modules/leads/hooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";

/** Conversations with leads, and answers in them that are written for later. */
export async function conversationsOf(
  { db, workspaceId }: WorkspaceCtx,
  those: SQL,
): Promise<Partial<LeadUses>> {
  const rows = await db.all<Pick<LeadUses, "threads" | "scheduled_mails">>(sql`
    SELECT count(*) AS threads, coalesce(sum((SELECT count(*) FROM ${outbox} b
      WHERE b.workspace_id = ${workspaceId} AND b.thread_id = ${threads.id} AND +b.state = 'queued')), 0) AS scheduled_mails
    FROM ${threads} WHERE ${those}`);
  return rows[0] ?? {};
}

/** Cancels answers to leads that wait to be sent, and forgets what their opt-outs ended. */
export function cancelAnswers(ctx: WorkspaceCtx, those: SQL): Statement[] {
  const { db, workspaceId } = ctx;
  const theirs = sql`l.workspace_id = ${workspaceId}
    AND l.thread_id IN (SELECT id FROM ${threads} WHERE ${those})`;
  return [...cancel(db, replyLedger, workspaceId, theirs, ctx.now()), forgetOptOuts(db, those)];
}

/** Blanks a person in conversations. */
export const blankConversations = (
  { db, workspaceId }: WorkspaceCtx,
  those: SQL,
  email: string,
): Statement[] => [
  db.run(sql`
    UPDATE ${threads} SET successor_email = NULL, successor_name = NULL
    WHERE workspace_id = ${workspaceId} AND successor_email = ${email}`),
  db.run(sql`
    UPDATE ${messages} SET from_email = '', from_name = '', to_emails = '[]', cc_emails = '[]',
      reply_to = NULL, attachments = '[]', subject = '', text = '', html = '', category_words = '[]' WHERE ${those}`),
  db.run(sql`
    UPDATE ${outbox} SET bcc = '[]', snippet = '', smtp_response = NULL WHERE workspace_id = ${workspaceId}
      AND thread_id IN (SELECT id FROM ${threads} WHERE ${those})`),
  deleteNotesOf(db, workspaceId, sql`(SELECT id FROM ${threads} WHERE ${those})`),
  db.run(sql`UPDATE ${threads} SET subject = '', snippet = '', category_words = '[]',
      successor_email = NULL, successor_name = NULL WHERE ${those}`),
];

/** What a lead wrote and what people answered, for the lead's activity. */
export const mailActivity = (workspaceId: WorkspaceId, id: LeadId): SQL[] => [
  sql`SELECT m.sent_at, CASE WHEN m.direction = 'outbound' THEN 'answered'
          WHEN m.type = 'auto_reply' THEN 'auto_replied' ELSE 'replied' END,
          m.id, t.campaign_id, NULL, t.id, m.subject, CASE WHEN m.category <> 'other' THEN m.category END
        FROM ${threads} t CROSS JOIN ${messages} m ON m.workspace_id = ${workspaceId} AND m.thread_id = t.id
        WHERE t.workspace_id = ${workspaceId} AND t.lead_id = ${id} AND m.type IN ('reply', 'manual', 'auto_reply')`,
];
