import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import type { MessageId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** Mails as they stand. */
export async function selectMailsToSettle(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MessageId[],
) {
  return db
    .select({
      id: outbox.messageId,
      state: outbox.state,
      lease: outbox.lease,
      attempts: outbox.attempts,
      threadId: outbox.threadId,
      mailboxId: outbox.mailboxId,
      snippet: outbox.snippet,
      bcc: outbox.bcc,
      messageId: messages.messageId,
      leadId: messages.leadId,
      to: messages.toEmails,
      cc: messages.ccEmails,
      leadEmail: leads.email,
    })
    .from(outbox)
    .innerJoin(
      messages,
      sql`${messages.id} = ${outbox.messageId} AND +${messages.workspaceId} = ${workspaceId}`,
    )
    .leftJoin(
      leads,
      sql`${leads.id} = ${messages.leadId} AND +${leads.workspaceId} = ${workspaceId}`,
    )
    .where(
      sql`+${outbox.workspaceId} = ${workspaceId}
        AND ${outbox.messageId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
}
export type SettlingMail = Awaited<ReturnType<typeof selectMailsToSettle>>[number];

/** The mail still stands in the state, and under the lease, in which it was read. */
export const standsAsRead = (workspaceId: WorkspaceId, mail: SettlingMail): SQL =>
  sql`EXISTS (SELECT 1 FROM ${outbox} o WHERE o.message_id = ${mail.id} AND +o.workspace_id = ${workspaceId}
    AND +o.state = ${mail.state} AND +o.lease IS ${mail.lease})`;

/** It left: the mail joins its conversation, which moves up with it. */
export function showMail(
  db: Db,
  workspaceId: WorkspaceId,
  mail: SettlingMail,
  now: UnixMs,
  guard: SQL,
): Statement[] {
  return [
    db.run(sql`
      UPDATE ${threads} SET message_count = message_count + 1, last_message_at = max(last_message_at, ${now}),
        last_direction = 'outbound', snippet = ${mail.snippet}, is_unread = 0, updated_at = ${now}
      WHERE id = ${mail.threadId} AND workspace_id = ${workspaceId} AND ${guard}`),
    db.run(sql`
      UPDATE ${messages} SET thread_id = ${mail.threadId}, sent_at = ${now}
      WHERE id = ${mail.id} AND workspace_id = ${workspaceId} AND ${guard}`),
    db.run(sql`
      UPDATE ${mailboxes} SET last_sent_at = ${now}
      WHERE id = ${mail.mailboxId} AND workspace_id = ${workspaceId} AND ${guard}`),
  ];
}

/** The transition itself: last of its batch. An unknown mail keeps its lease, for late evidence. */
export function finishMail(
  db: Db,
  workspaceId: WorkspaceId,
  id: MessageId,
  as: {
    state: "sent" | "unknown" | "failed";
    code: number | null;
    response: string | null;
    evidence: string;
  },
  now: UnixMs,
  guard: SQL,
): Statement {
  return db.all<{ id: MessageId }>(sql`
    UPDATE ${outbox} SET state = ${as.state}, smtp_code = ${as.code}, smtp_response = ${as.response},
      evidence = ${as.evidence}, lease_until = NULL, lease = CASE WHEN ${as.state} = 'unknown' THEN lease END,
      finished_at = ${now}
    WHERE message_id = ${id} AND workspace_id = ${workspaceId} AND ${guard}
    RETURNING message_id AS id`);
}

/** Back to the queue. `counted` false: it was no try. */
export function requeueMail(
  db: Db,
  workspaceId: WorkspaceId,
  mail: {
    id: MessageId;
    dueAt: UnixMs;
    counted: boolean;
    code: number | null;
    response: string | null;
  },
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${outbox} SET state = 'queued', due_at = ${mail.dueAt}, lease = NULL, lease_until = NULL,
      attempts = attempts - ${mail.counted ? 0 : 1}, smtp_code = ${mail.code}, smtp_response = ${mail.response}
    WHERE message_id = ${mail.id} AND workspace_id = ${workspaceId} AND ${guard}`);
}

export function settleUnknownMail(
  db: Db,
  workspaceId: WorkspaceId,
  id: MessageId,
  evidence: "reply" | "dsn" | "sent_folder",
): Statement {
  return db.run(sql`
    UPDATE ${outbox} SET state = 'sent', evidence = ${evidence}, lease = NULL
    WHERE message_id = ${id} AND workspace_id = ${workspaceId} AND state = 'unknown'`);
}
