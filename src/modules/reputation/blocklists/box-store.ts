import { and, eq, isNull, ne } from "drizzle-orm";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { Db } from "#platform/db/db.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import { SANDBOX_HOST } from "#platform/rules/mail/sandbox.ts";

/** A mailbox's domain; null: there is no such mailbox. */
export async function selectBoxDomain(db: Db, workspaceId: WorkspaceId, id: MailboxId) {
  const [box] = await db
    .select({ domain: mailboxes.domain })
    .from(mailboxes)
    .where(
      and(
        eq(mailboxes.workspaceId, workspaceId),
        eq(mailboxes.id, id),
        isNull(mailboxes.deletedAt),
        ne(mailboxes.smtpHost, SANDBOX_HOST),
      ),
    );
  return box ?? null;
}
