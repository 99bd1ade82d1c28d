import type { Preflight } from "#modules/campaigns/contract/campaign-tools.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { type DraftSender, selectWaitingLeads } from "#modules/campaigns/drafts/draft-store.ts";
import { gapsOf } from "#modules/campaigns/steps/missing-variables.ts";
import type { StepRow } from "#modules/campaigns/steps/steps-store.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";

/** Mails rendered at most: a fraction of a second, whatever the campaign. */
const MAX_MAILS = 2_000;

/**
 * How many waiting leads would be held at one of their steps, since a variable is empty, as far as
 * `MAX_MAILS` reach. Writes the mails as sending would.
 */
export async function preflight(
  ctx: WorkspaceCtx,
  campaign: CampaignRow,
  steps: readonly StepRow[],
  sender: Omit<DraftSender, "id">,
): Promise<Preflight> {
  const atMost = Math.max(1, Math.floor(MAX_MAILS / Math.max(1, steps.length)));
  const found = await selectWaitingLeads(ctx.db, ctx.workspaceId, campaign.id, atMost + 1);
  const leads = found.slice(0, atMost);
  const variables = new Map<string, number>();
  let held = 0;
  for (const { lead, currentStep } of leads) {
    const missing = new Set<string>();
    for (const { names } of gapsOf(ctx, campaign, steps, { lead, currentStep }, sender)) {
      names.forEach((name) => missing.add(name));
    }
    if (missing.size > 0) held += 1;
    for (const name of missing) variables.set(name, (variables.get(name) ?? 0) + 1);
  }
  return {
    checked: leads.length,
    complete: found.length === leads.length,
    held,
    variables: [...variables]
      .map(([name, count]) => ({ name, leads: count }))
      .sort((a, b) => b.leads - a.leads || a.name.localeCompare(b.name)),
  };
}
