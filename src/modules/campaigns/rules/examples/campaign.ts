import { RATE_DENOMINATORS } from "#modules/campaigns/rules/rates.ts";

/*
 * What the API shows as examples: one campaign with one step, and figures that agree with each other.
 */

const TIMES = { created_at: "2026-12-01T09:00:00.000Z", updated_at: "2026-12-01T09:30:00.000Z" };

export const STEP_EXAMPLE = {
  id: 7,
  campaign_id: 4,
  position: 1,
  type: "email",
  delay: 0,
  delay_unit: "days",
  subject: "Fleet costs at {{ company }}",
  body_html: "<p>Hi {{ first_name }}</p>",
  body_text: "",
  variants: [],
  ...TIMES,
};

const COUNTS = {
  contacted: 184,
  sent: 301,
  refused: 3,
  delivered: 300,
  failed: 1,
  unknown: 0,
  opens: 142,
  unique_opens: 96,
  machine_opens: 51,
  clicks: 12,
  unique_clicks: 9,
  machine_clicks: 20,
  replies: 14,
  unique_replies: 11,
  positive_replies: 4,
  auto_replies: 6,
  bounces: 4,
  soft_bounces: 2,
  unsubscribes: 3,
  complaints: 0,
  meetings_booked: 2,
  completed: 120,
};
const RATES = {
  open_rate: 0.32,
  click_rate: 0.03,
  reply_rate: 0.0598,
  positive_reply_rate: 0.0217,
  bounce_rate: 0.0132,
  unsubscribe_rate: 0.01,
  complaint_rate: 0,
  meeting_rate: 0.0109,
};
export const MEASURED_EXAMPLE = { ...COUNTS, rates: RATES };

export const TOTALS_EXAMPLE = {
  leads: 202,
  ...MEASURED_EXAMPLE,
  denominators: { ...RATE_DENOMINATORS },
};

const CAMPAIGN = {
  id: 4,
  workspace_id: 1,
  name: "Fleet managers",
  status: "active",
  paused_reason: null,
  check_reply: true,
  stop_on_auto_reply: false,
  stop_for_company: false,
  track_opens: true,
  track_clicks: true,
  ooo_hold: { enabled: true, fallback_days: 7, business_days_after_return: 1 },
  schedule: {
    timezone: "Europe/Berlin",
    windows: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" }],
    start_date: null,
    end_date: null,
    use_lead_timezone: false,
    holidays: ["2026-12-25"],
  },
  daily_limit: null,
  max_new_leads_per_day: 0,
  prioritize_new_leads: false,
  ramp: { enabled: false, start: 20, increment: 10, ceiling: 200 },
  rotation: "least_recently_used",
  esp_match: "off",
  bounce_threshold_pct: 5,
  bounce_min_sample: 50,
  bounce_window_days: 7,
  complaint_threshold_pct: 0.3,
  allow_risky: false,
  skip_if_contacted_days: 0,
  exclude_other_active_campaigns: false,
  max_per_domain_per_day: 0,
  unsubscribe_header: true,
  unsubscribe_footer: true,
  language: null,
  plain_text: false,
  first_email_plain_text: false,
  evergreen: false,
  auto_winner: false,
  winner_metric: "reply",
  winner_window_days: 7,
  cc: [],
  bcc: [],
  tags: ["fleet"],
  mailbox_ids: [2],
  mailbox_tags: [],
  list_ids: [3],
  ...TIMES,
  started_at: "2026-12-01T09:30:00.000Z",
  completed_at: null,
};

export const LISTED_EXAMPLE = { ...CAMPAIGN, stats: TOTALS_EXAMPLE };

export const SENDING_EXAMPLE = {
  code: "healthy",
  message: "Sending.",
  next_send_at: "2026-12-02T08:05:00.000Z",
};

export const CAMPAIGN_EXAMPLE = {
  ...CAMPAIGN,
  steps: [STEP_EXAMPLE],
  mailboxes: [
    { id: 2, email: "ben@example.com", from_name: "Ben", status: "active", by_tag: false },
  ],
  stats: {
    ...TOTALS_EXAMPLE,
    pending: 18,
    by_step: [{ step_id: STEP_EXAMPLE.id, sent: 301, delivered: 300, unique_replies: 11 }],
  },
  sending_status: SENDING_EXAMPLE,
};

export const ENROLMENT_EXAMPLE = {
  lead_id: 501,
  email: "ann@example.com",
  first_name: "Ann",
  last_name: "Lee",
  company: "Example Ltd",
  status: "in_progress",
  skip_reason: null,
  skip_detail: null,
  current_step: 1,
  next_send_at: "2026-12-04T08:05:00.000Z",
  held_until: null,
  mailbox_id: 2,
  interest: null,
  entered_at: "2026-12-01T09:00:00.000Z",
  finished_at: null,
};
