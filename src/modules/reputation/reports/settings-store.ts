import { and, eq, isNull, sql } from "drizzle-orm";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { ReportDestination } from "#modules/reputation/rules/destinations.ts";
import { reputationRuns } from "#modules/reputation/schema/listings.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** The mailbox that is named for reports, and what its provider is called; null: none, or it is deleted. */
export async function selectReportBox(db: Db, workspaceId: WorkspaceId) {
  const [box] = await db
    .select({
      id: mailboxes.id,
      email: mailboxes.email,
      imapHost: mailboxes.imapHost,
      authServer: reputationRuns.authServer,
    })
    .from(reputationRuns)
    .innerJoin(mailboxes, eq(mailboxes.id, reputationRuns.reportMailbox))
    .where(
      and(
        eq(reputationRuns.workspaceId, workspaceId),
        eq(mailboxes.workspaceId, workspaceId),
        isNull(mailboxes.deletedAt),
      ),
    );
  return box ?? null;
}

export async function selectReputationRun(db: Db, workspaceId: WorkspaceId) {
  const [run] = await db
    .select()
    .from(reputationRuns)
    .where(eq(reputationRuns.workspaceId, workspaceId));
  return run ?? null;
}

export const saveReportBox = (
  db: Db,
  workspaceId: WorkspaceId,
  { mailboxId, authServer }: { mailboxId: MailboxId | null; authServer: string | null },
  now: UnixMs,
): Statement =>
  db.run(sql`
    INSERT INTO ${reputationRuns} (workspace_id, lists_due_at, reports_due_at, report_mailbox, auth_server)
    VALUES (${workspaceId}, ${now}, ${now}, ${mailboxId}, ${authServer})
    ON CONFLICT (workspace_id) DO UPDATE SET report_mailbox = excluded.report_mailbox,
      auth_server = excluded.auth_server`);

export const saveDestinations = (
  db: Db,
  workspaceId: WorkspaceId,
  destinations: readonly ReportDestination[],
): Statement =>
  db
    .update(reputationRuns)
    .set({ destinations })
    .where(eq(reputationRuns.workspaceId, workspaceId));
