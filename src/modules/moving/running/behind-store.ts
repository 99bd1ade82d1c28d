import { sql } from "drizzle-orm";
import type { BehindMove } from "#modules/campaigns/hooks.ts";
import type { Rival } from "#modules/moving/rules/found.ts";
import { moveCampaigns, moveClients, moveFound, moves } from "#modules/moving/schema/moves.ts";
import { NEWS_NOT_STORED, RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import type { InstallDb } from "#platform/db/db.ts";

/**
 * Campaigns that were started here and whose news were read but are not stored: a page of them could
 * not be kept, an opt-out that is kept is in no workspace yet, or a reply has not ended its sequence.
 * What waits for a person holds nothing back: then the move has nothing to do by itself. Each tick asks
 * it, so it begins at the few moves that are watched.
 */
export async function selectBehindMove(db: InstallDb): Promise<readonly BehindMove[]> {
  const rows = await db.all<Omit<BehindMove, "product"> & { rival: Rival }>(sql`
    SELECT c.workspace_id AS "workspaceId", c.campaign_id AS "campaignId", m.rival AS rival
    FROM ${moves} m CROSS JOIN ${moveCampaigns} c ON c.move_id = m.id
    WHERE m.watch_until > 0 AND m.ended_at IS NULL
      AND c.start = 'started' AND c.campaign_id IS NOT NULL
      AND (m.trouble->>'code' = ${NEWS_NOT_STORED}
        OR (m.due_at IS NOT NULL AND m.state <> 'reading' AND (
          EXISTS (SELECT 1 FROM ${moveFound} f WHERE f.move_id = m.id AND f.kind = 'suppression' AND f.waiting = 1
            AND (f.client = '' OR EXISTS (SELECT 1 FROM ${moveClients} o
              WHERE o.move_id = m.id AND o.ref = f.client AND +o.workspace_id = c.workspace_id)))
          OR (m.state = 'started' AND EXISTS (SELECT 1 FROM ${moveFound} f
            WHERE f.move_id = m.id AND f.kind = 'place' AND f.campaign = c.ref AND f.waiting = 1)))))`);
  return rows.map(({ rival, ...campaign }) => ({ ...campaign, product: RIVAL_NAMES[rival] }));
}
