import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { outbox, sends } from "#modules/campaigns/schema/sending.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** A span of time, its end within. */
type Span = { readonly after: UnixMs; readonly until: UnixMs };

/** Mails of one mailbox in one check: the rest of a flood is left to the server. */
const MAILS_PER_CHECK = 500;

const WORDS = {
  id: messages.id,
  messageId: messages.messageId,
  fromEmail: messages.fromEmail,
  fromName: messages.fromName,
  replyTo: messages.replyTo,
  toEmails: messages.toEmails,
  ccEmails: messages.ccEmails,
  subject: messages.subject,
  text: messages.text,
  html: messages.html,
  inReplyTo: messages.inReplyTo,
  references: messages.references,
  sentAt: messages.sentAt,
  attachments: messages.attachments,
};

/**
 * Mails of a mailbox whose sending ended within the first span, or, where that is unclear, within
 * either: of campaigns, and what people wrote. Sent ones only where the mailbox keeps copies.
 */
export async function selectLeftMails(
  db: Db,
  workspaceId: WorkspaceId,
  mailbox: { readonly id: MailboxId; readonly saveToSent: boolean },
  { first, last }: { readonly first: Span; readonly last: Span },
) {
  const due = (ledger: typeof sends | typeof outbox): SQL => {
    const within = ({ after, until }: Span) =>
      sql`(${ledger.finishedAt} > ${after} AND ${ledger.finishedAt} <= ${until})`;
    const sent = mailbox.saveToSent ? sql`+${ledger.state} = 'sent' AND ${within(first)}` : sql`0`;
    return sql`${ledger.mailboxId} = ${mailbox.id} AND +${ledger.workspaceId} = ${workspaceId}
      AND ${ledger.finishedAt} > ${last.after} AND ${ledger.finishedAt} <= ${first.until}
      AND (${sent} OR +${ledger.state} = 'unknown' AND (${within(first)} OR ${within(last)}))`;
  };
  const [campaigns, written] = await Promise.all([
    db
      .select({
        ...WORDS,
        state: sends.state,
        serverMessageId: sends.serverMessageId,
        finishedAt: sends.finishedAt,
        send: {
          id: sends.id,
          campaignId: sends.campaignId,
          stepId: sends.stepId,
          variant: sends.variant,
          mailboxId: sends.mailboxId,
        },
      })
      .from(sends)
      .innerJoin(
        messages,
        sql`${messages.workspaceId} = ${workspaceId} AND ${messages.sendId} = ${sends.id} AND ${messages.direction} = 'outbound'`,
      )
      .where(due(sends))
      .orderBy(sends.finishedAt)
      .limit(MAILS_PER_CHECK),
    db
      .select({
        ...WORDS,
        state: outbox.state,
        serverMessageId: outbox.serverMessageId,
        finishedAt: outbox.finishedAt,
      })
      .from(outbox)
      .innerJoin(messages, sql`${messages.id} = ${outbox.messageId}`)
      .where(due(outbox))
      .orderBy(outbox.finishedAt)
      .limit(MAILS_PER_CHECK),
  ]);
  return [...campaigns, ...written.map((mail) => ({ ...mail, send: null }))];
}
export type LeftMail = Awaited<ReturnType<typeof selectLeftMails>>[number];
