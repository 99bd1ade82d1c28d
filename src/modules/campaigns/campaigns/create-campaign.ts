import type { CampaignPlan, CreateCampaignBody } from "#modules/campaigns/contract/campaigns.ts";
import { auditStatement, type Expression } from "#modules/accounts/audit/audit-statement.ts";
import { contentToUse } from "#modules/campaigns/templates/find-template.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import type { TemplateText } from "#modules/campaigns/rules/template-content.ts";
import type { Statement } from "#platform/db/db.ts";
import { mergeSchedule } from "#platform/rules/schedule.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { InstallTemplateId } from "#platform/rules/ids.ts";
import { readSettings, type SettingsValues } from "#modules/accounts/settings/read-settings.ts";
import { campaignValues } from "./campaign-values.ts";
import { tagsDueAt } from "#modules/campaigns/mailboxes/by-tag.ts";
import { countOwn } from "#modules/campaigns/status/mailboxes-store.ts";
import { type CampaignRow, insertCampaign } from "./store.ts";

/**
 * Makes a draft campaign; what the body leaves out is as in its template, and else the default of
 * the workspace. Throws `not_found` for a mailbox that is not the workspace's or a template that is
 * gone, `forbidden` for who may not use templates, `limit_reached` for more steps than a campaign
 * can have.
 */
export async function createCampaign(
  ctx: MemberCtx,
  body: CreateCampaignBody,
): Promise<CampaignRow> {
  const mailboxIds = body.mailbox_ids ?? [];
  if (mailboxIds.length > 0) {
    const own = await countOwn(ctx.db, ctx.workspaceId, mailboxIds);
    if (own !== mailboxIds.length) throw notFound("mailbox");
  }
  const template = await planOf(ctx, body.template_id);
  const settings = await readSettings(ctx);
  const own = defaultsOf(settings);
  const defaults = { ...own, ...campaignValues(template.plan, own) };
  const schedule = mergeSchedule(settings.sending.default_schedule, template.plan.schedule);
  const now = ctx.now();
  return insertCampaign(
    ctx.db,
    {
      ...defaults,
      ...campaignValues(body, defaults),
      name: body.name,
      workspaceId: ctx.workspaceId,
      schedule: mergeSchedule(schedule, body.schedule),
      tagsDueAt: tagsDueAt(body.mailbox_tags ?? template.plan.mailbox_tags ?? [], now),
      createdAt: now,
      updatedAt: now,
    },
    mailboxIds,
    template.steps,
    template.line,
  );
}

type Start = {
  readonly plan: CampaignPlan;
  readonly steps: readonly TemplateText[];
  readonly line: ((campaignId: Expression) => Statement) | null;
};

/** What a template gives to a new campaign; nothing without one. */
async function planOf(ctx: MemberCtx, id: InstallTemplateId | undefined): Promise<Start> {
  if (id === undefined) return { plan: {}, steps: [], line: null };
  const { steps, settings } = await contentToUse(ctx, id, "campaign");
  const max = ctx.settings.MAX_STEPS_PER_CAMPAIGN;
  if (steps.length > max) {
    throw new AppError(
      "limit_reached",
      `This template has ${steps.length} steps. A campaign can have up to ${max}.`,
    );
  }
  const { workspaceId } = ctx;
  const line = (campaignId: Expression) =>
    auditStatement(ctx, {
      action: "template.used",
      workspaceId,
      target: { type: "campaign", id: campaignId },
      details: { template_id: id },
    });
  // Kept as `CampaignPlan` gave them.
  return { plan: settings as CampaignPlan, steps, line };
}

/** What a new campaign takes from its workspace. */
export const defaultsOf = ({ sending, guardrails, compliance }: SettingsValues) => ({
  excludeOtherActiveCampaigns: sending.cross_campaign_dedupe,
  maxPerDomainPerDay: sending.max_per_domain_per_day,
  oooHold: {
    enabled: true,
    fallback_days: sending.ooo_fallback_days,
    business_days_after_return: 1,
  },
  bounceThresholdPct: guardrails.bounce.threshold_pct,
  bounceMinSample: guardrails.bounce.min_sample,
  bounceWindowDays: guardrails.bounce.window_days,
  complaintThresholdPct: guardrails.complaint.threshold_pct,
  unsubscribeFooter: compliance.add_unsubscribe_footer,
});
