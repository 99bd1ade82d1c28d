import { sql } from "drizzle-orm";
import type { Db, InstallDb, InstallStatement } from "#platform/db/db.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { moveCampaigns, moveFound } from "#modules/moving/schema/moves.ts";
import type { CampaignId, MailboxId, MoveId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type MoveCampaignRow = typeof moveCampaigns.$inferSelect;

export const selectMoveCampaigns = (db: InstallDb, moveId: MoveId): Promise<MoveCampaignRow[]> =>
  db
    .select()
    .from(moveCampaigns)
    .where(sql`${moveCampaigns.moveId} = ${moveId}`)
    .orderBy(moveCampaigns.ref);

export const changeMoveCampaign = (
  db: InstallDb,
  moveId: MoveId,
  ref: string,
  patch: Partial<Omit<MoveCampaignRow, "moveId" | "ref">>,
): InstallStatement =>
  db
    .update(moveCampaigns)
    .set(patch)
    .where(sql`${moveCampaigns.moveId} = ${moveId} AND ${moveCampaigns.ref} = ${ref}`)
    .returning({ ref: moveCampaigns.ref });

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

/** The rival's own variables of these clients' leads, in the order in which they first came. */
export async function selectNames(
  db: InstallDb,
  moveId: MoveId,
  clients: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`
    SELECT j.key AS name FROM ${moveFound} f, json_each(f.data, '$.custom') j
    WHERE f.move_id = ${moveId} AND f.kind = 'lead'
      AND f.client IN (SELECT value FROM json_each(${JSON.stringify(clients)}))
    GROUP BY j.key ORDER BY min(f.id), min(j.id) LIMIT ${limit}`);
  return rows.map(({ name }) => name);
}
