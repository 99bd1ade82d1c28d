import { sql } from "drizzle-orm";
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

/** Who holds these hosts. */
export async function selectHostHolders(
  db: InstallDb,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, WorkspaceId>> {
  const rows = await db
    .select({ host: trackingDomains.host, workspaceId: trackingDomains.workspaceId })
    .from(trackingDomains)
    .where(sql`${trackingDomains.host} IN (SELECT value FROM json_each(${JSON.stringify(hosts)}))`);
  return new Map(rows.map(({ host, workspaceId }) => [host, workspaceId]));
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
    AND NOT EXISTS (SELECT 1 FROM ${trackingDomains} WHERE host = ${host})`;

/** Claims hosts for workspaces without one; what is taken is left out. */
export const claimFreeHosts = (
  db: InstallDb,
  claims: readonly HostClaim[],
  now: UnixMs,
): InstallStatement =>
  db.run(sql`
    INSERT INTO ${trackingDomains} (workspace_id, host, token, status, ssl, misses, due_at, created_at, updated_at)
    SELECT value ->> 'workspaceId', value ->> 'host', value ->> 'token', 'pending', 'pending', 0, ${now}, ${now}, ${now}
    FROM json_each(${JSON.stringify(claims)}) WHERE true
    ON CONFLICT DO NOTHING`);
