import { sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { moveCampaigns, moveFound } from "#modules/moving/schema/moves.ts";
import type { MoveId } from "#platform/rules/ids.ts";

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

/** The rival's own variables of these clients' leads, in the order in which they first came. */
export async function selectVariables(
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
