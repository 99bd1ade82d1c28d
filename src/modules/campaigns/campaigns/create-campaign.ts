import type { CreateCampaignBody } from "#modules/campaigns/contract/campaigns.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { mergeSchedule } from "#platform/rules/schedule.ts";
import { notFound } from "#platform/rules/errors.ts";
import { readSettings, type SettingsValues } from "#modules/accounts/settings/read-settings.ts";
import { campaignValues } from "./campaign-values.ts";
import { tagsDueAt } from "#modules/campaigns/mailboxes/by-tag.ts";
import { countOwn } from "#modules/campaigns/status/mailboxes-store.ts";
import { type CampaignRow, insertCampaign } from "./store.ts";

/**
 * Makes a draft campaign; what the body leaves out takes the defaults and of the
 * workspace. Throws `not_found` for a mailbox that is not the workspace's.
 */
export async function createCampaign(
  ctx: WorkspaceCtx,
  body: CreateCampaignBody,
): Promise<CampaignRow> {
  const mailboxIds = body.mailbox_ids ?? [];
  if (mailboxIds.length > 0) {
    const own = await countOwn(ctx.db, ctx.workspaceId, mailboxIds);
    if (own !== mailboxIds.length) throw notFound("mailbox");
  }
  const settings = await readSettings(ctx);
  const defaults = defaultsOf(settings);
  const now = ctx.now();
  return insertCampaign(
    ctx.db,
    {
      ...defaults,
      ...campaignValues(body, defaults),
      name: body.name,
      workspaceId: ctx.workspaceId,
      schedule: mergeSchedule(settings.sending.default_schedule, body.schedule),
      tagsDueAt: tagsDueAt(body.mailbox_tags ?? [], now),
      createdAt: now,
      updatedAt: now,
    },
    mailboxIds,
  );
}

/** What a new campaign takes from its workspace. */
const defaultsOf = ({ sending, guardrails, compliance }: SettingsValues) => ({
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
