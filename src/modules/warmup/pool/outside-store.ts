import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { cancel, settleArrived } from "#modules/delivery/engine/moves.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import { warmupLedger } from "#modules/warmup/mails/ledger.ts";
import type {
  ExchangeId,
  MailboxId,
  UnixMs,
  WarmupMailId,
  WorkspaceId,
} from "#platform/rules/ids.ts";

/** Mailboxes of a workspace as partners elsewhere need them. */
export type SharedMailbox = {
  readonly mailboxId: MailboxId;
  readonly email: string;
  readonly name: string;
  readonly timezone: string | null;
  readonly canRead: 0 | 1;
  /** It is connected and read, and its warmup runs. */
  readonly isReady: 0 | 1;
};

/** Those of these mailboxes that are there; none where the workspace is deleted. */
export const selectShared = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MailboxId[],
): Promise<SharedMailbox[]> =>
  db.all<SharedMailbox>(sql`
    SELECT m.id AS "mailboxId", lower(m.email) AS email, m.from_name AS name, m.timezone AS timezone,
      m.imap_host IS NOT NULL AS "canRead",
      m.status = 'active' AND m.imap_host IS NOT NULL AND m.sync_failures < 3
        AND EXISTS (SELECT 1 FROM ${warmups} w WHERE w.mailbox_id = m.id AND +w.workspace_id = ${workspaceId}
          AND w.state IN ('warming', 'maintaining', 'throttled')) AS "isReady"
    FROM ${mailboxes} m
    WHERE m.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +m.workspace_id = ${workspaceId}
      AND m.deleted_at IS NULL
      AND EXISTS (SELECT 1 FROM ${workspaces} s WHERE s.id = m.workspace_id AND s.deleted_at IS NULL)
    ORDER BY m.id`);

/**
 * What waits to leave for the pool, or for an exchange, from other mailboxes than these does not
 * leave any more, and what came to others is put away.
 */
export const cancelOutside = (
  db: Db,
  workspaceId: WorkspaceId,
  to: { readonly exchangeId: ExchangeId | null; readonly staying: readonly MailboxId[] },
  now: UnixMs,
): Statement[] => {
  const leaving = (column: SQL): SQL =>
    sql`${column} NOT IN (SELECT value FROM json_each(${JSON.stringify(to.staying)}))`;
  return [
    ...cancel(
      db,
      warmupLedger,
      workspaceId,
      sql`l.partner_email IS NOT NULL AND +l.exchange_id IS ${to.exchangeId} AND ${leaving(sql`l.from_mailbox_id`)}`,
      now,
    ),
    // Nobody waits for their answers any more.
    db.run(sql`
      UPDATE ${warmupMails} SET care_due_at = min(care_due_at, ${now})
      WHERE care = 'file' AND +workspace_id = ${workspaceId} AND from_mailbox_id = 0 AND exchange_id IS ${to.exchangeId}
        AND ${leaving(sql`to_mailbox_id`)}`),
  ];
};

/** Mails sent to partners outside, and received from them, by exchange; null is the pool. */
export const countOutside = (
  db: Db,
  workspaceId: WorkspaceId,
  since: UnixMs,
): Promise<{ exchangeId: ExchangeId | null; sent: number; received: number }[]> =>
  db.all(sql`
    SELECT m.exchange_id AS "exchangeId", sum(m.from_mailbox_id <> 0 AND m.state IN ('sent', 'unknown')) AS sent,
      sum(m.from_mailbox_id = 0) AS received
    FROM ${warmupMails} m
    WHERE m.workspace_id = ${workspaceId} AND m.created_at > ${since} AND m.partner_email IS NOT NULL
    GROUP BY m.exchange_id`);

/** Those of these mails that go to partners outside. */
export const selectToOutside = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<{ id: number; from: MailboxId; partner: string; exchangeId: ExchangeId | null }[]> =>
  db.all(sql`
    SELECT m.id AS id, m.from_mailbox_id AS "from", m.partner_email AS partner, m.exchange_id AS "exchangeId"
    FROM ${warmupMails} m
    WHERE m.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +m.workspace_id = ${workspaceId}
      AND m.partner_email IS NOT NULL`);

/** A mail that left for a partner, as its own workspace has it. */
export type SentOutside = {
  readonly id: WarmupMailId;
  readonly kind: "starter" | "answer";
  readonly from: MailboxId;
  readonly seed: string;
  readonly language: string;
  readonly answerAfterMs: number | null;
  readonly state: string;
  readonly placedAt: UnixMs | null;
  readonly senderZone: string | null;
  readonly senderName: string;
  readonly senderEmail: string;
};

export async function selectSentOutside(
  db: Db,
  workspaceId: WorkspaceId,
  mail: {
    readonly messageId: string;
    readonly to: string;
    readonly exchangeId: ExchangeId | null;
  },
): Promise<SentOutside | null> {
  const rows = await db.all<SentOutside>(sql`
    SELECT m.id AS id, m.kind AS kind, m.from_mailbox_id AS "from", m.seed AS seed, m.language AS language,
      m.answer_after_ms AS "answerAfterMs", m.state AS state, m.placed_at AS "placedAt", s.timezone AS "senderZone",
      s.from_name AS "senderName", s.email AS "senderEmail"
    FROM ${warmupMails} m JOIN ${mailboxes} s ON s.id = m.from_mailbox_id
    WHERE m.message_id = ${mail.messageId} AND +m.workspace_id = ${workspaceId} AND m.to_mailbox_id = 0
      AND m.partner_email = ${mail.to} AND +m.exchange_id IS ${mail.exchangeId}`);
  return rows[0] ?? null;
}

/** The mail was not seen before and is unchanged since it was read. */
export const unseenOutside = (workspaceId: WorkspaceId, mail: SentOutside): SQL =>
  sql`EXISTS (SELECT 1 FROM ${warmupMails} x WHERE x.id = ${mail.id} AND +x.workspace_id = ${workspaceId}
    AND x.placed_at IS NULL AND +x.state = ${mail.state})`;

/** A partner saw where it arrived. Last of its batch; answers a row when it was the first to say so. */
export const placeOutside = (
  db: Db,
  workspaceId: WorkspaceId,
  mail: SentOutside,
  seen: { readonly placement: "inbox" | "spam"; readonly serverMessageId: string | null },
  now: UnixMs,
): Statement =>
  settleArrived(
    db,
    warmupLedger,
    workspaceId,
    { id: mail.id, serverMessageId: seen.serverMessageId },
    sql`placement = ${seen.placement}, placed_at = ${now}`,
    now,
    unseenOutside(workspaceId, mail),
  );
