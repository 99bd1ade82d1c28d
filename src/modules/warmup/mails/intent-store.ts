import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import type { UnixMs, WarmupMailId, WorkspaceId } from "#platform/rules/ids.ts";

/**
 * The last gate: `leased` becomes `sending` while the lease is ours and alive, the warmup runs, and
 * both mailboxes are there. Answers the won.
 */
export async function markWarmupsSending(
  db: Db,
  workspaceId: WorkspaceId,
  claims: readonly { id: WarmupMailId; lease: string }[],
  at: { now: UnixMs; leaseUntil: UnixMs },
): Promise<WarmupMailId[]> {
  const rows = await db.all<{ id: WarmupMailId }>(sql`
    UPDATE ${warmupMails} SET state = 'sending', lease_until = ${at.leaseUntil}
    FROM json_each(${JSON.stringify(claims)}) c
    WHERE ${warmupMails}.id = c.value->>'id' AND +${warmupMails}.workspace_id = ${workspaceId}
      AND +${warmupMails}.lease = c.value->>'lease' AND +${warmupMails}.state = 'leased'
      AND ${warmupMails}.lease_until > ${at.now}
      AND EXISTS (SELECT 1 FROM ${warmups} w WHERE w.mailbox_id = ${warmupMails}.from_mailbox_id
        AND w.state IN ('warming', 'maintaining', 'throttled'))
      AND EXISTS (SELECT 1 FROM ${mailboxes} b WHERE b.id = ${warmupMails}.from_mailbox_id AND b.deleted_at IS NULL)
      AND EXISTS (SELECT 1 FROM ${mailboxes} r WHERE r.id = ${warmupMails}.to_mailbox_id AND r.deleted_at IS NULL)
    RETURNING ${warmupMails}.id AS id`);
  return rows.map((row) => row.id);
}
