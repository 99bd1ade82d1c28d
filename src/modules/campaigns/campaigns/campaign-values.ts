import type {
  CreateCampaignBody,
  UpdateCampaignBody,
} from "#modules/campaigns/contract/campaigns.ts";
import type { CampaignRow, CampaignValues } from "./store.ts";

type Given = Omit<CreateCampaignBody, "name" | "status"> & Pick<UpdateCampaignBody, "name">;

/**
 * The columns that a body sets; the schedule and the mailboxes are set by their own rules. What a
 * body leaves out of a part keeps its value in `current`.
 */
export function campaignValues(body: Given, current: Parts): Partial<CampaignValues> {
  const values = {
    name: body.name,
    checkReply: body.check_reply,
    stopOnAutoReply: body.stop_on_auto_reply,
    stopForCompany: body.stop_for_company,
    trackOpens: body.track_opens,
    trackClicks: body.track_clicks,
    oooHold: body.ooo_hold && { ...oooHoldOf(current), ...body.ooo_hold },
    dailyLimit: body.daily_limit,
    maxNewLeadsPerDay: body.max_new_leads_per_day,
    prioritizeNewLeads: body.prioritize_new_leads,
    ramp: body.ramp && { ...rampOf(current), ...body.ramp },
    rotation: body.rotation,
    espMatch: body.esp_match,
    bounceThresholdPct: body.bounce_threshold_pct,
    bounceMinSample: body.bounce_min_sample,
    bounceWindowDays: body.bounce_window_days,
    complaintThresholdPct: body.complaint_threshold_pct,
    allowRisky: body.allow_risky,
    skipIfContactedDays: body.skip_if_contacted_days,
    excludeOtherActiveCampaigns: body.exclude_other_active_campaigns,
    maxPerDomainPerDay: body.max_per_domain_per_day,
    unsubscribeHeader: body.unsubscribe_header,
    unsubscribeFooter: body.unsubscribe_footer,
    language: body.language,
    plainText: body.plain_text,
    firstEmailPlainText: body.first_email_plain_text,
    evergreen: body.evergreen,
    autoWinner: body.auto_winner,
    winnerMetric: body.winner_metric,
    winnerWindowDays: body.winner_window_days,
    cc: body.cc,
    bcc: body.bcc,
    tags: body.tags,
    mailboxTags: body.mailbox_tags,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

const OOO_HOLD = { enabled: true, fallback_days: 7, business_days_after_return: 1 } as const;
const RAMP = { enabled: false, start: 10, increment: 5, ceiling: 50 } as const;

type Parts = { readonly [P in "oooHold" | "ramp"]?: CampaignRow[P] | undefined };

/** How absence notes hold a campaign's leads. */
export const oooHoldOf = ({ oooHold }: Parts) => oooHold ?? OOO_HOLD;

/** How a campaign's daily volume grows. */
export const rampOf = ({ ramp }: Parts) => ramp ?? RAMP;
