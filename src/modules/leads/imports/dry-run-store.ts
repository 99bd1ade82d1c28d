import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { isSuppressed } from "#modules/leads/leads/lead-sql.ts";

/** Those of these addresses that the workspace holds. */
export async function selectKnownAddresses(
  db: Db,
  workspaceId: WorkspaceId,
  addresses: string,
): Promise<ReadonlySet<string>> {
  const rows = await db.all<{ email: string }>(sql`
    SELECT j.value AS email FROM json_each(${addresses}) j WHERE EXISTS (SELECT 1 FROM ${leads}
      WHERE workspace_id = ${workspaceId} AND email = j.value)`);
  return new Set(rows.map(({ email }) => email));
}

/** Of a chunk: addresses that the workspace holds, and rows whose address is suppressed. */
export async function selectKnown(
  db: Db,
  workspaceId: WorkspaceId,
  chunk: { addresses: string; payload: string; countSuppressed: boolean },
): Promise<{ known: number; suppressed: number }> {
  const suppressed = chunk.countSuppressed
    ? sql`(SELECT coalesce(sum(j.value->>'rows'), 0) FROM json_each(${chunk.payload}) j
        WHERE ${isSuppressed(workspaceId, sql`j.value->>'email'`, sql`j.value->>'domain'`)})`
    : sql`0`;
  const rows = await db.all<{ known: number; suppressed: number }>(sql`
    SELECT (SELECT count(*) FROM json_each(${chunk.addresses}) j WHERE EXISTS (SELECT 1 FROM ${leads}
      WHERE workspace_id = ${workspaceId} AND email = j.value)) AS known, ${suppressed} AS suppressed`);
  return rows[0] ?? { known: 0, suppressed: 0 };
}
