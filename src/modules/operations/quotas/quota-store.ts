import { and, eq, isNull, sql } from "drizzle-orm";
import { notBefore } from "#modules/accounts/people/made-sql.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import type { QuotaBody } from "#modules/operations/contract/overview.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type WorkspaceRow = typeof workspaces.$inferSelect;

/** The audit line's condition: the workspace stands. */
export const ofStanding = (id: WorkspaceId) =>
  sql`WHERE EXISTS (SELECT 1 FROM ${workspaces} WHERE id = ${id} AND deleted_at IS NULL)`;

/** Changes the quotas that are given; answers the row of a workspace that stands. */
export const changeQuotas = (
  db: InstallDb,
  id: WorkspaceId,
  { leads, mailboxes, mails_month: mails }: QuotaBody,
  now: UnixMs,
): InstallStatement =>
  db
    .update(workspaces)
    .set({
      ...(leads !== undefined && { quotaLeads: leads }),
      ...(mailboxes !== undefined && { quotaMailboxes: mailboxes }),
      ...(mails !== undefined && { quotaMails: mails }),
      updatedAt: notBefore(now),
    })
    .where(and(eq(workspaces.id, id), isNull(workspaces.deletedAt)))
    .returning();
