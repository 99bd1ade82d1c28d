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
    "When somebody answers",
    [
      ["check_reply", "Stop for whoever replies", "Their later steps are not sent."],
      ["stop_for_company", "Stop for their whole company", "Everybody of the same domain."],
      [
        "stop_on_auto_reply",
        "Stop for automatic answers too",
        "Else an absence only holds the next step.",
      ],
    ],
  ],
  [
    "What is measured",
    [
      [
        "track_opens",
        "Count opens",
        "A small picture in the mail. Some filters mind it in a first mail.",
      ],
      [
        "track_clicks",
        "Count clicks",
        "Links lead over this install, or over your tracking domain.",
      ],
      ["auto_winner", "Let the better variant win", "Once the difference is beyond chance."],
    ],
  ],
  [
    "How mails look",
    [
      ["plain_text", "Plain text only", "No HTML, no pictures, no counted opens."],
      [
        "first_email_plain_text",
        "First mail as plain text",
        "Arrives best; later ones may have HTML.",
      ],
      [
        "unsubscribe_header",
        "Unsubscribe button of the mail program",
        "Large providers ask for it.",
      ],
      ["unsubscribe_footer", "Unsubscribe link below the text", ""],
    ],
  ],
  [
    "Who takes part",
    [
      ["allow_risky", "Write to risky addresses", "Those that the validation could not confirm."],
      ["exclude_other_active_campaigns", "Leave out who is in another active campaign", ""],
      [
        "prioritize_new_leads",
        "New leads before follow-ups",
        "When the day's limit does not do for both.",
      ],
      ["evergreen", "Stay active when everybody is through", "For leads that join later."],
    ],
  ],
];
/** Limits, with what an empty one means. */
export const NUMBERS: readonly (readonly [Numeric, string, string])[] = [
  ["max_new_leads_per_day", "New leads a day", "0: no limit of its own."],
  ["max_per_domain_per_day", "Mails a day to one domain", "0: no limit."],
  [
    "skip_if_contacted_days",
    "Leave out who was written to in so many days",
    "0: nobody is left out.",
  ],
  ["bounce_threshold_pct", "Pause itself at bounces of (%)", "0 switches the protection off."],
  [
    "complaint_threshold_pct",
    "Pause itself at complaints of (%)",
    "0 switches the protection off.",
  ],
];
