import type { WinnerMetric } from "#modules/campaigns/rules/winners/metrics.ts";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import { t } from "#dashboard/words/words.ts";

export type Flag = {
  [K in keyof CampaignDetail]: CampaignDetail[K] extends boolean ? K : never;
}[keyof CampaignDetail];
type Numeric =
  | "max_new_leads_per_day"
  | "skip_if_contacted_days"
  | "max_per_domain_per_day"
  | "bounce_threshold_pct"
  | "complaint_threshold_pct";

/** Switches, by what they are about. */
export const FLAGS: readonly (readonly [string, readonly (readonly [Flag, string, string])[]])[] = [
  [
    t("When a lead replies"),
    [
      ["check_reply", t("Stop on reply"), t("A lead who replies gets no further steps.")],
      [
        "stop_for_company",
        t("Stop for the whole company"),
        t("Also stops all leads at the same domain."),
      ],
      [
        "stop_on_auto_reply",
        t("Stop on auto-replies too"),
        t("If this is off, an out-of-office reply only delays the next step."),
      ],
    ],
  ],
  [
    t("Tracking and A/B tests"),
    [
      [
        "track_opens",
        t("Track opens"),
        t("Adds a tracking pixel. Some spam filters dislike it in a first email."),
      ],
      [
        "track_clicks",
        t("Track clicks"),
        t("Links go through your tracking domain, or through this server if you have none."),
      ],
      [
        "auto_winner",
        t("Pick the winning variant automatically"),
        t(
          "The winner gets all emails that have not left, as soon as it is proven. You can undo it.",
        ),
      ],
    ],
  ],
  [
    t("Email format"),
    [
      ["plain_text", t("Plain text only"), t("No HTML, no images, no open tracking.")],
      [
        "first_email_plain_text",
        t("First email as plain text"),
        t("Best deliverability. Later emails may use HTML."),
      ],
      ["unsubscribe_header", t("One-click unsubscribe header"), t("Large providers require it.")],
      ["unsubscribe_footer", t("Unsubscribe link in the footer"), ""],
    ],
  ],
  [
    t("Leads"),
    [
      [
        "allow_risky",
        t("Send to risky addresses"),
        t("Addresses that validation could not confirm."),
      ],
      ["exclude_other_active_campaigns", t("Skip leads in another active campaign"), ""],
      [
        "prioritize_new_leads",
        t("New leads before follow-ups"),
        t("When the daily limit is too low for both."),
      ],
      [
        "evergreen",
        t("Keep the campaign active when all leads are finished"),
        t("For leads that are added later."),
      ],
    ],
  ],
];
/** Limits, with what 0 means, which an empty field stands for. */
export const NUMBERS: readonly (readonly [Numeric, string, string])[] = [
  ["max_new_leads_per_day", t("New leads per day"), t("No limit")],
  ["max_per_domain_per_day", t("Emails per day to one domain"), t("No limit")],
  ["skip_if_contacted_days", t("Skip leads contacted in the last … days"), t("Off")],
  ["bounce_threshold_pct", t("Auto-pause at bounce rate (%)"), t("Off")],
  ["complaint_threshold_pct", t("Auto-pause at complaint rate (%)"), t("Off")],
];
/** What variants are compared by. */
export const METRIC_NAMES: Readonly<Record<WinnerMetric, string>> = {
  reply: t("Replies"),
  click: t("Clicks"),
  open: t("Opens"),
};
/** What was changed, in a list of changes. */
export const CHANGED_NAMES: Readonly<Record<string, string>> = {
  name: t("name"),
  daily_limit: t("daily limit"),
  max_new_leads_per_day: t("max new leads per day"),
  max_per_domain_per_day: t("max per domain per day"),
  skip_if_contacted_days: t("skip if contacted days"),
  bounce_threshold_pct: t("bounce threshold pct"),
  complaint_threshold_pct: t("complaint threshold pct"),
  rotation: t("rotation"),
  esp_match: t("esp match"),
  language: t("language"),
  winner_metric: t("winner metric"),
  winner_window_days: t("winner window days"),
  check_reply: t("check reply"),
  stop_for_company: t("stop for company"),
  stop_on_auto_reply: t("stop on auto reply"),
  track_opens: t("track opens"),
  track_clicks: t("track clicks"),
  auto_winner: t("auto winner"),
  plain_text: t("plain text"),
  first_email_plain_text: t("first email plain text"),
  unsubscribe_header: t("unsubscribe header"),
  unsubscribe_footer: t("unsubscribe footer"),
  allow_risky: t("allow risky"),
  exclude_other_active_campaigns: t("exclude other active campaigns"),
  prioritize_new_leads: t("prioritize new leads"),
  evergreen: t("evergreen"),
};
