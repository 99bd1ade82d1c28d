import type { WorkspaceCtx } from "#core/ctx.ts";
import type { CampaignId, EnrolmentId } from "#domain/ids.ts";
import { DAY_MS, later } from "#domain/time.ts";
import { suppressedAmong } from "#features/suppressions/suppress.ts";
import type { ActiveCampaign, DueEnrolment, StepRow } from "./due-store.ts";
import { selectAnsweredCompanies, selectContacted } from "./veto-store.ts";

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
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const companies = due.filter(
    (e) => campaigns.get(e.campaignId)?.stopForCompany && !ctx.tables().free.has(e.domain),
  );
  const once = due.flatMap((e) => {
    const days = campaigns.get(e.campaignId)?.skipIfContactedDays ?? 0;
    if (days === 0 || e.currentStep > 0) return [];
    return [{ id: e.enrolmentId, since: later(now, -days * DAY_MS) }];
  });
  const none: ReadonlySet<EnrolmentId> = new Set();
  const [suppressed, answered, contacted] = await Promise.all([
    suppressedAmong(
      ctx,
      due.map((e) => e.email),
    ),
    companies.length === 0
      ? none
      : selectAnsweredCompanies(
          db,
          workspaceId,
          companies.map((e) => e.enrolmentId),
        ),
    once.length === 0 ? none : selectContacted(db, workspaceId, once),
  ]);
  const stepsOf = Map.groupBy(steps, (step) => step.campaignId);
  return (e) => {
    if (e.unsubscribedAt !== null) return { status: "unsubscribed", reason: null };
    if (e.bouncedAt !== null) return { status: "bounced", reason: null };
    if (suppressed.has(e.email)) return { status: "skipped", reason: "suppressed" };
    if (e.validationStatus === "invalid") return { status: "skipped", reason: "invalid" };
    if (e.validationStatus === "risky" && campaigns.get(e.campaignId)?.allowRisky === false) {
      return { status: "skipped", reason: "risky_blocked" };
    }
    if (answered.has(e.enrolmentId)) return { status: "skipped", reason: "domain_stopped" };
    if (contacted.has(e.enrolmentId)) return { status: "skipped", reason: "duplicate" };
    return nextStep(e, stepsOf.get(e.campaignId) ?? []) ?? { status: "completed", reason: null };
  };
}

/** The step behind the one that the lead had last, leaving out any that it had in another order of the steps. */
export function nextStep<S extends { readonly id: number; readonly position: number }>(
  enrolment: { readonly currentStep: number; readonly sentSteps: string },
  steps: readonly S[],
): { row: S; step: number } | null {
  // A JSON array of ids that the query made.
  const sent = new Set(JSON.parse(enrolment.sentSteps) as number[]);
  const row = steps.find((s) => s.position > enrolment.currentStep && !sent.has(s.id));
  return row ? { row, step: row.position } : null;
}
