import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { imapCursors, mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { AUTH_FAILURES_TO_STOP } from "#platform/rules/mail/mailbox.ts";
import type { StoppedNotice } from "#modules/mailboxes/mailboxes/stopped-notice.ts";

/**
 * Leases mailboxes that are due to be read, those that waited longest first. Across workspaces: the
 * sweep looks for work, and each mailbox is then read in its own.
 */
export async function leaseDueMailboxes(
  db: Db,
  now: UnixMs,
  leaseUntil: UnixMs,
  limit: number,
): Promise<{ id: MailboxId; workspaceId: WorkspaceId }[]> {
  const rows = await db.all<{ id: MailboxId; workspace_id: WorkspaceId }>(sql`
    UPDATE ${mailboxes} SET sync_lease_until = ${leaseUntil}
    WHERE id IN (
      SELECT id FROM ${mailboxes}
      WHERE sync_due_at <= ${now} AND deleted_at IS NULL AND imap_host IS NOT NULL
        AND status NOT IN ('disabled', 'reconnect_required') AND (sync_lease_until IS NULL OR sync_lease_until <= ${now})
        AND EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = workspace_id AND w.deleted_at IS NULL)
      ORDER BY sync_due_at LIMIT ${limit})
    RETURNING id, workspace_id`);
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
}

/** Keeps others from reading the mailbox at the same time. */
export async function renewSyncLease(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  leaseUntil: UnixMs,
): Promise<void> {
  await db
    .update(mailboxes)
    .set({ syncLeaseUntil: leaseUntil })
    .where(and(eq(mailboxes.workspaceId, workspaceId), eq(mailboxes.id, id)));
}

export type Cursor = {
  readonly folder: string;
  readonly uidValidity: string;
  readonly lastUid: number;
};

export async function selectCursors(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
): Promise<Cursor[]> {
  return db
    .select({
      folder: imapCursors.folder,
      uidValidity: imapCursors.uidValidity,
      lastUid: imapCursors.lastUid,
    })
    .from(imapCursors)
    .where(and(eq(imapCursors.workspaceId, workspaceId), eq(imapCursors.mailboxId, mailboxId)));
}

/**
 * Moves a cursor, never back within one UIDVALIDITY. Nothing where the mailbox was deleted or now
 * reads another server.
 */
export function moveCursor(
  db: Db,
  workspaceId: WorkspaceId,
  read: { mailboxId: MailboxId; imapHost: string; imapUsername: string } & Cursor,
  now: UnixMs,
): Statement {
  return db.run(sql`
    INSERT INTO ${imapCursors} (workspace_id, mailbox_id, folder, uid_validity, last_uid, updated_at)
    SELECT ${workspaceId}, ${read.mailboxId}, ${read.folder}, ${read.uidValidity}, ${read.lastUid}, ${now}
    WHERE EXISTS (SELECT 1 FROM ${mailboxes} m WHERE m.id = ${read.mailboxId} AND m.workspace_id = ${workspaceId}
      AND m.deleted_at IS NULL AND m.imap_host = ${read.imapHost} AND m.imap_username = ${read.imapUsername})
    ON CONFLICT (mailbox_id, folder) DO UPDATE SET updated_at = excluded.updated_at,
      last_uid = CASE WHEN uid_validity = excluded.uid_validity THEN max(last_uid, excluded.last_uid) ELSE excluded.last_uid END,
      uid_validity = excluded.uid_validity`);
}

/** Counts a try to take the mail `lastUid` that failed; answers the tries so far. The cursor stays before it. */
export async function countStuck(
  db: Db,
  workspaceId: WorkspaceId,
  read: { mailboxId: MailboxId } & Cursor,
  now: UnixMs,
): Promise<number> {
  const [row] = await db.all<{ tries: number }>(sql`
    INSERT INTO ${imapCursors} (workspace_id, mailbox_id, folder, uid_validity, last_uid, stuck_uid, stuck_tries, updated_at)
    SELECT ${workspaceId}, ${read.mailboxId}, ${read.folder}, ${read.uidValidity}, 0, ${read.lastUid}, 1, ${now}
    WHERE EXISTS (SELECT 1 FROM ${mailboxes} m WHERE m.id = ${read.mailboxId} AND m.workspace_id = ${workspaceId}
      AND m.deleted_at IS NULL)
    ON CONFLICT (mailbox_id, folder) DO UPDATE SET updated_at = excluded.updated_at,
      stuck_tries = CASE WHEN uid_validity = excluded.uid_validity AND stuck_uid = excluded.stuck_uid THEN stuck_tries + 1 ELSE 1 END,
      stuck_uid = excluded.stuck_uid,
      last_uid = CASE WHEN uid_validity = excluded.uid_validity THEN last_uid ELSE 0 END,
      uid_validity = excluded.uid_validity
    RETURNING stuck_tries AS tries`);
  return row?.tries ?? 1;
}

/**
 * A sync reached the end: when the next is due, and the failures before it are over. Mail that
 * arrived since it last asked the server keeps the mailbox due.
 */
export function finishSync(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  at: { asked: UnixMs; dueAt: UnixMs; now: UnixMs; sentCheckedAt: UnixMs | null },
): Statement {
  const { asked, dueAt, now, sentCheckedAt } = at;
  return db.run(sql`
    UPDATE ${mailboxes} SET sync_due_at = CASE WHEN sync_due_at > ${asked} AND sync_due_at <= ${now} THEN sync_due_at ELSE ${dueAt} END, sync_lease_until = NULL, last_sync_at = ${now},
      sent_checked_at = coalesce(${sentCheckedAt}, sent_checked_at),
      status_message = CASE WHEN sync_failures > 0 AND status = 'active' THEN NULL ELSE status_message END,
      sync_failures = 0
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND deleted_at IS NULL AND imap_host IS NOT NULL`);
}

/** Puts a sync off without blame: the mail service was away, or there is more to read. */
export async function delaySync(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  dueAt: UnixMs,
): Promise<void> {
  await db.run(sql`
    UPDATE ${mailboxes} SET sync_due_at = ${dueAt}, sync_lease_until = NULL
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND deleted_at IS NULL AND imap_host IS NOT NULL`);
}

/**
 * Counts a sync that the server refused. The third refused log-in in a row stops an active
 * mailbox: what cannot be read cannot stop a sequence either.
 */
export async function noteSyncFailure(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  failure: { login: boolean; message: string; dueAt: UnixMs; now: UnixMs },
  notice: StoppedNotice,
): Promise<void> {
  const stops: SQL = failure.login
    ? sql`sync_failures + 1 >= ${AUTH_FAILURES_TO_STOP} AND status = 'active'`
    : sql`0`;
  const note = db.run(sql`
    UPDATE ${mailboxes} SET sync_failures = sync_failures + 1, sync_due_at = ${failure.dueAt}, sync_lease_until = NULL,
      status = CASE WHEN ${stops} THEN 'connection_error' ELSE status END,
      status_message = ${failure.message}, last_error_at = ${failure.now}
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND deleted_at IS NULL`);
  if (failure.login) await runBatch(db, [notice(stops), note]);
  else await note;
}

/** Every address that mail of this workspace comes from. Lower case. */
export async function selectOwnAddresses(db: Db, workspaceId: WorkspaceId): Promise<Set<string>> {
  const rows = await db
    .select({ email: mailboxes.email })
    .from(mailboxes)
    .where(and(eq(mailboxes.workspaceId, workspaceId), isNull(mailboxes.deletedAt)));
  return new Set(rows.map((row) => row.email));
}
