import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import type { PauseReason } from "#modules/campaigns/rules/states.ts";
import type { CampaignStatus } from "#platform/rules/choices.ts";
import type { CampaignId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { utcDay } from "#platform/rules/time.ts";

/** The campaign as it was read: the old state that a transition repeats. */
export type Seen = {
  readonly id: CampaignId;
  readonly status: CampaignStatus;
  readonly epoch: number;
};

/** Still in the state that was read: guard of the event, which comes before the change. */
export const asSeen = (workspaceId: WorkspaceId, { id, status, epoch }: Seen): SQL =>
  sql`EXISTS (SELECT 1 FROM ${campaigns} c WHERE c.id = ${id} AND c.workspace_id = ${workspaceId}
    AND c.status = ${status} AND c.epoch = ${epoch} AND c.deleted_at IS NULL)`;

/** The same for an audit line. */
export const whileAsSeen = (workspaceId: WorkspaceId, seen: Seen): SQL =>
  sql`WHERE ${asSeen(workspaceId, seen)}`;

const where = (workspaceId: WorkspaceId, seen: Seen) =>
  and(
    eq(campaigns.id, seen.id),
    eq(campaigns.workspaceId, workspaceId),
    eq(campaigns.status, seen.status),
    eq(campaigns.epoch, seen.epoch),
    isNull(campaigns.deletedAt),
  );

/** Answers a row when it was this call that started it. */
export const markActive = (db: Db, workspaceId: WorkspaceId, seen: Seen, now: UnixMs): Statement =>
  db
    .update(campaigns)
    .set({
      status: "active",
      pausedReason: null,
      epoch: sql`${campaigns.epoch} + 1`,
      startedAt: sql`coalesce(${campaigns.startedAt}, ${now})`,
      restartedAt: now,
      restartSent: sql`coalesce((SELECT d.sent + d.refused FROM ${stats} d WHERE d.workspace_id = ${workspaceId}
        AND d.campaign_id = ${seen.id} AND d.dimension = 'day' AND d.key = ${utcDay(now)}), 0)`,
      completedAt: null,
      updatedAt: now,
    })
    .where(where(workspaceId, seen))
    .returning({ id: campaigns.id });

/** Answers a row when it was this call that paused it. */
export const markPaused = (
  db: Db,
  workspaceId: WorkspaceId,
  seen: Seen,
  reason: PauseReason,
  now: UnixMs,
): Statement =>
  db
    .update(campaigns)
    .set({
      status: "paused",
      pausedReason: reason,
      epoch: sql`${campaigns.epoch} + 1`,
      updatedAt: now,
    })
    .where(where(workspaceId, seen))
    .returning({ id: campaigns.id });

/** Every campaign that sends, of every workspace. */
export const selectActiveCampaignIds = (db: Db) =>
  db
    .select({ id: campaigns.id, workspaceId: campaigns.workspaceId })
    .from(campaigns)
    .where(and(eq(campaigns.status, "active"), isNull(campaigns.deletedAt)));
