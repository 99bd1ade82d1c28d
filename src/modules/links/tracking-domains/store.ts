import { and, eq, sql } from "drizzle-orm";
import { type InstallDb, runBatch, type InstallStatement } from "#platform/db/db.ts";
import { workspaceHosts } from "#modules/accounts/schema/brands.ts";
import { trackingDomains } from "#modules/links/schema/tracking-domains.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export async function selectVerifiedHost(
  db: InstallDb,
  workspaceId: WorkspaceId,
): Promise<string | null> {
  const rows = await db
    .select({ host: trackingDomains.host })
    .from(trackingDomains)
    .where(
      and(eq(trackingDomains.workspaceId, workspaceId), eq(trackingDomains.status, "verified")),
    )
    .limit(1);
  return rows[0]?.host ?? null;
}

export type TrackingRow = typeof trackingDomains.$inferSelect;

export async function selectOwn(
  db: InstallDb,
  workspaceId: WorkspaceId,
): Promise<TrackingRow | null> {
  const rows = await db
    .select()
    .from(trackingDomains)
    .where(eq(trackingDomains.workspaceId, workspaceId))
    .limit(1);
  return rows[0] ?? null;
}

/**
 * Makes a host the workspace's, replacing its former one. Null: another workspace has claimed it, or it
 * is a workspace's own host; a claim that was never verified and is older than `staleBefore` does not count.
 */
export async function claimHost(
  db: InstallDb,
  workspaceId: WorkspaceId,
  claim: { host: string; token: string; now: UnixMs; staleBefore: UnixMs },
  also: readonly InstallStatement[],
): Promise<TrackingRow | null> {
  const { host, token, now } = claim;
  const foreign = sql`${trackingDomains.host} = ${host} AND ${trackingDomains.workspaceId} <> ${workspaceId}`;
  const results = await runBatch(db, [
    db
      .delete(trackingDomains)
      .where(
        sql`${foreign} AND ${trackingDomains.verifiedAt} IS NULL AND ${trackingDomains.createdAt} < ${claim.staleBefore}`,
      ),
    ...also,
    db.run(sql`
      INSERT INTO ${trackingDomains} (workspace_id, host, token, status, ssl, misses, due_at, created_at, updated_at)
      SELECT ${workspaceId}, ${host}, ${token}, 'pending', 'pending', 0, ${now}, ${now}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM ${trackingDomains} WHERE ${foreign})
        AND NOT EXISTS (SELECT 1 FROM ${workspaceHosts} h WHERE h.host = ${host})
      ON CONFLICT (workspace_id) DO UPDATE SET host = excluded.host, token = excluded.token, status = 'pending',
        ssl = 'pending', misses = 0, due_at = excluded.due_at, found = NULL, checked_at = NULL, verified_at = NULL,
        created_at = excluded.created_at, updated_at = excluded.updated_at`),
    db.select().from(trackingDomains).where(eq(trackingDomains.workspaceId, workspaceId)),
  ]);
  // The last statement reads the row as it is now.
  const [row] = results.at(-1) as TrackingRow[];
  return row?.host === host ? row : null;
}

export const deleteOwn = (db: InstallDb, workspaceId: WorkspaceId): InstallStatement =>
  db.delete(trackingDomains).where(eq(trackingDomains.workspaceId, workspaceId));

/** Takes hosts that are to be checked. Across workspaces: the sweep looks for work. */
export async function takeDueHosts(
  db: InstallDb,
  hosts: typeof trackingDomains | typeof workspaceHosts,
  { now, until }: { readonly now: UnixMs; readonly until: UnixMs },
  limit: number,
): Promise<WorkspaceId[]> {
  const rows = await db.all<{ workspace_id: WorkspaceId }>(sql`
    UPDATE ${hosts} SET due_at = ${until}
    WHERE workspace_id IN (SELECT workspace_id FROM ${hosts} WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit})
    RETURNING workspace_id`);
  return rows.map((row) => row.workspace_id);
}

const asChecked = (row: TrackingRow) =>
  and(
    eq(trackingDomains.workspaceId, row.workspaceId),
    eq(trackingDomains.host, row.host),
    eq(trackingDomains.token, row.token),
    eq(trackingDomains.status, row.status),
  );

/** Whether the host is still the one that was checked, in the state that it had. */
export async function unchangedSinceChecked(db: InstallDb, row: TrackingRow): Promise<boolean> {
  const rows = await db
    .select({ host: trackingDomains.host })
    .from(trackingDomains)
    .where(asChecked(row));
  return rows.length > 0;
}

/** Writes what a check found, as long as the host is the one that was checked. */
export async function settleCheck(
  db: InstallDb,
  row: TrackingRow,
  to: Pick<
    TrackingRow,
    "status" | "ssl" | "misses" | "found" | "checkedAt" | "verifiedAt" | "dueAt"
  >,
): Promise<void> {
  await db
    .update(trackingDomains)
    .set({ ...to, updatedAt: to.checkedAt ?? row.updatedAt })
    .where(asChecked(row));
}
