import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db, Statement } from "#platform/db/db.ts";
import { queuedColumns, settleArrived } from "#modules/delivery/engine/moves.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import { warmupLedger } from "#modules/warmup/mails/ledger.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

const senders = alias(mailboxes, "sender");

/** A warmup mail to this mailbox, with what its arrival depends on. */
export async function selectArrived(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
  messageId: string,
) {
  const rows = await db
    .select({
      mail: warmupMails,
      senderZone: sql<string | null>`${senders.timezone}`.as("sender_zone"),
      ownZone: sql<string | null>`${mailboxes.timezone}`.as("own_zone"),
      ownEmail: mailboxes.email,
      /** The receiving mailbox's warmup; null: it has none any more. */
      ownState: warmups.state,
      weekdaysOnly: warmups.weekdaysOnly,
      windowStart: warmups.windowStart,
      windowEnd: warmups.windowEnd,
    })
    .from(warmupMails)
    .innerJoin(senders, sql`${senders.id} = ${warmupMails.fromMailboxId}`)
    .innerJoin(mailboxes, sql`${mailboxes.id} = ${warmupMails.toMailboxId}`)
    .leftJoin(warmups, sql`${warmups.mailboxId} = ${warmupMails.toMailboxId}`)
    .where(
      sql`${warmupMails.messageId} = ${messageId} AND +${warmupMails.workspaceId} = ${workspaceId}
        AND ${warmupMails.toMailboxId} = ${mailboxId}`,
    )
    .limit(1);
  return rows[0] ?? null;
}
export type Arrived = NonNullable<Awaited<ReturnType<typeof selectArrived>>>;

/**
 * The mail was not seen before and is unchanged since it was read: the condition of everything that
 * its arrival causes.
 */
export const firstSeen = (workspaceId: WorkspaceId, { mail }: Arrived): SQL =>
  sql`EXISTS (SELECT 1 FROM ${warmupMails} x WHERE x.id = ${mail.id} AND +x.workspace_id = ${workspaceId}
    AND x.placed_at IS NULL AND +x.state = ${mail.state})`;

/** The answer that the recipient owes; with the starter's seed, so that it is about the same. */
export function insertAnswer(
  db: Db,
  workspaceId: WorkspaceId,
  { mail }: Arrived,
  answer: { messageId: string; dueAt: UnixMs; expiresAt: UnixMs },
  now: UnixMs,
  guard: SQL,
): Statement {
  const queued = queuedColumns(sql`${answer.dueAt}`);
  return db.run(sql`
    INSERT INTO ${warmupMails} (workspace_id, kind, from_mailbox_id, to_mailbox_id, answers_id, message_id, seed, language,
      ${queued.names}, expires_at, created_at)
    SELECT ${workspaceId}, 'answer', ${mail.toMailboxId}, ${mail.fromMailboxId}, ${mail.id}, ${answer.messageId}, ${mail.seed},
      ${mail.language}, ${queued.values}, ${answer.expiresAt}, ${now}
    WHERE ${guard} AND EXISTS (SELECT 1 FROM ${warmups} w WHERE w.mailbox_id = ${mail.toMailboxId}
      AND w.state IN ('warming', 'maintaining', 'throttled'))
    ON CONFLICT (message_id) DO NOTHING`);
}

/** A mail in the mailbox that it came to. */
export type Seen = {
  readonly placement: "inbox" | "spam";
  /** The Message-ID that it bears in place of ours. */
  readonly serverMessageId: string | null;
  readonly readAt: UnixMs;
};

/**
 * Where it arrived, and when somebody reads it. A mail that is there has left, whatever its row says.
 * Last of its batch; answers a row when it was the first to see it.
 */
export const placeWarmup = (
  db: Db,
  workspaceId: WorkspaceId,
  { mail }: Arrived,
  seen: Seen,
  now: UnixMs,
  guard: SQL,
): Statement =>
  settleArrived(
    db,
    warmupLedger,
    workspaceId,
    { id: mail.id, serverMessageId: seen.serverMessageId },
    sql`placement = ${seen.placement}, placed_at = ${now}, care = 'read', care_due_at = ${seen.readAt}, care_tries = 0`,
    now,
    guard,
  );
