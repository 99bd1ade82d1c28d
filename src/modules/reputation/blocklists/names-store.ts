import { and, eq, isNull, ne } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { SANDBOX_HOST } from "#platform/rules/mail/sandbox.ts";

/** The domains that a workspace's mailboxes send from, and the servers that they send through. */
export async function selectSendingHosts(
  db: Db,
  workspaceId: WorkspaceId,
): Promise<{ domain: string | null; smtpHost: string }[]> {
  return db
    .selectDistinct({ domain: mailboxes.domain, smtpHost: mailboxes.smtpHost })
    .from(mailboxes)
    .where(
      and(
        eq(mailboxes.workspaceId, workspaceId),
        isNull(mailboxes.deletedAt),
        ne(mailboxes.status, "disabled"),
        ne(mailboxes.smtpHost, SANDBOX_HOST),
      ),
    );
}
