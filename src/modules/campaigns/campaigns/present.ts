import type { Campaign, Enrolment } from "#modules/campaigns/contract/campaigns.ts";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import { oooHoldOf, rampOf } from "./campaign-values.ts";
import type { EnrolmentRow } from "#modules/campaigns/enrolments/enrolments-store.ts";
import type { StepRow } from "#modules/campaigns/steps/steps-store.ts";
import type { CampaignRow } from "./store.ts";

export const presentCampaign = (row: CampaignRow, mailboxIds: readonly MailboxId[]): Campaign => ({
  id: row.id,
  workspace_id: row.workspaceId,
  name: row.name,
  status: row.status,
  paused_reason: row.pausedReason,
  check_reply: row.checkReply,
  stop_on_auto_reply: row.stopOnAutoReply,
  stop_for_company: row.stopForCompany,
  track_opens: row.trackOpens,
  track_clicks: row.trackClicks,
  ooo_hold: oooHoldOf(row),
  schedule: {
    ...row.schedule,
    windows: row.schedule.windows.map((window) => ({ ...window, days: [...window.days] })),
    holidays: [...row.schedule.holidays],
  },
  daily_limit: row.dailyLimit,
  max_new_leads_per_day: row.maxNewLeadsPerDay,
  prioritize_new_leads: row.prioritizeNewLeads,
  ramp: rampOf(row),
  rotation: row.rotation,
  esp_match: row.espMatch,
  bounce_threshold_pct: row.bounceThresholdPct,
  bounce_min_sample: row.bounceMinSample,
  bounce_window_days: row.bounceWindowDays,
  complaint_threshold_pct: row.complaintThresholdPct,
  allow_risky: row.allowRisky,
  skip_if_contacted_days: row.skipIfContactedDays,
  exclude_other_active_campaigns: row.excludeOtherActiveCampaigns,
  max_per_domain_per_day: row.maxPerDomainPerDay,
  unsubscribe_header: row.unsubscribeHeader,
  unsubscribe_footer: row.unsubscribeFooter,
  plain_text: row.plainText,
  first_email_plain_text: row.firstEmailPlainText,
  evergreen: row.evergreen,
  auto_winner: row.autoWinner,
  cc: row.cc,
  bcc: row.bcc,
  tags: row.tags,
  mailbox_ids: [...mailboxIds],
  mailbox_tags: row.mailboxTags,
  list_ids: row.listIds,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
  started_at: isoOrNull(row.startedAt),
  completed_at: isoOrNull(row.completedAt),
});

export const presentStep = (row: StepRow): Step => ({
  id: row.id,
  campaign_id: row.campaignId,
  position: row.position,
  type: "email",
  delay: row.delay,
  delay_unit: row.delayUnit,
  subject: row.subject,
  body_html: row.bodyHtml,
  body_text: row.bodyText,
  variants: row.variants.map((arm) => ({
    id: arm.id,
    label: arm.label,
    subject: arm.subject,
    body: arm.body_html,
    body_text: arm.body_text,
    weight: arm.weight,
    is_active: arm.is_active,
  })),
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

export const presentEnrolment = (row: EnrolmentRow): Enrolment => ({
  lead_id: row.leadId,
  email: row.email,
  first_name: row.firstName,
  last_name: row.lastName,
  company: row.company,
  status: row.status,
  skip_reason: row.skipReason,
  skip_detail: row.skipDetail,
  current_step: row.currentStep,
  next_send_at: isoOrNull(row.nextSendAt),
  held_until: isoOrNull(row.heldUntil),
  mailbox_id: row.mailboxId,
  interest: row.interest,
  entered_at: iso(row.enteredAt),
  finished_at: isoOrNull(row.finishedAt),
});
