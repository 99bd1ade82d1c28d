import { RUN_MARKS, runMark } from "#modules/delivery/rules/run-mark.ts";
import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import type { MessageId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** Leases mails that are due, across workspaces: the sweep looks for work, and each is then sent in its own. */
export async function leaseDueMails(
  db: Db,
  claim: { lease: string; now: UnixMs; until: UnixMs },
  limit: number,
): Promise<{ id: MessageId; workspaceId: WorkspaceId }[]> {
  const rows = await db.all<{ id: MessageId; workspace_id: WorkspaceId }>(sql`
    UPDATE ${outbox} SET state = 'leased', lease = ${claim.lease}, lease_until = ${claim.until}, attempts = attempts + 1
    WHERE message_id IN (
      SELECT o.message_id FROM ${outbox} o
      WHERE o.state = 'queued' AND o.due_at <= ${claim.now}
        AND EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = o.workspace_id AND w.deleted_at IS NULL)
      ORDER BY o.due_at LIMIT ${limit})
      AND +state = 'queued'
    RETURNING message_id AS id, workspace_id`);
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
}

/** What settling asks of a mail that somebody held. */
const HELD = {
  id: outbox.messageId,
  workspaceId: outbox.workspaceId,
  state: outbox.state,
  lease: outbox.lease,
  messageId: messages.messageId,
};

/** Across workspaces: mails whose lease ran out. */
export async function selectLapsedMails(db: Db, now: UnixMs, limit: number) {
  return db
    .select(HELD)
    .from(outbox)
    .innerJoin(messages, sql`${messages.id} = ${outbox.messageId}`)
    .where(sql`${outbox.state} IN ('leased', 'sending') AND ${outbox.leaseUntil} <= ${now}`)
    .limit(limit);
}

/** Across workspaces: what another run of the companion was granted and has not told the outcome of. */
export async function selectMailsLeftBehind(db: Db, run: string) {
  return db
    .select(HELD)
    .from(outbox)
    .innerJoin(messages, sql`${messages.id} = ${outbox.messageId}`)
    .where(
      sql`${outbox.state} = 'sending' AND ${outbox.evidence} GLOB ${RUN_MARKS} AND ${outbox.evidence} <> ${runMark(run)}`,
    );
}
