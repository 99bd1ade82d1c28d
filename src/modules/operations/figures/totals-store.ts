import { gte, lt, or, type SQL, sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { figureTotals, workspaceFigures } from "#modules/operations/schema/figures.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { KeptRow } from "./kept-store.ts";

/*
 * Sums over the kept figures of workspaces that stand. Every statement belongs in the batch that changes
 * these figures or who stands, before the change: it adds what will be and takes what was.
 */

/** Before it nothing but names of days begins so. */
const DAY = "d:";

/** Sums of everything but days, and of the days from `since` on (YYYY-MM-DD), by name. */
export async function selectFigureTotals(
  db: InstallDb,
  since: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select()
    .from(figureTotals)
    .where(or(lt(figureTotals.name, DAY), gte(figureTotals.name, DAY + since)));
  return new Map(rows.map(({ name, n }) => [name, n]));
}

/** The name of what a day brought. */
export const dayTotal = (day: string, of: "sent" | "bounced" | "replied" | "positive"): string =>
  `${DAY}${day}:${of}`;

/** Figures that are about to be kept, in place of those that were. */
export const changeTotals = (db: InstallDb, rows: readonly KeptRow[]): InstallStatement =>
  addUp(
    db,
    sql`
      SELECT 1 AS sign, r.value->'figures' AS figures, r.value->'days' AS days
      FROM json_each(${JSON.stringify(rows)}) r JOIN ${workspaces} w ON w.id = r.value->>'workspaceId'
        LEFT JOIN ${workspaceFigures} f ON f.workspace_id = w.id
      WHERE +w.deleted_at IS NULL AND (f.counted_at IS NULL OR r.value->>'countedAt' >= f.counted_at)
      UNION ALL
      SELECT -1, f.figures, f.days
      FROM json_each(${JSON.stringify(rows)}) r JOIN ${workspaces} w ON w.id = r.value->>'workspaceId'
        JOIN ${workspaceFigures} f ON f.workspace_id = w.id
      WHERE +w.deleted_at IS NULL AND r.value->>'countedAt' >= f.counted_at`,
  );

/** A workspace that is about to stand again (1) or to stand no more (-1), where `guard` holds. */
export const moveTotals = (
  db: InstallDb,
  id: WorkspaceId,
  sign: 1 | -1,
  guard: SQL,
): InstallStatement =>
  addUp(
    db,
    sql`SELECT ${sign} AS sign, f.figures, f.days FROM ${workspaceFigures} f
      WHERE f.workspace_id = ${id} AND ${guard}`,
  );

/** A workspace that stands. */
export const standing = (id: WorkspaceId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = ${id} AND w.deleted_at IS NULL)`;

/** The parts of kept figures that hold a number by name. */
const COUNTED = JSON.stringify(["campaigns", "mailboxes", "totals"]);

/** Figures from before they were added up are in no sum. */
const addUp = (db: InstallDb, source: SQL): InstallStatement =>
  db.run(sql`
    INSERT INTO ${figureTotals} (name, n)
    WITH f AS MATERIALIZED (SELECT * FROM (${source}) WHERE figures->'campaigns' IS NOT NULL),
    p (name, n) AS (
      SELECT 'workspaces', sign FROM f
      UNION ALL SELECT 'leads', sign * (figures->>'leads') FROM f
      UNION ALL SELECT part.value || '.' || j.key, sign * j.value
        FROM f, json_each(${COUNTED}) part, json_each(f.figures, '$.' || part.value) j
      UNION ALL SELECT ${DAY} || (d.value->>0) || k.value, sign * coalesce(d.value->>k.place, 0)
        FROM f, json_each(f.days) d, (SELECT ':sent' AS value, 1 AS place UNION ALL SELECT ':bounced', 3
          UNION ALL SELECT ':replied', 4 UNION ALL SELECT ':positive', 6) k)
    SELECT name, sum(n) FROM p WHERE true GROUP BY name HAVING sum(n) <> 0
    ON CONFLICT (name) DO UPDATE SET n = n + excluded.n`);
