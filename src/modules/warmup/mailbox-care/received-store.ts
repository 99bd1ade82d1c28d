import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { queuedColumns, receivedColumns } from "#modules/delivery/engine/moves.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import { receivedName } from "#modules/warmup/rules/token.ts";
import type { ExchangeId, MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** The mailbox that a partner's mail came to, with the hours of its warmup; null: it has none any more. */
export async function selectReceiver(db: Db, workspaceId: WorkspaceId, id: MailboxId) {
  const rows = await db
    .select({
      zone: mailboxes.timezone,
      weekdaysOnly: warmups.weekdaysOnly,
      windowStart: warmups.windowStart,
      windowEnd: warmups.windowEnd,
      replyRate: warmups.replyRate,
      startedAt: warmups.startedAt,
    })
    .from(mailboxes)
    .leftJoin(warmups, sql`${warmups.mailboxId} = ${mailboxes.id}`)
    .where(sql`${mailboxes.id} = ${id} AND +${mailboxes.workspaceId} = ${workspaceId}`)
    .limit(1);
  return rows[0] ?? null;
}
export type Receiver = NonNullable<Awaited<ReturnType<typeof selectReceiver>>>;

/** A mail that a partner outside of the workspace sent to one of its mailboxes. */
export type Received = {
  readonly mailboxId: MailboxId;
  readonly kind: "starter" | "answer";
  /** As its sender gave it. */
  readonly messageId: string;
  /** As it is known in the mailbox. */
  readonly serverMessageId: string;
  readonly partner: { readonly email: string; readonly name: string };
  readonly exchangeId: ExchangeId | null;
  readonly seed: string;
  readonly language: string;
  readonly placement: "inbox" | "spam";
  /** How long the mailbox waits before it answers; null: it does not. */
  readonly answerAfterMs: number | null;
};

const nameOf = ({ mailboxId, messageId }: Received): string => receivedName(mailboxId, messageId);

/** Nobody has taken this mail before: the condition of everything that its arrival causes. */
export const firstReceived = (workspaceId: WorkspaceId, mail: Received): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${warmupMails} x WHERE x.message_id = ${nameOf(mail)} AND +x.workspace_id = ${workspaceId})`;

/** The mail is the workspace's to look after. Last of its batch, but for the answer. */
export function insertReceived(
  db: Db,
  workspaceId: WorkspaceId,
  mail: Received,
  readAt: UnixMs,
  now: UnixMs,
): Statement {
  const received = receivedColumns(now, mail.serverMessageId);
  return db.run(sql`
    INSERT INTO ${warmupMails} (workspace_id, kind, from_mailbox_id, to_mailbox_id, message_id, seed, language,
      ${received.names}, expires_at, created_at, placement, placed_at, care, care_due_at, partner_email, partner_name,
      exchange_id)
    VALUES (${workspaceId}, ${mail.kind}, 0, ${mail.mailboxId}, ${nameOf(mail)}, ${mail.seed}, ${mail.language},
      ${received.values}, ${now}, ${now}, ${mail.placement}, ${now}, 'read', ${readAt}, ${mail.partner.email},
      ${mail.partner.name}, ${mail.exchangeId})
    ON CONFLICT (message_id) DO NOTHING`);
}

/** The answer that it gets, with its seed, so that it is about the same. Its name makes it once. */
export function insertAnswerOutside(
  db: Db,
  workspaceId: WorkspaceId,
  mail: Received,
  answer: { readonly messageId: string; readonly dueAt: UnixMs; readonly expiresAt: UnixMs },
  now: UnixMs,
): Statement {
  const queued = queuedColumns(sql`${answer.dueAt}`);
  return db.run(sql`
    INSERT INTO ${warmupMails} (workspace_id, kind, from_mailbox_id, to_mailbox_id, answers_id, message_id, seed, language,
      ${queued.names}, expires_at, created_at, partner_email, partner_name, exchange_id)
    SELECT ${workspaceId}, 'answer', x.to_mailbox_id, 0, x.id, ${answer.messageId}, x.seed, x.language, ${queued.values},
      ${answer.expiresAt}, ${now}, x.partner_email, x.partner_name, x.exchange_id
    FROM ${warmupMails} x
    WHERE x.message_id = ${nameOf(mail)} AND +x.workspace_id = ${workspaceId}
      AND EXISTS (SELECT 1 FROM ${warmups} w WHERE w.mailbox_id = x.to_mailbox_id
        AND w.state IN ('warming', 'maintaining', 'throttled'))
    ON CONFLICT (message_id) DO NOTHING`);
}
