import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** Mails of a lease that nobody has taken over since, with what they are made of. */
export async function selectLeasedMails(
  db: Db,
  workspaceId: WorkspaceId,
  lease: string,
  ids: readonly number[],
) {
  return db
    .select({
      id: outbox.messageId,
      mailboxId: outbox.mailboxId,
      mailboxStatus: mailboxes.status,
      bcc: outbox.bcc,
      force: outbox.force,
      sendAt: outbox.sendAt,
      createdAt: outbox.createdAt,
      to: messages.toEmails,
      cc: messages.ccEmails,
      subject: messages.subject,
      text: messages.text,
      html: messages.html,
      messageId: messages.messageId,
      inReplyTo: messages.inReplyTo,
      references: messages.references,
      attachments: messages.attachments,
    })
    .from(outbox)
    .innerJoin(
      messages,
      sql`${messages.id} = ${outbox.messageId} AND +${messages.workspaceId} = ${workspaceId}`,
    )
    .leftJoin(
      mailboxes,
      sql`${mailboxes.id} = ${outbox.mailboxId} AND +${mailboxes.workspaceId} = ${workspaceId}`,
    )
    .where(
      sql`+${outbox.workspaceId} = ${workspaceId} AND ${outbox.lease} = ${lease} AND +${outbox.state} = 'leased'
        AND ${outbox.messageId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
}
export type LeasedMail = Awaited<ReturnType<typeof selectLeasedMails>>[number];
