import { type SQL, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { notBefore } from "#modules/accounts/people/made-sql.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

const isClient = (id: WorkspaceId): SQL =>
  sql`${workspaces.id} = ${id} AND ${workspaces.isClient} = 1 AND ${workspaces.deletedAt} IS NULL`;

const pausable = (id: WorkspaceId, reason: string | null): SQL =>
  sql`${isClient(id)} AND (${workspaces.pausedAt} IS NULL
    OR (${reason} IS NOT NULL AND ${workspaces.pauseReason} IS NOT ${reason}))`;

const resumable = (id: WorkspaceId): SQL =>
  sql`${isClient(id)} AND ${workspaces.pausedAt} IS NOT NULL`;

/** The conditions of the audit lines that stand before these. */
export const isPausable = (id: WorkspaceId, reason: string | null): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${workspaces} WHERE ${pausable(id, reason)})`;
export const isResumable = (id: WorkspaceId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${workspaces} WHERE ${resumable(id)})`;

/** Answers the row where this call changed it. */
export const markClientPaused = (
  db: InstallDb,
  id: WorkspaceId,
  reason: string | null,
  now: UnixMs,
): InstallStatement =>
  db
    .update(workspaces)
    .set({
      pausedAt: sql`coalesce(${workspaces.pausedAt}, ${now})`,
      pauseReason: sql`coalesce(${reason}, ${workspaces.pauseReason})`,
      updatedAt: notBefore(now),
    })
    .where(pausable(id, reason))
    .returning();

export const markClientResumed = (db: InstallDb, id: WorkspaceId, now: UnixMs): InstallStatement =>
  db
    .update(workspaces)
    .set({ pausedAt: null, pauseReason: null, updatedAt: notBefore(now) })
    .where(resumable(id))
    .returning();
