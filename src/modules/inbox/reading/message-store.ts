import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import type {
  LeadId,
  MailboxId,
  MessageId,
  SendId,
  ThreadId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";
import type { Said } from "#modules/inbox/rules/categories.ts";
import type { MatchedBy } from "#modules/inbox/rules/match.ts";
import type { Attachment } from "#platform/rules/mail/attachment.ts";
import type { MessageType } from "#modules/delivery/rules/message-types.ts";

export type InboundMessage = {
  readonly mailboxId: MailboxId;
  readonly leadId: LeadId;
  readonly sendId: SendId;
  readonly type: MessageType;
  readonly fromEmail: string;
  readonly fromName: string;
  readonly replyTo: string | null;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** "" where the mail has none. */
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly matchedBy: MatchedBy;
  readonly folder: string;
  readonly uidValidity: string;
  readonly uid: number;
  readonly dedupeHash: string;
  /** It could not be parsed. */
  readonly isUnreadable: boolean;
  readonly attachments: readonly Attachment[];
  readonly receivedAt: UnixMs;
};

/**
 * The mail is not stored yet: the condition of everything that it causes. A copy of it in another
 * mailbox of the workspace counts as stored.
 */
export const notStored = (
  workspaceId: WorkspaceId,
  mail: Pick<InboundMessage, "mailboxId" | "dedupeHash" | "messageId">,
): SQL => {
  const elsewhere =
    mail.messageId === ""
      ? sql``
      : sql`AND NOT EXISTS (SELECT 1 FROM ${messages} x WHERE x.workspace_id = ${workspaceId}
          AND x.message_id = ${mail.messageId} AND x.direction = 'inbound')`;
  return sql`(NOT EXISTS (SELECT 1 FROM ${messages} x WHERE x.mailbox_id = ${mail.mailboxId}
    AND x.direction = 'inbound' AND x.dedupe_hash = ${mail.dedupeHash}) ${elsewhere})`;
};

/** Of these hashes, those whose mail the mailbox has stored. */
export async function selectStoredHashes(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await db.all<{ hash: string }>(sql`
    SELECT dedupe_hash AS hash FROM ${messages}
    WHERE workspace_id = ${workspaceId} AND mailbox_id = ${mailboxId} AND direction = 'inbound'
      AND dedupe_hash IN (SELECT value FROM json_each(${JSON.stringify(hashes)}))`);
  return new Set(rows.map((row) => row.hash));
}

/** Stores the mail: the last of its effects, and what makes a repeat do nothing. Answers its id, or none. */
export function insertInbound(
  db: Db,
  workspaceId: WorkspaceId,
  mail: InboundMessage,
  threadId: SQL | ThreadId | null,
  said: Said,
  now: UnixMs,
): Statement {
  return db.all<{ id: MessageId }>(sql`
    INSERT INTO ${messages} (workspace_id, thread_id, mailbox_id, lead_id, send_id, direction, type, from_email,
      from_name, reply_to, to_emails, cc_emails, subject, text, html, message_id, in_reply_to, references_ids, matched_by,
      folder, uid_validity, uid, dedupe_hash, is_unreadable, category, category_source, category_words,
      category_confidence, ai_due_at, attachments, sent_at, created_at)
    SELECT ${workspaceId}, ${threadId}, ${mail.mailboxId}, ${mail.leadId}, ${mail.sendId}, 'inbound', ${mail.type},
      ${mail.fromEmail}, ${mail.fromName}, ${mail.replyTo}, ${JSON.stringify(mail.to)}, ${JSON.stringify(mail.cc)}, ${mail.subject},
      ${mail.text}, ${mail.html}, ${mail.messageId}, ${mail.inReplyTo}, ${JSON.stringify(mail.references)},
      ${mail.matchedBy}, ${mail.folder}, ${mail.uidValidity}, ${mail.uid}, ${mail.dedupeHash}, ${mail.isUnreadable ? 1 : 0},
      ${said.category}, 'rule', ${JSON.stringify(said.words)}, ${said.confidence}, ${said.aiDueAt}, ${JSON.stringify(mail.attachments)}, ${mail.receivedAt}, ${now}
    WHERE ${notStored(workspaceId, mail)}
    ON CONFLICT (mailbox_id, direction, dedupe_hash) DO NOTHING
    RETURNING id`);
}

/** Both conditions. */
export const both = (one: SQL, other: SQL): SQL => sql`(${one} AND ${other})`;
