import { enrolmentInterest } from "#modules/campaigns/hooks.ts";
import type { Enrolment } from "#modules/campaigns/contract/campaigns.ts";
import type { UpdateEnrolmentBody } from "#modules/campaigns/contract/campaign-tools.ts";
import type { Deps, MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError, invalidField, notFound } from "#platform/rules/errors.ts";
import type { CampaignId, LeadId, UnixMs } from "#platform/rules/ids.ts";
import { parseIso } from "#platform/rules/time.ts";
import { type EnrolmentRow, selectEnrolment } from "./enrolments-store.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import {
  pauseEnrolment,
  releaseHeld,
  resumeEnrolment,
  whilePausable,
  whileResumable,
} from "#modules/campaigns/status/pause-store.ts";
import { presentEnrolment } from "#modules/campaigns/campaigns/present.ts";
import { wakeEnrolments } from "./wake-store.ts";

/**
 * Pauses one lead in one campaign, until a date or until it is made active again; what the mail
 * service already holds of it is withheld. Active also lets a lead go on that was
 * left out since a variable was missing. Repeating it changes nothing but the
 * date. Throws `not_found`, `invalid_state` for a lead that is done, `validation_failed` for a date
 * that has passed.
 */
export async function updateEnrolment(
  ctx: MemberCtx,
  campaignId: CampaignId,
  leadId: LeadId,
  body: UpdateEnrolmentBody,
): Promise<Enrolment> {
  const { db, workspaceId } = ctx;
  const until = untilOf(body, ctx.now());
  const row = await findEnrolment(ctx, campaignId, leadId);
  const place = { campaignId, leadId };
  const changes =
    body.status === "paused"
      ? [pauseEnrolment(db, workspaceId, place, until)]
      : [
          ...releaseHeld(db, workspaceId, place, ctx.now()),
          resumeEnrolment(db, workspaceId, place),
        ];
  const line = auditStatement(
    ctx,
    {
      action: body.status === "paused" ? "lead.paused" : "lead.resumed",
      workspaceId,
      target: { type: "lead", id: leadId },
      details: { campaign_id: campaignId },
    },
    body.status === "paused"
      ? whilePausable(workspaceId, place)
      : whileResumable(workspaceId, place),
  );
  const results = await runBatch(db, [line, ...changes]);
  const won = results.some((rows) => Array.isArray(rows) && rows.length > 0);
  const after = await findEnrolment(ctx, campaignId, leadId);
  const isOpen = after.status === "pending" || after.status === "in_progress";
  if (!won && !(body.status === "active" && isOpen)) {
    throw new AppError(
      "invalid_state",
      `This lead is already finished in this campaign: ${row.status}.`,
    );
  }
  return presentEnrolment(after);
}

/** A lead's place in a campaign. Throws `not_found` for either. */
export async function findEnrolment(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  leadId: LeadId,
): Promise<EnrolmentRow> {
  await findCampaign(ctx, campaignId);
  const row = await selectEnrolment(
    ctx.db,
    ctx.workspaceId,
    campaignId,
    leadId,
    ctx.hooks.one(enrolmentInterest),
  );
  if (!row) throw notFound("lead in this campaign");
  return row;
}

function untilOf(body: UpdateEnrolmentBody, now: UnixMs): UnixMs | null {
  if (!body.until) return null;
  const until = parseIso(body.until);
  if (until !== null && until > now) return until;
  throw invalidField("until", "in_the_past", "Enter a time in the future.");
}

/** Woken in one sweep; more wait for the next. */
const WOKEN_PER_SWEEP = 500;

/** Sweep: leads that were paused until a date go on with their sequence. */
export async function wakePausedLeads(deps: Deps): Promise<void> {
  await wakeEnrolments(deps.db, deps.now(), WOKEN_PER_SWEEP);
}
