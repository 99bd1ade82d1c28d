import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import type { ActiveCampaign, DueEnrolment, StepRow } from "./due-store.ts";
import { nextStep } from "#modules/campaigns/steps/find-step.ts";
import { vetoesOn } from "#modules/campaigns/enrolments/vetoes.ts";

/** Why a due enrolment ends without a mail. */
export type End = {
  readonly status: "skipped" | "bounced" | "unsubscribed";
  readonly reason:
    | "suppressed"
    | "invalid"
    | "risky_blocked"
    | "domain_stopped"
    | "duplicate"
    | null;
};
export type Next = { readonly row: StepRow; readonly step: number };

/** What speaks against writing to a lead, if anything does, and the step that comes next, if any. */
export type Judged = { readonly veto: End | null; readonly next: Next | null };

/** Looks at due enrolments: those of first tries, and those whose mail is to be tried again. */
export async function judgeDue(
  ctx: WorkspaceCtx,
  due: readonly DueEnrolment[],
  campaigns: ReadonlyMap<CampaignId, ActiveCampaign>,
  steps: readonly StepRow[],
): Promise<(enrolment: DueEnrolment) => Judged> {
  const vetoes = await vetoesOn(ctx, due, (id) => campaigns.get(id));
  const stepsOf = Map.groupBy(steps, (step) => step.campaignId);
  const vetoOn = (e: DueEnrolment): End | null => {
    const skipped = (reason: End["reason"]): End => ({ status: "skipped", reason });
    if (e.unsubscribedAt !== null) return { status: "unsubscribed", reason: null };
    if (e.bouncedAt !== null) return { status: "bounced", reason: null };
    if (vetoes.suppressed.has(e.email)) return skipped("suppressed");
    if (e.validationStatus === "invalid") return skipped("invalid");
    if (e.validationStatus === "risky" && campaigns.get(e.campaignId)?.allowRisky === false) {
      return skipped("risky_blocked");
    }
    if (vetoes.answered.has(e.enrolmentId)) return skipped("domain_stopped");
    return vetoes.contacted.has(e.enrolmentId) ? skipped("duplicate") : null;
  };
  return (e) => ({ veto: vetoOn(e), next: nextStep(e, stepsOf.get(e.campaignId) ?? []) });
}
