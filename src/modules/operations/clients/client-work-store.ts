import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { apiKeys } from "#modules/accounts/schema/access.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/* What a client's deletion stops inside its workspace. */

const running = (id: WorkspaceId) =>
  and(eq(campaigns.workspaceId, id), eq(campaigns.status, "active"), isNull(campaigns.deletedAt));

export const selectRunningCampaigns = (db: Db, id: WorkspaceId) =>
  db
    .select({ id: campaigns.id, name: campaigns.name, epoch: campaigns.epoch })
    .from(campaigns)
    .where(running(id));
export type Running = Awaited<ReturnType<typeof selectRunningCampaigns>>[number];

/**
 * The client stands, and no campaign runs in it but those that were seen, as they were seen. It
 * stays true while the batch pauses them, and ends with the deletion itself.
 */
export const standsAsSeen = (id: WorkspaceId, seen: readonly Running[]): SQL =>
  sql`(EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = ${id} AND w.is_client = 1 AND w.deleted_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM ${campaigns} c
      WHERE c.workspace_id = ${id} AND c.status = 'active' AND c.deleted_at IS NULL AND (c.id, c.epoch) NOT IN
        (SELECT value->>0, value->>1 FROM json_each(${JSON.stringify(seen.map((c) => [c.id, c.epoch]))}))))`;

/** Mails that are on their way meet a closed intent gate. */
export const pauseRunning = (db: Db, id: WorkspaceId, now: UnixMs, guard: SQL): Statement =>
  db
    .update(campaigns)
    .set({
      status: "paused",
      pausedReason: "manual",
      epoch: sql`${campaigns.epoch} + 1`,
      updatedAt: now,
    })
    .where(and(running(id), guard));

const standingKeys = (id: WorkspaceId) =>
  and(eq(apiKeys.workspaceId, id), isNull(apiKeys.revokedAt));

/** One audit line per key that is about to end. */
export const eachStandingKey = (id: WorkspaceId, guard: SQL) => ({
  keyId: sql`${apiKeys.id}`,
  source: sql`FROM ${apiKeys} WHERE ${standingKeys(id)} AND ${guard}`,
});

export const revokeKeys = (db: Db, id: WorkspaceId, now: UnixMs, guard: SQL): Statement =>
  db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(standingKeys(id), guard));
