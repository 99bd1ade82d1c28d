import type { StartWarning } from "#modules/campaigns/contract/campaigns.ts";
import { callerName, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { isPausedByRate, START_FROM } from "#modules/campaigns/rules/states.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { type AuditCtx, auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { startedEvent } from "#modules/campaigns/lead-events/campaign-event.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { releaseMailboxes } from "#modules/health/mailbox-health/release-mailboxes.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { assertApproved } from "#modules/campaigns/approvals/assert-approved.ts";
import { whileAll, whileSteps } from "#modules/campaigns/publishing/draft-store.ts";
import { publishedContent } from "#modules/campaigns/publishing/load-draft.ts";
import { byOf } from "#modules/campaigns/publishing/present.ts";
import { keepPublished } from "#modules/campaigns/publishing/versions-store.ts";
import { listSteps } from "#modules/campaigns/steps/find-step.ts";
import { mailboxIdsOf } from "./mailboxes-store.ts";
import { asSeen, markActive, whileAsSeen } from "./transition-store.ts";
import { readiness } from "./readiness.ts";

/**
 * Starts a campaign: active with its event in one batch, once. One that is active
 * stays so without a second event. Answers what it lacks. Throws `not_found`, `validation_failed`
 * for a template error, `campaign_not_ready` where the workspace asks for a strict start,
 * `approval_required` where it asks for approval.
 */
export async function startCampaign(
  ctx: WorkspaceCtx & AuditCtx,
  id: CampaignId,
): Promise<StartWarning[]> {
  const { db, workspaceId } = ctx;
  const campaign = await findCampaign(ctx, id);
  const { warnings, templateErrors } = await readiness(ctx, campaign);
  if (!START_FROM.includes(campaign.status)) return warnings;
  if (templateErrors.length > 0) {
    throw new AppError("validation_failed", "A step has a template error. See errors.", {
      errors: templateErrors,
    });
  }
  const lacking = warnings.filter((warning) => warning.code.startsWith("no_"));
  if (lacking.length > 0 && (await readSettings(ctx)).sending.strict_start) {
    throw new AppError("campaign_not_ready", lacking.map((w) => w.message).join(" "), {
      errors: lacking.map((w) => ({ path: "", code: w.code, message: w.message })),
    });
  }
  const steps = await listSteps(ctx, id);
  const approvalId = await assertApproved(ctx, id, publishedContent(campaign, steps).steps);
  const event = startedEvent(campaign, ctx.caller ? callerName(ctx.caller) : "system");
  const results = await runBatch(db, [
    auditStatement(
      ctx,
      { action: "campaign.started", workspaceId, target: { type: "campaign", id } },
      whileAsSeen(workspaceId, campaign),
    ),
    ...eventStatements(ctx, event, asSeen(workspaceId, campaign)),
    releaseMailboxes(
      ctx,
      { mailboxIds: mailboxIdsOf(id), byRate: isPausedByRate(campaign.pausedReason) },
      asSeen(workspaceId, campaign),
    ),
    keepPublished(
      db,
      workspaceId,
      id,
      { ...byOf(ctx.caller), kind: "started", restored: null, approvalId, now: ctx.now() },
      whileAll(asSeen(workspaceId, campaign), whileSteps(workspaceId, id, steps)),
    ),
    markActive(db, workspaceId, campaign, ctx.now()),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) await assertActive(ctx, id);
  else await wakeDeliveries(ctx, [event.dedupeKey]);
  return warnings;
}

/** Somebody was faster: fine where the campaign is active now. */
async function assertActive(ctx: WorkspaceCtx, id: CampaignId): Promise<void> {
  const { status } = await findCampaign(ctx, id);
  if (status === "active") return;
  throw new AppError("conflict", "The campaign was changed at the same time. Try again.");
}
