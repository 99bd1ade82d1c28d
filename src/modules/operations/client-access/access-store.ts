import { and, eq, isNull, sql } from "drizzle-orm";
import { notBefore } from "#modules/accounts/people/made-sql.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { Switch } from "#platform/access/switches.ts";

const differs = (id: WorkspaceId, switches: readonly Switch[]) =>
  and(
    eq(workspaces.id, id),
    isNull(workspaces.deletedAt),
    sql`${workspaces.clientSwitches} <> ${JSON.stringify(switches)}`,
  );

/** The audit line's condition: the workspace stands, and its clients may something else. */
export const whileOthers = (id: WorkspaceId, switches: readonly Switch[]) =>
  sql`WHERE EXISTS (SELECT 1 FROM ${workspaces} WHERE ${differs(id, switches)})`;

/** Answers the row where it was this call that changed it. */
export const changeSwitches = (
  db: InstallDb,
  id: WorkspaceId,
  switches: readonly Switch[],
  now: UnixMs,
): InstallStatement =>
  db
    .update(workspaces)
    .set({ clientSwitches: switches, updatedAt: notBefore(now) })
    .where(differs(id, switches))
    .returning();

/** The switches of a workspace that stands, of clients or not; null for none. */
export async function selectSwitches(
  db: InstallDb,
  id: WorkspaceId,
): Promise<readonly string[] | null> {
  const rows = await db
    .select({ switches: workspaces.clientSwitches })
    .from(workspaces)
    .where(and(eq(workspaces.id, id), isNull(workspaces.deletedAt)));
  return rows[0]?.switches ?? null;
}
