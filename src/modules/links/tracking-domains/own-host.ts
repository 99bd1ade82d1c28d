import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import { checkHost } from "./check-host.ts";
import { selectOwn, type TrackingRow } from "./store.ts";

/** The workspace's tracking host with its state; null without one. */
export const ownTrackingHost = (
  ctx: Pick<WorkspaceCtx, "db" | "workspaceId">,
): Promise<TrackingRow | null> => selectOwn(ctx.db, ctx.workspaceId);

/** Checks the workspace's tracking host now; no record without one. */
export async function verifyTrackingHost(ctx: WorkspaceCtx): Promise<RecordCheck[]> {
  const row = await selectOwn(ctx.db, ctx.workspaceId);
  return row ? checkHost(ctx, row) : [];
}
