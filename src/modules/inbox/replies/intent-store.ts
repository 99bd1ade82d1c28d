import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { suppressions } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import { runMark } from "#modules/delivery/rules/run-mark.ts";
import type { MessageId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/**
 * The last gate: `leased` becomes `sending` while the lease is ours and alive, the mailbox is still
 * there and no recipient is suppressed, unless the mail is to go nevertheless. Answers the won.
 */
export async function markMailsSending(
  db: Db,
  workspaceId: WorkspaceId,
  claims: readonly { id: MessageId; lease: string }[],
  at: { now: UnixMs; leaseUntil: UnixMs; run: string | null },
): Promise<MessageId[]> {
  const rows = await db.all<{ id: MessageId }>(sql`
    UPDATE ${outbox} SET state = 'sending', lease_until = ${at.leaseUntil}, evidence = ${runMark(at.run)}
    FROM json_each(${JSON.stringify(claims)}) c
    WHERE ${outbox}.message_id = c.value->>'id' AND +${outbox}.workspace_id = ${workspaceId}
      AND +${outbox}.lease = c.value->>'lease' AND +${outbox}.state = 'leased'
      AND ${outbox}.lease_until > ${at.now}
      AND EXISTS (SELECT 1 FROM ${mailboxes} b WHERE b.id = ${outbox}.mailbox_id AND b.deleted_at IS NULL)
      AND (${outbox}.force = 1 OR NOT EXISTS (
        SELECT 1 FROM ${messages} m, (SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3) p,
          json_each(CASE p.n WHEN 1 THEN m.to_emails WHEN 2 THEN m.cc_emails ELSE ${outbox}.bcc END) a
          JOIN ${suppressions} x ON x.workspace_id = ${workspaceId}
            AND ((x.kind = 'address' AND x.value = a.value)
              OR (x.kind = 'domain' AND x.value = substr(a.value, instr(a.value, '@') + 1)))
        WHERE m.id = ${outbox}.message_id))
    RETURNING ${outbox}.message_id AS id`);
  return rows.map((row) => row.id);
}
