import { type SQL, sql } from "drizzle-orm";
import { type Db, runBatch } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { resends } from "#modules/campaigns/schema/sending.ts";
import type { Ledger } from "#modules/delivery/engine/kind.ts";
import { dailyUsage, type UsageScope } from "#modules/mailboxes/schema/usage.ts";

/** A day's limit that counts otherwise than the mails that hold a place of it. */
export type SlotDifference = {
  readonly scope: UsageScope;
  readonly key: string;
  readonly day: string;
  readonly kept: number;
  readonly rows: number;
};

/** Limits of that day and later ones that count otherwise than the mails of all ledgers. */
export async function slotDifferences(
  db: Db,
  ledgers: readonly Ledger[],
  workspaceId: WorkspaceId,
  since: string,
): Promise<SlotDifference[]> {
  const held = ledgers.map(
    ({ table }): SQL => sql`
      SELECT u.value->>0, u.value->>1, u.value->>2, 0, 1
      FROM ${table} l, json_each(l.usage) u WHERE l.workspace_id = ${workspaceId} AND u.value->>2 >= ${sinceOf(sql`u.value->>0`, since)}`,
  );
  // A mail that is asked for once more forgets what its earlier try took, for that one may have left.
  return db.all(sql`
    SELECT scope AS "scope", key AS "key", day AS "day", sum(used) AS "kept", sum(held) AS "rows" FROM (
      SELECT scope, key, day, used, 0 AS held FROM ${dailyUsage}
      WHERE workspace_id = ${workspaceId} AND day >= ${sinceOf(sql`scope`, since)}
      UNION ALL ${unionAll(held)})
    GROUP BY 1, 2, 3 HAVING sum(used) < sum(held) OR (sum(used) > sum(held) AND NOT EXISTS (
      SELECT 1 FROM ${resends} WHERE workspace_id = ${workspaceId} AND times > 1))`);
}

/** All rows of these queries. D1 takes five terms in one compound query, so more stand one level below. */
function unionAll(queries: readonly SQL[]): SQL {
  const groups: SQL[] = [];
  for (let i = 0; i < queries.length; i += TERMS) {
    const some = sql.join(queries.slice(i, i + TERMS), sql` UNION ALL `);
    groups.push(sql`SELECT * FROM (${some})`);
  }
  return sql.join(groups, sql` UNION ALL `);
}
const TERMS = 4;

/** A month is named by its first seven characters. */
const sinceOf = (scope: SQL, since: string): SQL =>
  sql`CASE ${scope} WHEN 'month' THEN ${since.slice(0, 7)} ELSE ${since} END`;

/** Sets limits to what the mails hold. */
export const setSlots = (
  db: Db,
  workspaceId: WorkspaceId,
  differences: readonly SlotDifference[],
): Promise<unknown> =>
  runBatch(
    db,
    differences.map(({ scope, key, day, rows }) =>
      db
        .insert(dailyUsage)
        .values({ workspaceId, scope, key, day, used: rows })
        .onConflictDoUpdate({
          target: [dailyUsage.workspaceId, dailyUsage.scope, dailyUsage.key, dailyUsage.day],
          set: { used: rows },
        }),
    ),
  );
