import { sql } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { moveCampaigns, moveFound, moveMails } from "#modules/moving/schema/moves.ts";
import type { FoundOf } from "#modules/moving/rules/found.ts";
import type { CampaignId, MoveId, WorkspaceId } from "#platform/rules/ids.ts";
import type { Rival } from "#modules/moving/rules/found.ts";
import { moves } from "#modules/moving/schema/moves.ts";

/** What was not taken over as it was, and by campaign how many leads wait for a decision. */
export async function selectNotes(db: InstallDb, moveId: MoveId, unclear: string, limit: number) {
  const [rows, counts] = await Promise.all([
    db.all<{ kind: string; campaign: string; email: string; note: string }>(sql`
      SELECT kind, campaign, email, note FROM ${moveFound}
      WHERE move_id = ${moveId} AND note IS NOT NULL ORDER BY id LIMIT ${limit}`),
    db.all<{ campaign: string; n: number }>(sql`
      SELECT campaign, count(*) AS n FROM ${moveFound}
      WHERE move_id = ${moveId} AND kind = 'place' AND note = ${unclear} GROUP BY campaign`),
  ]);
  return { rows, unclear: new Map(counts.map(({ campaign, n }) => [campaign, n])) };
}

export const countBoxMails = (
  db: InstallDb,
  moveId: MoveId,
): Promise<{ mailbox: string; workspaceId: WorkspaceId; direction: string; n: number }[]> =>
  db.all(sql`
    SELECT mailbox, workspace_id AS "workspaceId", direction, count(*) AS n FROM ${moveMails}
    WHERE move_id = ${moveId} GROUP BY 1, 2, 3`);

/** What the rival counted for a campaign of ours. */
export async function selectPastFigures(
  db: InstallDb,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<{ rival: Rival; figures: FoundOf<"figure">[] } | null> {
  const rows = await db.all<{ moveId: MoveId; ref: string; rival: Rival }>(sql`
    SELECT c.move_id AS "moveId", c.ref AS ref, m.rival AS rival FROM ${moveCampaigns} c
    JOIN ${moves} m ON m.id = c.move_id
    WHERE c.workspace_id = ${workspaceId} AND c.campaign_id = ${campaignId} ORDER BY c.move_id DESC LIMIT 1`);
  const [row] = rows;
  if (!row) return null;
  const figures = await db
    .select({ data: moveFound.data })
    .from(moveFound)
    .where(
      sql`${moveFound.moveId} = ${row.moveId} AND ${moveFound.kind} = 'figure' AND ${moveFound.campaign} = ${row.ref}`,
    )
    .orderBy(sql`${moveFound.data}->>'month'`);
  return { rival: row.rival, figures: figures.map(({ data }) => data as FoundOf<"figure">) };
}
