import { and, eq, sql } from "drizzle-orm";
import { type InstallDb, type InstallStatement, runBatch } from "#platform/db/db.ts";
import { sessions } from "#modules/accounts/schema/accounts.ts";
import { workspaceBrands, workspaceHosts } from "#modules/accounts/schema/brands.ts";
import { trackingDomains } from "#modules/links/schema/tracking-domains.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type OwnHostRow = typeof workspaceHosts.$inferSelect;

export async function selectOwnHost(
  db: InstallDb,
  workspaceId: WorkspaceId,
): Promise<OwnHostRow | null> {
  const rows = await db
    .select()
    .from(workspaceHosts)
    .where(eq(workspaceHosts.workspaceId, workspaceId))
    .limit(1);
  return rows[0] ?? null;
}

/** Every host that is not the install's own: those of tracking, verified, and those of workspaces, with theirs. */
export const selectForeignHosts = (
  db: InstallDb,
): Promise<{ host: string; owner: WorkspaceId | null }[]> =>
  db.all(sql`
    SELECT host, NULL AS owner FROM ${trackingDomains} WHERE status = 'verified'
    UNION ALL SELECT host, workspace_id FROM ${workspaceHosts}`);

/** Whether a workspace uses a host, for tracking or as its own, verified or not. */
export async function isHostUsed(db: InstallDb, host: string): Promise<boolean> {
  const rows = await db.all<{ one: number }>(sql`
    SELECT 1 AS one FROM ${trackingDomains} WHERE host = ${host}
    UNION ALL SELECT 1 FROM ${workspaceHosts} WHERE host = ${host} LIMIT 1`);
  return rows.length > 0;
}

/** A session that was opened at a host ends with it. */
const endSessionsAt = (db: InstallDb, workspaceId: WorkspaceId): InstallStatement =>
  db
    .delete(sessions)
    .where(
      sql`${sessions.host} = (SELECT h.host FROM ${workspaceHosts} h WHERE h.workspace_id = ${workspaceId})`,
    );

/** Who stands in the way of a claim: `brand`: the workspace has no white label; `tracking`, `workspace`: the host is taken. */
export type Obstacle = "brand" | "tracking" | "workspace";

/**
 * Makes a host the workspace's own, in place of its former one, unless something stands in the way:
 * the same batch says what.
 */
export async function claimOwnHost(
  db: InstallDb,
  workspaceId: WorkspaceId,
  { host, now }: { readonly host: string; readonly now: UnixMs },
  line: (guard: ReturnType<typeof sql>) => InstallStatement,
): Promise<OwnHostRow | Obstacle> {
  const branded = sql`EXISTS (SELECT 1 FROM ${workspaceBrands} b WHERE b.workspace_id = ${workspaceId})`;
  const tracked = sql`EXISTS (SELECT 1 FROM ${trackingDomains} t WHERE t.host = ${host})`;
  const taken = sql`EXISTS (SELECT 1 FROM ${workspaceHosts} o WHERE o.host = ${host} AND o.workspace_id <> ${workspaceId})`;
  const free = sql`${branded} AND NOT ${tracked} AND NOT ${taken}`;
  const results = await runBatch(db, [
    line(sql`WHERE ${free}`),
    db
      .delete(sessions)
      .where(
        sql`${free} AND ${sessions.host} = (SELECT h.host FROM ${workspaceHosts} h WHERE h.workspace_id = ${workspaceId} AND h.host <> ${host})`,
      ),
    db.run(sql`
      INSERT INTO ${workspaceHosts} (workspace_id, host, status, ssl, misses, due_at, created_at, updated_at)
      SELECT ${workspaceId}, ${host}, 'pending', 'pending', 0, ${now}, ${now}, ${now} WHERE ${free}
      ON CONFLICT (workspace_id) DO UPDATE SET host = excluded.host, status = 'pending', ssl = 'pending', misses = 0,
        due_at = excluded.due_at, found = NULL, checked_at = NULL, verified_at = NULL,
        created_at = excluded.created_at, updated_at = excluded.updated_at`),
    db.select().from(workspaceHosts).where(eq(workspaceHosts.workspaceId, workspaceId)),
    db
      .select({
        branded: sql<number>`${branded}`.as("is_branded"),
        tracked: sql<number>`${tracked}`.as("is_tracked"),
      })
      .from(sql`(SELECT 1)`),
  ]);
  const [row] = results.at(-2) as OwnHostRow[];
  if (row?.host === host) return row;
  const [why] = results.at(-1) as { branded: number; tracked: number }[];
  if (why?.branded !== 1) return "brand";
  return why.tracked === 1 ? "tracking" : "workspace";
}

/** For the audit line of a removal. */
export const whileHosted = (workspaceId: WorkspaceId) =>
  sql`WHERE EXISTS (SELECT 1 FROM ${workspaceHosts} WHERE workspace_id = ${workspaceId})`;

/** Removes a workspace's host, and ends the sessions that were opened there. */
export const deleteOwnHost = (db: InstallDb, workspaceId: WorkspaceId): InstallStatement[] => [
  endSessionsAt(db, workspaceId),
  db.delete(workspaceHosts).where(eq(workspaceHosts.workspaceId, workspaceId)),
];

const asChecked = (row: OwnHostRow) =>
  and(
    eq(workspaceHosts.workspaceId, row.workspaceId),
    eq(workspaceHosts.host, row.host),
    eq(workspaceHosts.createdAt, row.createdAt),
    eq(workspaceHosts.status, row.status),
  );

/** Whether the host is still the one that was checked, in the state that it had. */
export async function isSameOwnHost(db: InstallDb, row: OwnHostRow): Promise<boolean> {
  const rows = await db
    .select({ host: workspaceHosts.host })
    .from(workspaceHosts)
    .where(asChecked(row));
  return rows.length > 0;
}

/** Writes what a check found, as long as the host is the one that was checked. */
export async function settleOwnHost(
  db: InstallDb,
  row: OwnHostRow,
  to: Pick<OwnHostRow, "status" | "ssl" | "misses" | "found" | "verifiedAt" | "dueAt"> & {
    readonly checkedAt: UnixMs;
  },
): Promise<void> {
  await db
    .update(workspaceHosts)
    .set({ ...to, updatedAt: to.checkedAt })
    .where(asChecked(row));
}
