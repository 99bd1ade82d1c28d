import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** The newest leads are looked through; older imports have as a rule the same columns. */
const LOOKED_AT = 500;
const MOST = 50;

/** Names of custom fields that the workspace's leads have, by the newest of them. */
export async function selectCustomFields(db: Db, workspaceId: WorkspaceId): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`
    SELECT DISTINCT field.key AS name
    FROM (
      SELECT ${leads.custom} AS custom FROM ${leads} WHERE ${leads.workspaceId} = ${workspaceId}
      ORDER BY ${leads.id} DESC LIMIT ${LOOKED_AT}
    ) newest, json_each(newest.custom) field
    ORDER BY name LIMIT ${MOST}`);
  return rows.map(({ name }) => name);
}
