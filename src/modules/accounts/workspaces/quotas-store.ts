import { eq } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { NO_QUOTAS, type Quotas } from "#modules/accounts/rules/quota.ts";
import type { Db } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** What admins allow a workspace, as the row beside its own rows has it. */
export async function selectQuotas(db: Db, workspaceId: WorkspaceId): Promise<Quotas> {
  const rows = await db
    .select({
      leads: workspaces.quotaLeads,
      mailboxes: workspaces.quotaMailboxes,
      mails_month: workspaces.quotaMails,
    })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return rows[0] ?? NO_QUOTAS;
}
