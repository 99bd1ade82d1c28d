import { selectCampaign } from "#modules/campaigns/campaigns/store.ts";
import type { Simulation } from "#modules/campaigns/contract/campaign-tools.ts";
import { prepareEnrolment } from "#modules/campaigns/enrolments/prepare-enrolment.ts";
import type { Gone } from "#modules/campaigns/rules/forecast/world.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { selectStepsOfCampaign } from "#modules/campaigns/steps/steps-store.ts";
import { conditionsOf } from "#modules/leads/choices/plan-walk.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, LeadId } from "#platform/rules/ids.ts";
import { afterDelay, nextOpening } from "#platform/rules/schedule.ts";
import { iso } from "#platform/rules/time.ts";
import { selectOutcomesOf } from "./act-store.ts";

/** Leads of one question, as many as one batch of rules moves. */
const LEADS_AT_ONCE = 2_000;

/**
 * The campaigns in which these leads go on when rules send them there, by the tests and the waits of
 * those rules. Who may not be written to there, or is there already, goes nowhere.
 */
export async function goesOnIn(
  ctx: WorkspaceCtx,
  from: CampaignId,
  gone: readonly Gone[],
): Promise<Simulation["goes_on"]> {
  const { db, workspaceId } = ctx;
  const found: Simulation["goes_on"] = [];
  for (const [to, leads] of Map.groupBy(gone, (one) => one.to)) {
    const campaign = await selectCampaign(db, workspaceId, to);
    const [first] = await selectStepsOfCampaign(db, workspaceId, to);
    if (!campaign) continue;
    const added = await addedTo(ctx, from, to, leads);
    const going = leads.filter(({ leadId }) => added.has(leadId));
    if (going.length === 0) continue;
    const starts =
      campaign.status === "active" || (campaign.status === "completed" && campaign.evergreen);
    const times = going.map(({ at, timezone }) => {
      const due = first ? afterDelay(campaign.schedule, at, first.delay, first.delayUnit) : at;
      return nextOpening(scheduleFor(campaign.schedule, timezone), due) ?? due;
    });
    const firstAt = times.reduce((a, b) => (b < a ? b : a));
    found.push({
      campaign_id: to,
      name: campaign.name,
      status: campaign.status,
      step: 1,
      leads: going.length,
      first_at: starts && first ? iso(firstAt) : null,
    });
  }
  return found.toSorted((a, b) => b.leads - a.leads);
}

async function addedTo(
  ctx: WorkspaceCtx,
  from: CampaignId,
  to: CampaignId,
  leads: readonly Gone[],
): Promise<ReadonlySet<LeadId>> {
  const added = new Set<LeadId>();
  for (let at = 0; at < leads.length; at += LEADS_AT_ONCE) {
    const ids = leads.slice(at, at + LEADS_AT_ONCE).map(({ leadId }) => leadId);
    const [those] = conditionsOf(ctx, { ids });
    if (!those) continue;
    const { target } = await prepareEnrolment({ ...ctx, clientAddress: "system" }, to, [those]);
    const outcomes = await selectOutcomesOf(
      ctx.db,
      ctx.workspaceId,
      { ...target, leaving: from, excludeOtherActive: true },
      those,
    );
    for (const [id, outcome] of outcomes) if (outcome === "added") added.add(id);
  }
  return added;
}
