import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, UnixMs } from "#platform/rules/ids.ts";
import { endOf } from "#modules/campaigns/rules/leaving/ask.ts";
import type { LeadFacts } from "#modules/campaigns/rules/leaving/facts.ts";
import type { LeadEnd } from "#modules/campaigns/rules/leaving/rule.ts";
import { LEAD_RULES } from "#modules/campaigns/rules/leaving/rules.ts";
import { nextStep } from "#modules/campaigns/steps/find-step.ts";
import { leadFactsOf, vetoesOn } from "#modules/campaigns/enrolments/vetoes.ts";
import type { ActiveCampaign, DueEnrolment, StepRow } from "./due-store.ts";

export type Next = { readonly row: StepRow; readonly step: number };

/** The end that a rule brings to the lead, if one does, and the step that comes next, if any. */
export type Judged = {
  readonly end: LeadEnd | null;
  readonly next: Next | null;
  /** A rule of the install keeps its first mail back until then. */
  readonly notBefore: UnixMs | null;
};

/** Looks at due enrolments: those of first tries, and those whose mail is to be tried again. */
export async function judgeDue(
  ctx: WorkspaceCtx,
  due: readonly DueEnrolment[],
  campaigns: ReadonlyMap<CampaignId, ActiveCampaign>,
  steps: readonly StepRow[],
): Promise<(enrolment: DueEnrolment) => Judged> {
  const vetoes = await vetoesOn(ctx, due, (id) => campaigns.get(id));
  const stepsOf = Map.groupBy(steps, (step) => step.campaignId);
  return (e) => {
    const wishes = campaigns.get(e.campaignId);
    return {
      end: wishes
        ? endOf<LeadFacts, LeadEnd>(LEAD_RULES, { lead: leadFactsOf(e, vetoes), wishes })
        : null,
      next: nextStep(e, stepsOf.get(e.campaignId) ?? []),
      notBefore: e.currentStep === 0 ? (vetoes.firstContact.get(e.email) ?? null) : null,
    };
  };
}
