import { sql } from "drizzle-orm";
import { workspaceHosts } from "#modules/accounts/schema/brands.ts";
import { trackingDomains } from "#modules/links/schema/tracking-domains.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/* Across workspaces: for admins of the install. */

export const selectHostsOf = (db: InstallDb, ids: readonly WorkspaceId[]) =>
  db
    .select()
    .from(trackingDomains)
    .where(
      sql`${trackingDomains.workspaceId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );

/** Who holds these hosts, for tracking or for a dashboard. */
export async function selectHostHolders(
  db: InstallDb,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, WorkspaceId>> {
  const asked = sql`(SELECT value FROM json_each(${JSON.stringify(hosts)}))`;
  const rows = await db.all<{ host: string; holder: WorkspaceId }>(sql`
    SELECT host, workspace_id AS holder FROM ${trackingDomains} WHERE host IN ${asked}
    UNION ALL SELECT host, workspace_id FROM ${workspaceHosts} WHERE host IN ${asked}`);
  return new Map(rows.map(({ host, holder }) => [host, holder]));
}

/** Makes every host due for a check; answers how many there are. */
export async function makeAllDue(db: InstallDb, now: UnixMs): Promise<number> {
  const rows = await db.all<{ n: number }>(sql`
    UPDATE ${trackingDomains} SET due_at = min(due_at, ${now}) WHERE true RETURNING 1 AS n`);
  return rows.length;
}

/** Hosts of before `since` that were not checked since then. */
export async function countHosts(db: InstallDb, since: UnixMs): Promise<number> {
  const [row] = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM ${trackingDomains}
    WHERE created_at <= ${since} AND coalesce(checked_at, 0) < ${since}`);
  return row?.n ?? 0;
}

export type HostClaim = {
  readonly workspaceId: WorkspaceId;
  readonly host: string;
  readonly token: string;
};

/** Neither has the workspace a host, nor the host a workspace. */
export const isFree = (workspaceId: WorkspaceId, host: string) =>
  sql`WHERE NOT EXISTS (SELECT 1 FROM ${trackingDomains} WHERE workspace_id = ${workspaceId})
    AND NOT EXISTS (SELECT 1 FROM ${trackingDomains} WHERE host = ${host})
    AND NOT EXISTS (SELECT 1 FROM ${workspaceHosts} WHERE host = ${host})`;

/** Claims hosts for workspaces without one; what is taken is left out. */
export const claimFreeHosts = (
  db: InstallDb,
  claims: readonly HostClaim[],
  now: UnixMs,
): InstallStatement =>
  db.run(sql`
    INSERT INTO ${trackingDomains} (workspace_id, host, token, status, ssl, misses, due_at, created_at, updated_at)
    SELECT value ->> 'workspaceId', value ->> 'host', value ->> 'token', 'pending', 'pending', 0, ${now}, ${now}, ${now}
    FROM json_each(${JSON.stringify(claims)})
    WHERE NOT EXISTS (SELECT 1 FROM ${workspaceHosts} h WHERE h.host = value ->> 'host')
    ON CONFLICT DO NOTHING`);
