import {
  callerName,
  type CallerCtx,
  type Deps,
  inWorkspace,
  type WorkspaceCtx,
} from "#platform/ctx/ctx.ts";
import { bySystem } from "#modules/accounts/audit/audit-statement.ts";
import { pauseCampaign } from "#modules/campaigns/status/pause-campaign.ts";
import { selectDeletedRunning, selectRunning } from "./inside-store.ts";

/** Pauses what runs in a workspace, each campaign with its event. `by` null: the product itself. */
export async function pauseRunning(ctx: WorkspaceCtx, by: CallerCtx | null): Promise<void> {
  const triggeredBy = by ? callerName(by.caller) : "system";
  for (const { id } of await selectRunning(ctx.db, ctx.workspaceId)) {
    await pauseCampaign(ctx, id, { reason: "manual", triggeredBy }, by ?? bySystem(ctx));
  }
}

/**
 * Sweep: pauses what still runs in workspaces that were deleted, because the process that deleted them died
 * before, or it was started in that moment. None of it sends, but it would go on with a client that
 * is restored.
 */
export async function stopCampaigns(deps: Deps): Promise<void> {
  for (const workspaceId of await selectDeletedRunning(deps.db)) {
    await pauseRunning(inWorkspace(deps, workspaceId), null);
  }
}
