import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { SANDBOX_HOST } from "#platform/rules/mail/sandbox.ts";

/** Across workspaces: whether one of this database has a mailbox of the domain. */
export async function isUsed(db: Db, domain: string): Promise<boolean> {
  const rows = await db
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(and(eq(mailboxes.domain, domain), isNull(mailboxes.deletedAt)))
    .limit(1);
  return rows.length > 0;
}

/** The workspace's domains, each with the server that its first mailbox sends through. */
export async function selectDomains(
  db: Db,
  workspaceId: WorkspaceId,
): Promise<{ domain: string; smtpHost: string }[]> {
  const rows = await db.all<{ domain: string; smtp_host: string }>(sql`
    SELECT domain, smtp_host, min(id) AS first FROM ${mailboxes}
    WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND smtp_host <> ${SANDBOX_HOST} GROUP BY 1 ORDER BY first`);
  return rows.map((row) => ({ domain: row.domain, smtpHost: row.smtp_host }));
}
