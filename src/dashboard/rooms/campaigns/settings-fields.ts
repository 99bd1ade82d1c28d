import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";

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
    "When a lead replies",
    [
      ["check_reply", "Stop on reply", "A lead who replies gets no further steps."],
      [
        "stop_for_company",
        "Stop for the whole company",
        "Also stops all leads at the same domain.",
      ],
      [
        "stop_on_auto_reply",
        "Stop on auto-replies too",
        "If this is off, an out-of-office reply only delays the next step.",
      ],
    ],
  ],
  [
    "Tracking and A/B tests",
    [
      [
        "track_opens",
        "Track opens",
        "Adds a tracking pixel. Some spam filters dislike it in a first email.",
      ],
      [
        "track_clicks",
        "Track clicks",
        "Links go through your tracking domain, or through this server if you have none.",
      ],
      [
        "auto_winner",
        "Pick the winning variant automatically",
        "The winner gets all emails that have not left, as soon as it is proven. You can undo it.",
      ],
    ],
  ],
  [
    "Email format",
    [
      ["plain_text", "Plain text only", "No HTML, no images, no open tracking."],
      [
        "first_email_plain_text",
        "First email as plain text",
        "Best deliverability. Later emails may use HTML.",
      ],
      ["unsubscribe_header", "One-click unsubscribe header", "Large providers require it."],
      ["unsubscribe_footer", "Unsubscribe link in the footer", ""],
    ],
  ],
  [
    "Leads",
    [
      ["allow_risky", "Send to risky addresses", "Addresses that validation could not confirm."],
      ["exclude_other_active_campaigns", "Skip leads in another active campaign", ""],
      [
        "prioritize_new_leads",
        "New leads before follow-ups",
        "When the daily limit is too low for both.",
      ],
      [
        "evergreen",
        "Keep the campaign active when all leads are finished",
        "For leads that are added later.",
      ],
    ],
  ],
];
/** Limits, with what 0 means, which an empty field stands for. */
export const NUMBERS: readonly (readonly [Numeric, string, string])[] = [
  ["max_new_leads_per_day", "New leads per day", "No limit"],
  ["max_per_domain_per_day", "Emails per day to one domain", "No limit"],
  ["skip_if_contacted_days", "Skip leads contacted in the last … days", "Off"],
  ["bounce_threshold_pct", "Auto-pause at bounce rate (%)", "Off"],
  ["complaint_threshold_pct", "Auto-pause at complaint rate (%)", "Off"],
];
