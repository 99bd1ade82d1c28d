import { sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupMails } from "#modules/warmup/schema/warmup.ts";
import { idInName } from "#modules/warmup/rules/token.ts";
import type { SentOutside } from "#modules/warmup/pool/outside-store.ts";
import type {
  ExchangeId,
  MailboxId,
  UnixMs,
  WarmupMailId,
  WorkspaceId,
} from "#platform/rules/ids.ts";

/** Nobody's address is kept once an exchange ended. */
export const forgetPartners = (
  db: Db,
  workspaceId: WorkspaceId,
  exchangeId: ExchangeId,
): Statement =>
  db.run(sql`
    UPDATE ${warmupMails} SET partner_email = '', partner_name = ''
    WHERE exchange_id = ${exchangeId} AND +workspace_id = ${workspaceId}`);

/** What came of an exchange since then, in all and to one mailbox: beginnings alone, since answers are asked for. */
export async function countReceived(
  db: Db,
  workspaceId: WorkspaceId,
  exchangeId: ExchangeId,
  mailboxId: MailboxId,
  since: UnixMs,
): Promise<{ all: number; own: number }> {
  const rows = await db.all<{ all: number; own: number }>(sql`
    SELECT count(*) AS "all", coalesce(sum(m.to_mailbox_id = ${mailboxId}), 0) AS own FROM ${warmupMails} m
    WHERE m.exchange_id = ${exchangeId} AND m.created_at >= ${since} AND +m.workspace_id = ${workspaceId}
      AND m.from_mailbox_id = 0 AND m.kind = 'starter'`);
  return rows[0] ?? { all: 0, own: 0 };
}

/** What was planned for partners of exchanges, by partner and UTC day, of mails due since then. */
export const selectPlannedFor = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly ExchangeId[],
  since: UnixMs,
): Promise<{ exchangeId: ExchangeId; partner: string; day: string; n: number }[]> =>
  db.all(sql`
    SELECT m.exchange_id AS "exchangeId", m.partner_email AS partner, date(m.due_at / 1000, 'unixepoch') AS day,
      count(*) AS n
    FROM ${warmupMails} m
    WHERE m.exchange_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND m.created_at >= ${since}
      AND +m.workspace_id = ${workspaceId} AND m.from_mailbox_id <> 0 AND m.kind = 'starter'
      AND m.state NOT IN ('cancelled', 'skipped')
    GROUP BY 1, 2, 3`);

/** Where the partner's mails arrived and the partner does not know yet. */
export async function selectUnreported(
  db: Db,
  workspaceId: WorkspaceId,
  exchangeId: ExchangeId,
  limit: number,
): Promise<{ id: WarmupMailId; messageId: string; placement: "inbox" | "spam" }[]> {
  const rows = await db.all<{ id: WarmupMailId; name: string; placement: "inbox" | "spam" }>(sql`
    SELECT m.id AS id, m.message_id AS name, m.placement AS placement FROM ${warmupMails} m
    WHERE m.exchange_id = ${exchangeId} AND m.from_mailbox_id = 0 AND m.reported_at IS NULL
      AND +m.workspace_id = ${workspaceId}
    ORDER BY m.id LIMIT ${limit}`);
  return rows.map(({ id, name, placement }) => ({ id, messageId: idInName(name), placement }));
}

export async function noteReported(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly WarmupMailId[],
  now: UnixMs,
): Promise<void> {
  await db.run(sql`
    UPDATE ${warmupMails} SET reported_at = ${now}
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +workspace_id = ${workspaceId}
      AND reported_at IS NULL`);
}

/** A mail of this exchange by its Message-ID, as it was sent from here. */
export async function selectSentInExchange(
  db: Db,
  workspaceId: WorkspaceId,
  exchangeId: ExchangeId,
  messageId: string,
): Promise<(SentOutside & { readonly partner: string }) | null> {
  const rows = await db.all<SentOutside & { partner: string }>(sql`
    SELECT m.id AS id, m.kind AS kind, m.from_mailbox_id AS "from", m.seed AS seed, m.language AS language,
      m.answer_after_ms AS "answerAfterMs", m.state AS state, m.placed_at AS "placedAt", s.timezone AS "senderZone",
      s.from_name AS "senderName", s.email AS "senderEmail", m.partner_email AS partner
    FROM ${warmupMails} m JOIN ${mailboxes} s ON s.id = m.from_mailbox_id
    WHERE m.message_id = ${messageId} AND +m.workspace_id = ${workspaceId} AND m.to_mailbox_id = 0
      AND m.exchange_id = ${exchangeId}`);
  return rows[0] ?? null;
}
