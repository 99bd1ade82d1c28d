import { databasesOf, type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import type { PauseReason } from "#modules/campaigns/rules/states.ts";
import type { Phrase } from "#platform/words/phrase.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { pauseCampaign } from "./pause-campaign.ts";
import { selectActiveCampaignIds } from "./transition-store.ts";

/**
 * Pauses whatever sends, in every workspace, with its events; `messageOf` is what the operator of a
 * workspace gets a notice. Answers how many campaigns that were.
 */
export async function pauseEveryCampaign(
  deps: Deps,
  reason: PauseReason,
  messageOf: (workspaceId: WorkspaceId) => Phrase,
): Promise<number> {
  const databases = await databasesOf(deps);
  const active = (await Promise.all(databases.map((db) => selectActiveCampaignIds(db)))).flat();
  let paused = 0;
  for (const { id, workspaceId } of active) {
    const ctx = inWorkspace(deps, workspaceId);
    const message = messageOf(workspaceId);
    if (await pauseCampaign(ctx, id, { reason, triggeredBy: "system", message })) paused++;
  }
  return paused;
}
