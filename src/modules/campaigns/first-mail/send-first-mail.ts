import type { Enrolment } from "#modules/campaigns/contract/campaigns.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertApproved } from "#modules/campaigns/approvals/assert-approved.ts";
import { presentEnrolment } from "#modules/campaigns/campaigns/present.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { claimGroup, shareOut } from "#modules/campaigns/claim/claim-due.ts";
import { selectCampaignsById } from "#modules/campaigns/claim/due-store.ts";
import { dueWork } from "#modules/campaigns/claim/due-work.ts";
import type { EnrolmentRow } from "#modules/campaigns/enrolments/enrolments-store.ts";
import { findEnrolment } from "#modules/campaigns/enrolments/update-enrolment.ts";
import { explain } from "#modules/campaigns/forecast/explain-lead.ts";
import { publishedContent } from "#modules/campaigns/publishing/load-draft.ts";
import type { ExplainRule } from "#modules/campaigns/rules/leaving/rule.ts";
import { listSteps } from "#modules/campaigns/steps/find-step.ts";
import { callerName, type MemberCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { CampaignId, LeadId } from "#platform/rules/ids.ts";
import { askNoMore, askNow, whileClaimed } from "./sent-now-store.ts";

/** What the wish of a person overrides: the campaign has not begun, and neither hour nor turn has come. */
const OVERRIDDEN: ReadonlySet<ExplainRule> = new Set(["campaign", "schedule", "delay", "queue"]);

/**
 * Lets the first email of one lead leave now, before its campaign starts and outside its hours,
 * within every limit and every other rule. It is the email of step 1: the sequence of the lead goes
 * on from there once the campaign runs. Repeating it changes nothing while the email is on its way.
 * Throws `not_found`, `approval_required`, and `invalid_state` with the rule that keeps it.
 */
export async function sendFirstMail(
  ctx: MemberCtx,
  campaignId: CampaignId,
  leadId: LeadId,
): Promise<Enrolment> {
  const campaign = await findCampaign(ctx, campaignId);
  if (campaign.status === "completed") throw refused("campaign", "The campaign is completed.");
  const row = await findEnrolment(ctx, campaignId, leadId);
  if (isOnItsWay(row)) return presentEnrolment(row);
  if (row.status !== "pending" || row.currentStep > 0) {
    throw refused("finished", `The sequence of this lead has already begun: ${row.status}.`);
  }
  if (campaign.status !== "active") {
    const steps = await listSteps(ctx, campaignId);
    await assertApproved(ctx, campaignId, publishedContent(campaign, steps).steps);
  }
  await assertNothingKeeps(ctx, campaignId, leadId);
  await claimOne(ctx, campaignId, row);
  const after = await findEnrolment(ctx, campaignId, leadId);
  if (after.status === "in_progress") return presentEnrolment(after);
  await assertNothingKeeps(ctx, campaignId, leadId);
  throw new AppError("conflict", "The email could not be claimed just now. Try again.");
}

const isOnItsWay = ({ sentNowBy, status, currentStep }: EnrolmentRow): boolean =>
  sentNowBy !== null && status === "in_progress" && currentStep === 0;

const refused = (code: ExplainRule, message: string): AppError =>
  new AppError("invalid_state", message, { errors: [{ path: "", code, message }] });

/** Throws the first rule that keeps the email back and that no wish overrides. */
async function assertNothingKeeps(
  ctx: MemberCtx,
  campaignId: CampaignId,
  leadId: LeadId,
): Promise<void> {
  const { rules } = await explain(ctx, campaignId, leadId);
  const kept = rules.find(({ rule, blocks }) => blocks && !OVERRIDDEN.has(rule));
  if (kept) throw refused(kept.rule, kept.detail);
}

/** The claim of the tick, over this place alone. */
async function claimOne(ctx: MemberCtx, campaignId: CampaignId, row: EnrolmentRow): Promise<void> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const work = await dueWork(ctx, await selectCampaignsById(db, workspaceId, [campaignId]), row.id);
  if (!work) return;
  const { assigned } = shareOut(work, now);
  if (assigned.length === 0) return;
  const place = { enrolmentId: row.id, nextSendAt: row.nextSendAt };
  await claimGroup(ctx, work, assigned, {
    before: [askNow(db, workspaceId, place, callerName(ctx.caller), now)],
    after: (lease) => [
      askNoMore(db, workspaceId, place),
      auditStatement(
        ctx,
        {
          action: "lead.sent_now",
          workspaceId,
          target: { type: "lead", id: row.leadId },
          details: { campaign_id: campaignId },
        },
        whileClaimed(workspaceId, place, lease),
      ),
    ],
  });
}
