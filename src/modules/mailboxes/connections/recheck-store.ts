import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { CONNECT_FAILURES_TO_STOP } from "#platform/rules/mail/mailbox.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/**
 * The mailboxes whose test is due, each moved to its next test, at twice the interval every time. A
 * mailbox that a person paused or fixed meanwhile is left out. Across workspaces.
 */
export async function takeRechecks(
  db: Db,
  now: UnixMs,
  waits: { first: number; longest: number },
  limit: number,
): Promise<{ id: MailboxId; workspaceId: WorkspaceId }[]> {
  const tests = sql`max(0, min(10, connect_failures - ${CONNECT_FAILURES_TO_STOP}))`;
  const wait = sql`min(${waits.longest}, ${waits.first} << ${tests})`;
  const stillDown = sql`status = 'connection_error' AND deleted_at IS NULL`;
  const rows = await db.all<{ id: MailboxId; workspace_id: WorkspaceId; due: number }>(sql`
    UPDATE ${mailboxes} SET connect_failures = connect_failures + 1,
      recheck_at = CASE WHEN ${stillDown} THEN ${now} + ${wait} END
    WHERE id IN (SELECT id FROM ${mailboxes} WHERE recheck_at <= ${now} ORDER BY recheck_at LIMIT ${limit})
    RETURNING id, workspace_id, recheck_at IS NOT NULL AS due`);
  return rows
    .filter((row) => row.due === 1)
    .map((r) => ({ id: r.id, workspaceId: r.workspace_id }));
}
