import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { imapCursors, mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import type { MailboxRow, MailboxValues } from "./store.ts";

/**
 * Writes a patch; `rereads` deletes the reading cursors. `before` and `after` go along in the batch.
 * Null: the mailbox is gone.
 */
export async function writeMailbox(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  patch: Partial<MailboxValues>,
  rereads: boolean,
  { before, after }: Record<"before" | "after", readonly Statement[]>,
): Promise<MailboxRow | null> {
  const mine = and(
    eq(mailboxes.workspaceId, workspaceId),
    eq(mailboxes.id, id),
    isNull(mailboxes.deletedAt),
  );
  const forget = db
    .delete(imapCursors)
    .where(
      and(
        eq(imapCursors.workspaceId, workspaceId),
        eq(imapCursors.mailboxId, id),
        sql`EXISTS (SELECT 1 FROM ${mailboxes} WHERE ${mine})`,
      ),
    );
  const first = [...before, ...(rereads ? [forget] : [])];
  const results = await runBatch(db, [
    ...first,
    db.update(mailboxes).set(patch).where(mine).returning(),
    ...after,
  ]);
  // RETURNING gives whole rows.
  const [row] = results[first.length] as MailboxRow[];
  return row ?? null;
}

/** The rows that a notice takes its words from: the mailbox, while it is active and the condition holds. */
export const stillActive = (
  workspaceId: WorkspaceId,
  id: MailboxId,
  condition: SQL = sql`1`,
): SQL =>
  sql`FROM ${mailboxes} WHERE id = ${id} AND workspace_id = ${workspaceId} AND deleted_at IS NULL
    AND status = 'active' AND ${condition}`;

/** Their address, for the words of a notice. */
export const mailboxEmail: SQL = sql`email`;
