/** What an operator is notified of. */
export const NOTICE_KINDS = [
  "mailbox_failed",
  "mailbox_paused",
  "mailbox_reconnect",
  "mailbox_quarantined",
  "mailbox_throttled",
  "campaign_paused",
  "approval_decided",
  "rule_stopped",
  "webhook_disabled",
  "tracking_domain_failed",
  "own_host_failed",
  "domain_listed",
  "domain_delisted",
  "reports_finding",
  "import_link_failed",
  "move_needs_file",
  "note_mention",
  "reply_overdue",
  "update_available",
  "clock_set_back",
  "disk_low",
  "disk_full",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What only the operator of the install can do something about. */
export const NOTICES_OF_INSTALL: readonly NoticeKind[] = [
  "update_available",
  "disk_low",
  "disk_full",
];

/** `error`: something is stopped until a person acts. */
export const NOTICE_SEVERITIES = ["info", "warning", "error"] as const;
export type NoticeSeverity = (typeof NOTICE_SEVERITIES)[number];

/** What a notice leads to: a record by its id, or a page of the workspace. */
export const NOTICE_TARGETS = [
  "mailbox",
  "campaign",
  "webhook",
  "import_link",
  "reputation",
  "thread",
  "settings",
  "system",
] as const;
export type NoticeTarget = (typeof NOTICE_TARGETS)[number];

/** Services that carry mail and report what happened to it. */
export const NOTICE_PROVIDERS = ["ses", "sendgrid", "mailgun", "postmark", "resend"] as const;
export type NoticeProvider = (typeof NOTICE_PROVIDERS)[number];
