import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { CampaignId, MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** The campaign that was made of it at that moment, if nobody could note its id. */
export async function selectMade(
  db: Db,
  workspaceId: WorkspaceId,
  name: string,
  at: UnixMs,
): Promise<CampaignId | null> {
  const rows = await db.all<{ id: CampaignId }>(sql`
    SELECT id FROM ${campaigns} WHERE workspace_id = ${workspaceId} AND name = ${name} AND created_at = ${at}
    ORDER BY id DESC LIMIT 1`);
  return rows[0]?.id ?? null;
}

/** The connected mailboxes of these addresses. */
export async function mailboxesNamed(
  db: Db,
  workspaceId: WorkspaceId,
  emails: readonly string[],
): Promise<ReadonlyMap<string, MailboxId>> {
  const rows = await db.all<{ id: MailboxId; email: string }>(sql`
    SELECT id, lower(email) AS email FROM ${mailboxes}
    WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL
      AND lower(email) IN (SELECT value FROM json_each(${JSON.stringify(emails)}))`);
  return new Map(rows.map(({ id, email }) => [email, id]));
}
