import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { grants } from "#modules/connections/schema/grants.ts";
import { imapCursors, mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** The mailbox is still there: the condition of everything that its deletion does. */
export const mailboxStillThere = (workspaceId: WorkspaceId, id: MailboxId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${mailboxes} m WHERE m.id = ${id} AND m.workspace_id = ${workspaceId} AND m.deleted_at IS NULL)`;

/** Deletes the reading cursors, and keeps a row without secrets for the threads that name it. */
export function removeMailbox(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  now: UnixMs,
): Statement[] {
  const guard = mailboxStillThere(workspaceId, id);
  return [
    db.run(
      sql`DELETE FROM ${imapCursors} WHERE workspace_id = ${workspaceId} AND mailbox_id = ${id} AND ${guard}`,
    ),
    db.run(
      sql`DELETE FROM ${grants} WHERE workspace_id = ${workspaceId} AND ${guard}
        AND id = (SELECT m.grant_id FROM ${mailboxes} m WHERE m.id = ${id})`,
    ),
    db.all<{ id: MailboxId }>(sql`
      UPDATE ${mailboxes} SET deleted_at = ${now}, updated_at = ${now}, status = 'disabled', status_message = NULL,
        smtp_username = '', smtp_password = '', imap_username = NULL, imap_password = NULL, grant_id = NULL,
        sync_due_at = NULL, sync_lease_until = NULL
      WHERE id = ${id} AND workspace_id = ${workspaceId} AND deleted_at IS NULL
      RETURNING id`),
  ];
}
