import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { MAX_RECHECK_MS } from "#platform/rules/mail/mailbox.ts";
import { MAX_SYNC_WAIT_MS } from "#modules/mailboxes/rules/sync-interval.ts";

/**
 * Across workspaces: mailboxes whose next mail lay further ahead than their gap, put back to it. All
 * of them are read soon, whatever time that was delayed to.
 */
export async function clampMailboxes(
  db: Db,
  now: UnixMs,
): Promise<{ id: MailboxId; workspaceId: WorkspaceId }[]> {
  await db.run(sql`
    UPDATE ${mailboxes} SET sync_due_at = CASE WHEN sync_due_at IS NULL THEN NULL ELSE min(sync_due_at, ${now + MAX_SYNC_WAIT_MS}) END,
      sync_lease_until = CASE WHEN sync_lease_until IS NULL THEN NULL ELSE min(sync_lease_until, ${now + MAX_SYNC_WAIT_MS}) END,
      recheck_at = CASE WHEN recheck_at IS NULL THEN NULL ELSE min(recheck_at, ${now + MAX_RECHECK_MS}) END
    WHERE deleted_at IS NULL AND (sync_due_at > ${now + MAX_SYNC_WAIT_MS}
      OR sync_lease_until > ${now + MAX_SYNC_WAIT_MS} OR recheck_at > ${now + MAX_RECHECK_MS})`);
  const gap = sql`${now} + (min_gap_seconds + gap_jitter_seconds) * 1000`;
  const rows = await db.all<{ id: MailboxId; workspace_id: WorkspaceId }>(sql`
    UPDATE ${mailboxes} SET next_send_at = ${gap}
    WHERE deleted_at IS NULL AND next_send_at > ${gap} RETURNING id, workspace_id`);
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
}
