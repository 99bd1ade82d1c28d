import { phrase } from "#platform/words/phrase.ts";
import { inWorkspace, type Deps } from "#platform/ctx/ctx.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { pauseCampaign } from "#modules/campaigns/status/pause-campaign.ts";
import { selectStartedBefore } from "./protect-store.ts";

/**
 * The mail service remembers mails that the database never let go: it was put back to an earlier
 * state. None of them leaves again, but who unsubscribed since is not known any more, so every
 * campaign pauses that nobody has started after `sentAt`.
 */
export async function pauseSetBack(deps: Deps, sentAt: UnixMs): Promise<void> {
  const campaigns = await selectStartedBefore(deps.db, sentAt);
  if (campaigns.length === 0) return;
  deps.log("database.set_back", { campaigns: campaigns.length }, "error");
  for (const { id, workspaceId } of campaigns) {
    await pauseCampaign(inWorkspace(deps, workspaceId), id, {
      reason: "manual",
      triggeredBy: "system",
      message: phrase(
        "The database was restored to an earlier state. Emails sent since then are known and not sent again, and replies are read again. Unsubscribes and changes since then are lost. Check them before you start the campaign.",
      ),
    });
  }
}
