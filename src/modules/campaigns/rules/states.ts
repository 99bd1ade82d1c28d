import type { CampaignStatus } from "#platform/rules/choices.ts";

export const PAUSE_REASONS = [
  "manual",
  "bounce_rate",
  "complaint_rate",
  "no_mailboxes",
  "provider_block",
  /** The database was brought back from a backup: what was sent since is unknown to it. */
  "restored",
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Whether the rates of its mailboxes paused a campaign. */
export const isPausedByRate = (reason: PauseReason | null): boolean =>
  reason === "bounce_rate" || reason === "complaint_rate";

/** A lead's place in a campaign. */
export const ENROLMENT_STATUSES = [
  "pending",
  "in_progress",
  "paused",
  "replied",
  "completed",
  "bounced",
  "unsubscribed",
  "skipped",
  "failed",
] as const;
export type EnrolmentStatus = (typeof ENROLMENT_STATUSES)[number];

/** Nothing more will be sent, so the campaign need not wait for the lead. */
export const TERMINAL_ENROLMENT_STATUSES = [
  "replied",
  "completed",
  "bounced",
  "unsubscribed",
  "skipped",
  "failed",
] as const satisfies readonly EnrolmentStatus[];

/** A lead's place in a campaign before it was ended. */
export type EndedEnrolment = {
  readonly id: number;
  readonly status: "pending" | "in_progress" | "paused" | "completed";
  readonly next_send_at: number | null;
  readonly held_until: number | null;
  readonly finished_at: number | null;
};

export const SKIP_REASONS = [
  "suppressed",
  "install_suppressed",
  "invalid",
  "risky_blocked",
  "duplicate",
  "in_other_campaign",
  "missing_variable",
  "domain_stopped",
] as const;

/** Why a campaign sends, or does not, right now. */
export const SENDING_STATUS_CODES = [
  "healthy",
  "campaign_draft",
  "campaign_paused",
  "campaign_completed",
  "out_of_schedule",
  "waiting_for_leads",
  "waiting_for_followup_delay",
  "campaign_daily_limit_met",
  "mailbox_daily_limit_met",
  "new_lead_limit_met",
  "domain_limit_reached",
  "provider_hold",
  "provider_limit_reached",
  "quota_reached",
  "no_steps",
  "no_mailboxes",
  "all_mailboxes_unhealthy",
  "waiting_for_esp_match",
  "bounce_protect",
  "template_error",
  "disk_full",
  "client_paused",
  "suppressions_behind",
  "move_behind",
] as const;
export type SendingStatusCode = (typeof SENDING_STATUS_CODES)[number];

/** Where `start` and `pause` lead from each status. */
export const START_FROM: readonly CampaignStatus[] = ["draft", "paused", "completed"];
export const PAUSE_FROM: readonly CampaignStatus[] = ["active"];

/** What a template of the install is made of. */
export const TEMPLATE_KINDS = ["campaign", "step", "snippet"] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];
