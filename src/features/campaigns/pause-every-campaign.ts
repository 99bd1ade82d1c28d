import { type Deps, inWorkspace } from "#core/ctx.ts";
import type { PauseReason } from "#domain/campaigns/states.ts";
import { pauseCampaign } from "./pause-campaign.ts";
import { selectActiveCampaigns } from "./transition-store.ts";

/** Pauses whatever sends, in every workspace, with its events. Answers how many campaigns that were. */
export async function pauseEveryCampaign(deps: Deps, reason: PauseReason): Promise<number> {
  const active = await selectActiveCampaigns(deps.db);
  let paused = 0;
  for (const { id, workspaceId } of active) {
    const ctx = inWorkspace(deps, workspaceId);
    if (await pauseCampaign(ctx, id, { reason, triggeredBy: "system" })) paused++;
  }
  return paused;
}
