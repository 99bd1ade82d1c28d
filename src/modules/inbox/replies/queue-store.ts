import { type SQL, sql } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import {
  cancel,
  type Claim,
  leasedColumns,
  queuedColumns,
} from "#modules/delivery/engine/moves.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import type { Attachment } from "#platform/rules/mail/attachment.ts";
import { replyLedger } from "./ledger.ts";
import type {
  LeadId,
  MailboxId,
  MessageId,
  SendId,
  ThreadId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";

export type NewMail = {
  /** `forward`: to somebody else, so that the lead still waits for an answer. */
  readonly type: "manual" | "forward";
  readonly threadId: ThreadId;
  readonly mailboxId: MailboxId;
  readonly leadId: LeadId | null;
  /** The send that the conversation is about, so that answers find their way back. */
  readonly sendId: SendId | null;
  readonly fromEmail: string;
  readonly fromName: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly snippet: string;
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly force: boolean;
  readonly createdBy: string;
  /** Null: at once. */
  readonly sendAt: UnixMs | null;
  /** Only while its thread has nothing newer than this message; null: whatever came. */
  readonly below: MessageId | null;
  readonly attachments: readonly Attachment[];
};

/** Whether a thread has a message of a person with a higher id, or a reply that waits to leave. */
const isNewer = (workspaceId: WorkspaceId, threadId: ThreadId, than: MessageId): SQL => sql`(
  EXISTS (SELECT 1 FROM ${messages} n WHERE n.workspace_id = ${workspaceId} AND n.thread_id = ${threadId}
    AND n.id > ${than} AND n.type IN ('reply', 'auto_reply', 'manual'))
  OR EXISTS (SELECT 1 FROM ${outbox} w WHERE w.workspace_id = ${workspaceId} AND w.thread_id = ${threadId}
    AND w.message_id > ${than} AND w.state NOT IN ('failed', 'skipped', 'cancelled')))`;

export async function hasNewer(
  db: Db,
  workspaceId: WorkspaceId,
  threadId: ThreadId,
  than: MessageId,
): Promise<boolean> {
  const rows = await db.all<{ newer: number }>(
    sql`SELECT ${isNewer(workspaceId, threadId, than)} AS newer`,
  );
  return rows[0]?.newer === 1;
}

/** Stores a mail with its place in the queue, in one batch. Null: its conversation is gone, or has something newer. */
export async function insertMail(
  db: Db,
  workspaceId: WorkspaceId,
  mail: NewMail,
  claim: Claim | null,
  now: UnixMs,
): Promise<MessageId | null> {
  const dueAt = mail.sendAt ?? now;
  const begins = claim ? leasedColumns(claim, sql`'[]'`) : queuedColumns(sql`${dueAt}`);
  const results = await runBatch(db, [
    db.run(sql`
      INSERT INTO ${messages} (workspace_id, mailbox_id, lead_id, send_id, direction, type, from_email, from_name,
        to_emails, cc_emails, subject, text, html, message_id, in_reply_to, references_ids, dedupe_hash, attachments, sent_at,
        created_at)
      SELECT ${workspaceId}, ${mail.mailboxId}, ${mail.leadId}, ${mail.sendId}, 'outbound', ${mail.type}, ${mail.fromEmail},
        ${mail.fromName}, ${JSON.stringify(mail.to)}, ${JSON.stringify(mail.cc)}, ${mail.subject}, ${mail.text}, ${mail.html},
        ${mail.messageId}, ${mail.inReplyTo}, ${JSON.stringify(mail.references)}, ${mail.messageId},
        ${JSON.stringify(mail.attachments)}, ${dueAt}, ${now}
      WHERE EXISTS (SELECT 1 FROM ${threads} t WHERE t.id = ${mail.threadId} AND t.workspace_id = ${workspaceId})
        ${mail.below === null ? sql`` : sql`AND NOT ${isNewer(workspaceId, mail.threadId, mail.below)}`}`),
    db.all<{ id: MessageId }>(sql`
      INSERT INTO ${outbox} (message_id, workspace_id, thread_id, mailbox_id, ${begins.names}, send_at,
        bcc, force, snippet, created_by, created_at)
      SELECT m.id, ${workspaceId}, ${mail.threadId}, ${mail.mailboxId}, ${begins.values}, ${mail.sendAt}, ${JSON.stringify(mail.bcc)},
        ${mail.force ? 1 : 0}, ${mail.snippet}, ${mail.createdBy}, ${now}
      FROM ${messages} m WHERE m.mailbox_id = ${mail.mailboxId} AND m.direction = 'outbound'
        AND m.dedupe_hash = ${mail.messageId} AND m.workspace_id = ${workspaceId}
      RETURNING message_id AS id`),
  ]);
  const [row] = results.at(-1) as { id: MessageId }[];
  return row?.id ?? null;
}

/** Takes a mail of a thread back while no server may have it. */
export const cancelMail = (
  db: Db,
  workspaceId: WorkspaceId,
  { threadId, id }: { readonly threadId: ThreadId; readonly id: MessageId },
  now: UnixMs,
): Statement[] =>
  cancel(
    db,
    replyLedger,
    workspaceId,
    sql`l.message_id = ${id} AND l.thread_id = ${threadId}`,
    now,
  );
