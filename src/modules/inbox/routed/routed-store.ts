import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";

/** Across workspaces: the mailboxes of this database that have the address. */
export async function selectAddressed(
  db: Db,
  email: string,
  domain: string,
): Promise<{ id: MailboxId; email: string; workspaceId: WorkspaceId }[]> {
  return db
    .select({ id: mailboxes.id, email: mailboxes.email, workspaceId: mailboxes.workspaceId })
    .from(mailboxes)
    .where(
      and(
        eq(mailboxes.domain, domain),
        eq(mailboxes.email, email),
        isNull(mailboxes.deletedAt),
        ne(mailboxes.status, "disabled"),
      ),
    )
    .limit(20);
}

/** What was routed here stands in no folder, so there is no cursor to move. */
export const noCursor = (db: Db): Statement => db.run(sql`SELECT 1 AS unmoved`);
