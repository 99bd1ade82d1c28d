import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { imapCursors, mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import type { MailboxRow, MailboxValues } from "./store.ts";

/** Writes a patch; `rereads` deletes the reading cursors. Null: the mailbox is gone. */
export async function writeMailbox(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  patch: Partial<MailboxValues>,
  rereads: boolean,
  also: Statement,
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
  const results = await runBatch(db, [
    also,
    ...(rereads ? [forget] : []),
    db.update(mailboxes).set(patch).where(mine).returning(),
  ]);
  // The last statement is the update; its RETURNING gives whole rows.
  const [row] = results.at(-1) as MailboxRow[];
  return row ?? null;
}

/** The rows that a notice takes its words from: the mailbox, while it is active and the condition holds. */
export const stillActive = (workspaceId: WorkspaceId, id: MailboxId, condition: SQL): SQL =>
  sql`FROM ${mailboxes} WHERE id = ${id} AND workspace_id = ${workspaceId} AND deleted_at IS NULL
    AND status = 'active' AND ${condition}`;

/** `Mailbox ann@example.com stopped`. */
export const titleOf = (what: string): SQL => sql`'Mailbox ' || email || ${` ${what}`}`;
