import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import type { UnixMs, WarmupMailId, WorkspaceId } from "#platform/rules/ids.ts";

/**
 * Leases due mails, one of a mailbox at a time and never so soon after its last. Across workspaces:
 * the sweep looks for work, and each is then sent in its own.
 */
export async function leaseDueWarmups(
  db: Db,
  claim: { lease: string; now: UnixMs; until: UnixMs; sentBefore: UnixMs },
  limit: number,
): Promise<{ id: WarmupMailId; workspaceId: WorkspaceId }[]> {
  const rows = await db.all<{ id: WarmupMailId; workspace_id: WorkspaceId }>(sql`
    UPDATE ${warmupMails} SET state = 'leased', lease = ${claim.lease}, lease_until = ${claim.until}, attempts = attempts + 1
    WHERE id IN (SELECT id FROM (
        SELECT m.id AS id, min(m.due_at) AS first FROM ${warmupMails} m
        WHERE m.state = 'queued' AND m.due_at <= ${claim.now} AND m.expires_at > ${claim.now}
          AND EXISTS (SELECT 1 FROM ${warmups} w WHERE w.mailbox_id = m.from_mailbox_id
            AND w.state IN ('warming', 'maintaining', 'throttled')
            AND (w.last_sent_at IS NULL OR w.last_sent_at <= ${claim.sentBefore}))
          AND EXISTS (SELECT 1 FROM ${mailboxes} b WHERE b.id = m.from_mailbox_id AND b.deleted_at IS NULL AND b.status = 'active')
          AND EXISTS (SELECT 1 FROM ${mailboxes} r WHERE r.id = m.to_mailbox_id AND r.deleted_at IS NULL)
          AND EXISTS (SELECT 1 FROM ${workspaces} s WHERE s.id = m.workspace_id AND s.deleted_at IS NULL)
          AND NOT EXISTS (SELECT 1 FROM ${warmupMails} x WHERE x.from_mailbox_id = m.from_mailbox_id AND x.state IN ('leased', 'sending'))
        GROUP BY m.from_mailbox_id ORDER BY first LIMIT ${limit}))
      AND +state = 'queued'
    RETURNING id, workspace_id`);
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
}

/** What its day did not see is dropped: nothing is made up for in a burst. */
export async function dropExpired(db: Db, now: UnixMs): Promise<void> {
  await db.run(sql`
    UPDATE ${warmupMails} SET state = 'cancelled', finished_at = ${now}
    WHERE state = 'queued' AND due_at <= ${now} AND expires_at <= ${now}`);
}

/** Across workspaces: mails whose lease ran out. */
export async function selectLapsedWarmups(db: Db, now: UnixMs, limit: number) {
  return db
    .select({
      id: warmupMails.id,
      workspaceId: warmupMails.workspaceId,
      state: warmupMails.state,
      lease: warmupMails.lease,
      messageId: warmupMails.messageId,
    })
    .from(warmupMails)
    .where(
      sql`${warmupMails.state} IN ('leased', 'sending') AND ${warmupMails.leaseUntil} <= ${now}`,
    )
    .limit(limit);
}

/** Forgets mails that nothing depends on any more. */
export async function deleteOldWarmups(db: Db, before: UnixMs, limit: number): Promise<void> {
  await db.run(sql`
    DELETE FROM ${warmupMails} WHERE id IN (
      SELECT id FROM ${warmupMails} WHERE created_at < ${before} AND state NOT IN ('leased', 'sending')
      ORDER BY created_at LIMIT ${limit})`);
}
