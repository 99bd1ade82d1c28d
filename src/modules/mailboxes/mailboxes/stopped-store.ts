import { type SQL, sql } from "drizzle-orm";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";

/** The rows that a notice takes its words from: the mailbox, while it is active and the condition holds. */
export const stillActive = (workspaceId: WorkspaceId, id: MailboxId, condition: SQL): SQL =>
  sql`FROM ${mailboxes} WHERE id = ${id} AND workspace_id = ${workspaceId} AND deleted_at IS NULL
    AND status = 'active' AND ${condition}`;

/** `Mailbox ann@example.com stopped`. */
export const titleOf = (what: string): SQL => sql`'Mailbox ' || email || ${` ${what}`}`;
