import { sql } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { moveFound } from "#modules/moving/schema/moves.ts";
import type { ReadSoFar } from "#modules/moving/rules/time-left.ts";
import type { MoveId } from "#platform/rules/ids.ts";

/** Rows that are looked into: the page is asked for every few seconds. */
const LOOKED_INTO = 2_000;

type Count = { readonly kind: "place" | "mail"; readonly campaign: string; readonly n: number };

/** The client stands in front of its campaign; those without one are of the account itself. */
const accountOf = ({ campaign }: Count): string =>
  campaign.includes("/") ? (campaign.split("/")[0] ?? "") : "";

/**
 * What of a first reading is known so far; null: no lead in a campaign was found yet. Rows are counted
 * by the index, and only some of them are read. A lead in the middle got about half of the steps, where
 * nobody says more.
 */
export async function selectReadSoFar(db: InstallDb, moveId: MoveId): Promise<ReadSoFar | null> {
  const counts = await db.all<Count>(sql`
    SELECT kind, campaign, count(*) AS n FROM ${moveFound}
    WHERE move_id = ${moveId} AND kind IN ('place', 'mail') GROUP BY kind, campaign`);
  const count = (kind: Count["kind"], of = counts): number =>
    of.reduce((sum, row) => sum + (row.kind === kind ? row.n : 0), 0);
  const [places, emails] = [count("place"), count("mail")];
  if (places === 0) return null;
  const some = (n: number) => Math.max(1, Math.floor(n / LOOKED_INTO));
  const [looked, identified] = await Promise.all([
    db.all<{ sent: number; started: number; middle: number }>(sql`
      SELECT avg(CASE WHEN p.data->>'last_step' IS NOT NULL THEN p.data->>'last_step'
          WHEN p.data->>'state' = 'waiting' THEN 0
          WHEN p.data->>'state' = 'completed' THEN coalesce(c.steps, 1)
          ELSE (1 + coalesce(c.steps, 1)) / 2.0 END) AS sent,
        avg(p.data->>'state' <> 'waiting') AS started, avg(p.data->>'state' IN ('running', 'paused')) AS middle
      FROM ${moveFound} p LEFT JOIN (
        SELECT ref, json_array_length(data, '$.steps') AS steps FROM ${moveFound}
        WHERE move_id = ${moveId} AND kind = 'campaign'
      ) c ON c.ref = p.campaign
      WHERE p.move_id = ${moveId} AND p.kind = 'place' AND p.id % ${some(places)} = 0`),
    db.all<{ share: number | null }>(sql`
      SELECT avg(data->>'message_id' IS NOT NULL) AS share FROM ${moveFound}
      WHERE move_id = ${moveId} AND kind = 'mail' AND id % ${some(emails)} = 0`),
  ]);
  return {
    places,
    emails,
    sentEach: looked[0]?.sent ?? 0,
    startedShare: looked[0]?.started ?? 0,
    middleShare: looked[0]?.middle ?? 0,
    identifiedShare: identified[0]?.share ?? 0,
    accounts: [...Map.groupBy(counts, accountOf).values()].map((own) => ({
      places: count("place", own) / places,
      emails: emails === 0 ? 0 : count("mail", own) / emails,
    })),
  };
}
