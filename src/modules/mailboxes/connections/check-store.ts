import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { changes, type Db, runBatch } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { importToWake, settleTested } from "#modules/mailboxes/imports/settle-store.ts";
import type { MailboxImportId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { CONNECT_FAILURES_TO_STOP, RECHECK_MS } from "#platform/rules/mail/mailbox.ts";
import { later } from "#platform/rules/time.ts";
import type { StoppedNotice } from "#modules/mailboxes/mailboxes/stopped-notice.ts";
import type { MailboxRow } from "#modules/mailboxes/mailboxes/store.ts";

/** The mailbox still has the connection that was tested; a later change makes the result void. */
const asTested = (workspaceId: WorkspaceId, tested: MailboxRow) =>
  and(
    eq(mailboxes.workspaceId, workspaceId),
    eq(mailboxes.id, tested.id),
    isNull(mailboxes.deletedAt),
    eq(mailboxes.smtpHost, tested.smtpHost),
    eq(mailboxes.smtpPort, tested.smtpPort),
    eq(mailboxes.smtpUsername, tested.smtpUsername),
    eq(mailboxes.smtpPassword, tested.smtpPassword),
    sql`${mailboxes.grantId} IS ${tested.grantId}`,
    eq(mailboxes.road, tested.road),
    sql`${mailboxes.imapHost} IS ${tested.imapHost} AND ${mailboxes.imapPassword} IS ${tested.imapPassword}`,
  );

/** From now on it sends by its provider's API. False where its connection changed since it was tested. */
export async function setApiRoad(
  db: Db,
  workspaceId: WorkspaceId,
  tested: MailboxRow,
  now: UnixMs,
): Promise<boolean> {
  const result = await db
    .update(mailboxes)
    .set({ road: "api", updatedAt: now })
    .where(asTested(workspaceId, tested));
  return changes(result) === 1;
}

/**
 * A test succeeded: an error ends, and waiting mail may go on. A person's pause stays. Answers the
 * import that has room for further tests now.
 */
export async function noteTestPassed(
  db: Db,
  workspaceId: WorkspaceId,
  tested: MailboxRow,
  now: UnixMs,
): Promise<MailboxImportId | null> {
  const those = asTested(workspaceId, tested) ?? sql`1`;
  const passed = db
    .update(mailboxes)
    .set({
      status: sql`CASE WHEN ${mailboxes.status} IN ('connection_error', 'sending_error', 'reconnect_required') THEN 'active' ELSE ${mailboxes.status} END`,
      statusMessage: null,
      testedAt: now,
      authFailures: 0,
      connectFailures: 0,
      recheckAt: null,
      syncFailures: 0,
      syncDueAt: sql`CASE WHEN ${mailboxes.imapHost} IS NULL THEN NULL ELSE ${now} END`,
      updatedAt: now,
    })
    .where(those);
  const [settled] = await runBatch(db, [
    settleTested(db, workspaceId, tested.id, { state: "active" }, those),
    passed,
  ]);
  return importToWake(settled);
}

/**
 * A test failed: an active mailbox becomes `connection_error`, with what to do in its message. It is
 * tested again after five minutes, then ever later up to an hour. Answers the import that has room for
 * further tests now.
 */
export async function noteTestFailed(
  db: Db,
  workspaceId: WorkspaceId,
  tested: MailboxRow,
  { code, message }: { code: string; message: string },
  now: UnixMs,
  notice: StoppedNotice,
): Promise<MailboxImportId | null> {
  const those = asTested(workspaceId, tested) ?? sql`1`;
  const [settled] = await runBatch(db, [
    settleTested(db, workspaceId, tested.id, { state: "failed", code, message }, those),
    notice(those),
    db
      .update(mailboxes)
      .set({
        status: "connection_error",
        statusMessage: message,
        testedAt: now,
        lastErrorAt: now,
        connectFailures: sql`max(${mailboxes.connectFailures}, ${CONNECT_FAILURES_TO_STOP})`,
        recheckAt: sql`coalesce(max(${mailboxes.recheckAt}, ${now}), ${later(now, RECHECK_MS)})`,
        updatedAt: now,
      })
      .where(
        and(those, inArray(mailboxes.status, ["active", "connection_error", "sending_error"])),
      ),
  ]);
  return importToWake(settled);
}
