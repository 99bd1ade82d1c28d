import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";

export type Sender = {
  readonly id: MailboxId;
  readonly workspaceId: WorkspaceId;
  readonly email: string;
  /** Its mail can be read, too. */
  readonly reads: boolean;
};

/** Across workspaces: every existing mailbox, since each may have sent. */
export async function selectSenders(db: Db): Promise<Sender[]> {
  const rows = await db.all<Omit<Sender, "reads"> & { reads: number }>(sql`
    SELECT m.id AS "id", m.workspace_id AS "workspaceId", m.email AS "email", m.imap_host IS NOT NULL AS "reads"
    FROM ${mailboxes} m JOIN ${workspaces} w ON w.id = m.workspace_id
    WHERE m.deleted_at IS NULL AND w.deleted_at IS NULL ORDER BY m.id`);
  return rows.map((row) => ({ ...row, reads: row.reads === 1 }));
}
