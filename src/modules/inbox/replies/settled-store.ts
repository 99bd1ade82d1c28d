import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** Mails as they stand. */
export async function selectMailsToSettle(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly number[],
) {
  return db
    .select({
      id: outbox.messageId,
      threadId: outbox.threadId,
      mailboxId: outbox.mailboxId,
      snippet: outbox.snippet,
      bcc: outbox.bcc,
      leadId: messages.leadId,
      type: messages.type,
      rfcId: messages.messageId,
      attachments: messages.attachments,
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

/** It left: the mail joins its conversation, which moves up with it; one to somebody else moves nothing. */
export function showMail(
  db: Db,
  workspaceId: WorkspaceId,
  mail: SettlingMail,
  now: UnixMs,
  guard: SQL,
): Statement[] {
  const move =
    mail.type === "forward"
      ? sql``
      : sql`last_message_at = max(last_message_at, ${now}), last_direction = 'outbound',
          snippet = ${mail.snippet}, is_unread = 0,`;
  return [
    db.run(sql`
      UPDATE ${threads} SET message_count = message_count + 1, ${move} updated_at = ${now}
      WHERE id = ${mail.threadId} AND workspace_id = ${workspaceId} AND ${guard}`),
    db.run(sql`
      UPDATE ${messages} SET thread_id = ${mail.threadId}, sent_at = ${now}
      WHERE id = ${mail.id} AND workspace_id = ${workspaceId} AND ${guard}`),
    db.run(sql`
      UPDATE ${mailboxes} SET last_sent_at = ${now}
      WHERE id = ${mail.mailboxId} AND workspace_id = ${workspaceId} AND ${guard}`),
  ];
}
