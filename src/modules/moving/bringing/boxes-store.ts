import { sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { moveBoxes, moveFound, moveMails } from "#modules/moving/schema/moves.ts";
import type { MoveId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type MoveBox = typeof moveBoxes.$inferSelect;

export const selectBoxes = (db: InstallDb, moveId: MoveId): Promise<MoveBox[]> =>
  db
    .select()
    .from(moveBoxes)
    .where(sql`${moveBoxes.moveId} = ${moveId}`)
    .orderBy(moveBoxes.workspaceId, moveBoxes.email);

/** Notes mailboxes that campaigns and leads need in a workspace. */
export const expectBoxes = (
  db: InstallDb,
  moveId: MoveId,
  workspaceId: WorkspaceId,
  emails: readonly string[],
): InstallStatement =>
  db.run(sql`
    INSERT INTO ${moveBoxes} (move_id, workspace_id, email, folders)
    SELECT ${moveId}, ${workspaceId}, value, '{}' FROM json_each(${JSON.stringify(emails)}) WHERE true
    ON CONFLICT DO NOTHING`);

export const changeBox = (
  db: InstallDb,
  { moveId, workspaceId, email }: Pick<MoveBox, "moveId" | "workspaceId" | "email">,
  patch: Partial<Pick<MoveBox, "mailboxId" | "folders" | "checkedAt" | "problem" | "setAt">>,
): InstallStatement =>
  db
    .update(moveBoxes)
    .set(patch)
    .where(
      sql`${moveBoxes.moveId} = ${moveId} AND ${moveBoxes.workspaceId} = ${workspaceId} AND ${moveBoxes.email} = ${email}`,
    );

/** Addresses that a campaign had as senders there, or that the rival saw writing to one of its leads; lower case. */
export async function selectSendersThere(
  db: InstallDb,
  moveId: MoveId,
  campaign: string,
): Promise<ReadonlySet<string>> {
  const rows = await db.all<{ email: string }>(sql`
    SELECT lower(trim(s.value)) AS email FROM ${moveFound} f, json_each(f.data, '$.senders') s
    WHERE f.move_id = ${moveId} AND f.kind = 'campaign' AND f.campaign = ${campaign}
    UNION SELECT lower(trim(data->>'sender')) FROM ${moveFound}
    WHERE move_id = ${moveId} AND kind IN ('place', 'mail') AND campaign = ${campaign}
      AND data->>'sender' IS NOT NULL`);
  return new Set(rows.map(({ email }) => email).filter((email) => email !== ""));
}

/** How many mails a mailbox sent there since then, as far as the rival lists them. */
export async function countSentBy(
  db: InstallDb,
  moveId: MoveId,
  email: string,
  since: UnixMs,
): Promise<number> {
  const rows = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM ${moveFound} WHERE move_id = ${moveId} AND kind = 'mail'
      AND data->>'direction' = 'sent' AND lower(data->>'sender') = ${email} AND data->>'at' >= ${since}`);
  return rows[0]?.n ?? 0;
}

/** How many mails to leads lie in a mailbox's Sent folder since then. */
export async function countFiledBy(
  db: InstallDb,
  { moveId, workspaceId, email }: Pick<MoveBox, "moveId" | "workspaceId" | "email">,
  since: UnixMs,
): Promise<number> {
  const rows = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM ${moveMails} WHERE move_id = ${moveId} AND workspace_id = ${workspaceId}
      AND mailbox = ${email} AND direction = 'sent' AND at >= ${since}`);
  return rows[0]?.n ?? 0;
}

/** Looks into all mailboxes once more: some were connected meanwhile, and more lies in the others. */
export const lookIntoAll = (db: InstallDb, moveId: MoveId): InstallStatement =>
  db.run(sql`
    UPDATE ${moveBoxes} SET checked_at = 0 WHERE move_id = ${moveId} AND checked_at IS NOT NULL`);
