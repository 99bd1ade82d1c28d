import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import type { ActiveCampaign, DueEnrolment, StepRow } from "./due-store.ts";
import { nextStep } from "#modules/campaigns/enrolments/next-due-step.ts";
import { vetoesOn } from "#modules/campaigns/enrolments/vetoes.ts";

/** Why a due enrolment ends without a mail. */
export type End = {
  readonly status: "skipped" | "completed" | "bounced" | "unsubscribed";
  readonly reason:
    | "suppressed"
    | "invalid"
    | "risky_blocked"
    | "domain_stopped"
    | "duplicate"
    | null;
};
export type Next = { readonly row: StepRow; readonly step: number };

/** Whether each of these due enrolments goes on, and with which step, or ends here. */
export async function judgeDue(
  ctx: WorkspaceCtx,
  due: readonly DueEnrolment[],
  campaigns: ReadonlyMap<CampaignId, ActiveCampaign>,
  steps: readonly StepRow[],
): Promise<(enrolment: DueEnrolment) => Next | End> {
  const vetoes = await vetoesOn(ctx, due, (id) => campaigns.get(id));
  const stepsOf = Map.groupBy(steps, (step) => step.campaignId);
  const skipped = (reason: End["reason"]): End => ({ status: "skipped", reason });
  return (e) => {
    if (e.unsubscribedAt !== null) return { status: "unsubscribed", reason: null };
    if (e.bouncedAt !== null) return { status: "bounced", reason: null };
    if (vetoes.suppressed.has(e.email)) return skipped("suppressed");
    if (e.validationStatus === "invalid") return skipped("invalid");
    if (e.validationStatus === "risky" && campaigns.get(e.campaignId)?.allowRisky === false) {
      return skipped("risky_blocked");
    }
    if (vetoes.answered.has(e.enrolmentId)) return skipped("domain_stopped");
    if (vetoes.contacted.has(e.enrolmentId)) return skipped("duplicate");
    return nextStep(e, stepsOf.get(e.campaignId) ?? []) ?? { status: "completed", reason: null };
  };
}
