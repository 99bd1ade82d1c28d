import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import type { MailboxId, UnixMs, WarmupMailId, WorkspaceId } from "#platform/rules/ids.ts";

/** Mails as they stand, with the zone of the mailbox that sends. */
export async function selectWarmupsToSettle(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly number[],
) {
  return db
    .select({
      id: warmupMails.id,
      kind: warmupMails.kind,
      fromMailboxId: warmupMails.fromMailboxId,
      answersId: warmupMails.answersId,
      timezone: mailboxes.timezone,
    })
    .from(warmupMails)
    .innerJoin(mailboxes, sql`${mailboxes.id} = ${warmupMails.fromMailboxId}`)
    .where(
      sql`+${warmupMails.workspaceId} = ${workspaceId}
        AND ${warmupMails.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
}
export type SettlingWarmup = Awaited<ReturnType<typeof selectWarmupsToSettle>>[number];

/** The mailbox keeps its gap from here on. */
export const noteWarmupSent = (
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  now: UnixMs,
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${warmups} SET last_sent_at = ${now}
    WHERE mailbox_id = ${id} AND +workspace_id = ${workspaceId} AND ${guard}`);

/** The answer left: its starter is put away soon. */
export const fileAnswered = (
  db: Db,
  workspaceId: WorkspaceId,
  id: WarmupMailId,
  at: UnixMs,
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${warmupMails} SET care_due_at = min(care_due_at, ${at})
    WHERE id = ${id} AND +workspace_id = ${workspaceId} AND care = 'file' AND ${guard}`);

/** The mail among these that came back, where it is one of ours that has left. */
export async function selectReturned(
  db: Db,
  workspaceId: WorkspaceId,
  messageIds: readonly string[],
) {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(messageIds)}))`;
  const rows = await db
    .select({
      id: warmupMails.id,
      state: warmupMails.state,
      lease: warmupMails.lease,
      fromMailboxId: warmupMails.fromMailboxId,
      timezone: mailboxes.timezone,
    })
    .from(warmupMails)
    .innerJoin(mailboxes, sql`${mailboxes.id} = ${warmupMails.fromMailboxId}`)
    .where(
      sql`+${warmupMails.workspaceId} = ${workspaceId}
        AND ${warmupMails.id} IN (
          SELECT m.id FROM ${warmupMails} m WHERE m.message_id IN ${ids}
          UNION SELECT m.id FROM ${warmupMails} m WHERE m.server_message_id IN ${ids})`,
    )
    .limit(1);
  return rows[0] ?? null;
}
