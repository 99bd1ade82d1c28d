import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/db.ts";
import { mailboxes } from "#db/schema/mailboxes.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#domain/ids.ts";
import { AUTH_FAILURES_TO_STOP } from "#domain/mail/mailbox.ts";

export type MailboxRow = typeof mailboxes.$inferSelect;

const one = (workspaceId: WorkspaceId, id: MailboxId) =>
  and(eq(mailboxes.workspaceId, workspaceId), eq(mailboxes.id, id), isNull(mailboxes.deletedAt));

/** Those of these mailboxes that are the workspace's and not deleted. */
export async function selectMailboxesById(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MailboxId[],
): Promise<MailboxRow[]> {
  return db
    .select()
    .from(mailboxes)
    .where(
      and(
        eq(mailboxes.workspaceId, workspaceId),
        isNull(mailboxes.deletedAt),
        sql`${mailboxes.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );
}

/** Counts a failed log-in; the third in a row turns an active mailbox into `connection_error`. */
export async function noteAuthFailure(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  message: string,
  now: UnixMs,
): Promise<void> {
  const stops = sql`${mailboxes.authFailures} + 1 >= ${AUTH_FAILURES_TO_STOP}`;
  await db
    .update(mailboxes)
    .set({
      authFailures: sql`${mailboxes.authFailures} + 1`,
      status: sql`CASE WHEN ${stops} AND ${mailboxes.status} = 'active' THEN 'connection_error' ELSE ${mailboxes.status} END`,
      statusMessage: message,
      lastErrorAt: now,
      updatedAt: now,
    })
    .where(one(workspaceId, id));
}

/** Turns an active mailbox into `sending_error`. */
export async function noteSendingError(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  message: string,
  now: UnixMs,
): Promise<void> {
  await db
    .update(mailboxes)
    .set({
      status: sql`CASE WHEN ${mailboxes.status} = 'active' THEN 'sending_error' ELSE ${mailboxes.status} END`,
      statusMessage: message,
      lastErrorAt: now,
      updatedAt: now,
    })
    .where(one(workspaceId, id));
}

export async function resetAuthFailures(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
): Promise<void> {
  await db
    .update(mailboxes)
    .set({ authFailures: 0 })
    .where(and(one(workspaceId, id), gt(mailboxes.authFailures, 0)));
}

/** A stored password that VAULT_KEYS no longer opens: only entering it again helps. */
export async function flagUnreadablePassword(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  now: UnixMs,
): Promise<void> {
  await db
    .update(mailboxes)
    .set({
      status: "connection_error",
      statusMessage: "The stored password cannot be opened any more; enter it again.",
      lastErrorAt: now,
      updatedAt: now,
    })
    .where(and(one(workspaceId, id), eq(mailboxes.status, "active")));
}
