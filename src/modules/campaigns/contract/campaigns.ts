import { z } from "zod";
import {
  ENROLMENT_STATUSES,
  PAUSE_REASONS,
  SENDING_STATUS_CODES,
  SKIP_REASONS,
} from "#modules/campaigns/rules/states.ts";
import { CAMPAIGN_STATUSES } from "#platform/rules/choices.ts";
import type { MailboxId, StepId } from "#platform/rules/ids.ts";
import { THREAD_STATUSES } from "#modules/campaigns/rules/thread-status.ts";
import { MAILBOX_STATUSES, MOST_MAILBOXES } from "#platform/rules/mail/mailbox.ts";
import { Email } from "#modules/accounts/contract/accounts.ts";
import { bodyId, NullableTime, PageQuery, Time } from "#platform/contract/common.ts";
import { Schedule, ScheduleBody } from "#platform/contract/schedule.ts";
import { CampaignTotals } from "./stats.ts";
import { Tags } from "#modules/mailboxes/contract/mailboxes.ts";
import { Step } from "./steps.ts";

const percent = z.number().min(0).max(100);
const count = (max: number) => z.int().min(0).max(max);

const Ramp = z.strictObject({
  enabled: z.boolean(),
  start: z.int().min(1).max(100_000),
  increment: z.int().min(0).max(100_000),
  ceiling: z.int().min(1).max(100_000),
});
const OooHold = z.strictObject({
  enabled: z.boolean(),
  fallback_days: z.int().min(1).max(90),
  business_days_after_return: z.int().min(0).max(30),
});

/** Mailboxes of one campaign: as many as a workspace may have. */
const MailboxIds = z
  .array(bodyId<MailboxId>())
  .max(MOST_MAILBOXES)
  .transform((ids) => [...new Set(ids)]);

/** What a person may set. */
const settings = {
  check_reply: z.boolean(),
  stop_on_auto_reply: z.boolean(),
  stop_for_company: z.boolean(),
  track_opens: z.boolean(),
  track_clicks: z.boolean(),
  /** What is left out of these three keeps its value. */
  ooo_hold: OooHold.partial(),
  schedule: ScheduleBody,
  daily_limit: z.int().min(1).max(1_000_000).nullable(),
  max_new_leads_per_day: count(1_000_000),
  prioritize_new_leads: z.boolean(),
  ramp: Ramp.partial(),
  rotation: z.enum(["least_recently_used", "round_robin", "weighted"]),
  /** `prefer`: a first mail waits up to 15 minutes for a mailbox of its provider; `strict`: for as long as it takes. */
  esp_match: z.enum(["off", "prefer", "strict"]),
  bounce_threshold_pct: percent,
  bounce_min_sample: z.int().min(1).max(1_000_000),
  bounce_window_days: z.int().min(1).max(365),
  complaint_threshold_pct: percent,
  allow_risky: z.boolean(),
  skip_if_contacted_days: count(3_650),
  exclude_other_active_campaigns: z.boolean(),
  max_per_domain_per_day: count(1_000_000),
  unsubscribe_header: z.boolean(),
  unsubscribe_footer: z.boolean(),
  plain_text: z.boolean(),
  first_email_plain_text: z.boolean(),
  evergreen: z.boolean(),
  auto_winner: z.boolean(),
  cc: z.array(Email).max(10),
  bcc: z.array(Email).max(10),
  tags: z.array(z.string().trim().min(1).max(60)).max(50),
  mailbox_ids: MailboxIds,
  /** Every mailbox with one of them is in the campaign, beside those of `mailbox_ids`. */
  mailbox_tags: Tags.transform((tags) => [...new Set(tags)]).describe(
    "Every mailbox with one of these tags is in the campaign, beside those of mailbox_ids.",
  ),
};
const Settings = z.strictObject(settings).partial();
const Name = z.string().trim().min(1, "Enter a name for the campaign.").max(200);

export const CreateCampaignBody = z.strictObject({
  ...Settings.shape,
  name: Name,
  status: z
    .literal("draft", "A new campaign is a draft. Use the start route afterwards.")
    .optional(),
});
export type CreateCampaignBody = z.output<typeof CreateCampaignBody>;

const shown = z.unknown().optional();
/** Fields left out keep their value. What GET shows may be put back as it is. */
export const UpdateCampaignBody = z.strictObject({
  ...Settings.shape,
  name: Name.optional(),
  status: z.enum(CAMPAIGN_STATUSES).optional(),
  id: shown,
  workspace_id: shown,
  list_ids: shown,
  steps: shown,
  mailboxes: shown,
  stats: shown,
  sending_status: shown,
  paused_reason: shown,
  created_at: shown,
  updated_at: shown,
  started_at: shown,
  completed_at: shown,
});
export type UpdateCampaignBody = z.output<typeof UpdateCampaignBody>;

export const AssignMailboxesBody = z.strictObject({ mailbox_ids: MailboxIds });
export const ReorderStepsBody = z.strictObject({ step_ids: z.array(bodyId<StepId>()).max(1_000) });

export const Campaign = z.object({
  id: z.int(),
  workspace_id: z.int(),
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  paused_reason: z.enum(PAUSE_REASONS).nullable(),
  check_reply: z.boolean(),
  stop_on_auto_reply: z.boolean(),
  stop_for_company: z.boolean(),
  track_opens: z.boolean(),
  track_clicks: z.boolean(),
  ooo_hold: OooHold,
  schedule: Schedule,
  daily_limit: z.int().nullable(),
  max_new_leads_per_day: z.int(),
  prioritize_new_leads: z.boolean(),
  ramp: Ramp,
  rotation: settings.rotation,
  esp_match: settings.esp_match,
  bounce_threshold_pct: z.number(),
  bounce_min_sample: z.int(),
  bounce_window_days: z.int(),
  complaint_threshold_pct: z.number(),
  allow_risky: z.boolean(),
  skip_if_contacted_days: z.int(),
  exclude_other_active_campaigns: z.boolean(),
  max_per_domain_per_day: z.int(),
  unsubscribe_header: z.boolean(),
  unsubscribe_footer: z.boolean(),
  plain_text: z.boolean(),
  first_email_plain_text: z.boolean(),
  evergreen: z.boolean(),
  auto_winner: z.boolean(),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  tags: z.array(z.string()),
  /** Those that are named; `GET .../campaigns/:id` shows under `mailboxes` who is in it by a tag. */
  mailbox_ids: z.array(z.int()),
  mailbox_tags: z
    .array(z.string())
    .describe("Every mailbox with one of these tags is in the campaign as well."),
  /** Lists whose leads were added to it; `POST .../leads/add-to-campaign` adds one. */
  list_ids: z.array(z.int()),
  created_at: Time,
  updated_at: Time,
  started_at: NullableTime,
  completed_at: NullableTime,
});
export type Campaign = z.output<typeof Campaign>;

export const CampaignListItem = Campaign.extend({ stats: CampaignTotals });
export type CampaignListItem = z.output<typeof CampaignListItem>;

/** Why it sends, or does not, right now. */
export const SendingStatus = z.object({
  code: z.enum(SENDING_STATUS_CODES),
  message: z.string(),
  /** The earliest moment at which something may leave; null when none is foreseen. */
  next_send_at: NullableTime,
});
export type SendingStatus = z.output<typeof SendingStatus>;

/** Campaigns whose status is reported at once. */
export const MAX_REPORTED = 20;

/** Why the workspace's active campaigns send, or do not, right now. */
export const Sending = z.object({
  /** The earliest moment at which any of them may send; null when none is foreseen. */
  next_send_at: NullableTime,
  /** The newest active ones, at most 20. */
  campaigns: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      timezone: z.string(),
      sending_status: SendingStatus,
    }),
  ),
});
export type Sending = z.output<typeof Sending>;

export const CampaignDetail = Campaign.extend({
  steps: z.array(Step),
  mailboxes: z.array(
    z.object({
      id: z.int(),
      email: z.string(),
      from_name: z.string(),
      status: z.enum(MAILBOX_STATUSES),
      /** Here for one of `mailbox_tags`, without being named. */
      by_tag: z.boolean().describe("Here for one of mailbox_tags, without being named."),
    }),
  ),
  stats: CampaignTotals.extend({ pending: z.int() }),
  sending_status: SendingStatus,
});
export type CampaignDetail = z.output<typeof CampaignDetail>;

/** What is worth knowing at the start; nothing of it stops the start. */
export const StartWarning = z.object({ code: z.string(), message: z.string() });
export type StartWarning = z.output<typeof StartWarning>;
export const StartAnswer = CampaignDetail.extend({ warnings: z.array(StartWarning) });

export const CampaignsQuery = PageQuery.extend({
  status: z.enum(CAMPAIGN_STATUSES).optional(),
  sort: z.enum(["created_at", "name"]).default("created_at"),
  order: z.enum(["asc", "desc"]).default("desc"),
});
export type CampaignsQuery = z.output<typeof CampaignsQuery>;

/** `q` is the beginning of an email address. */
export const EnrolmentsQuery = PageQuery.extend({
  status: z.enum(ENROLMENT_STATUSES).optional(),
});
export type EnrolmentsQuery = z.output<typeof EnrolmentsQuery>;

/** A lead's place in the campaign. */
export const Enrolment = z.object({
  lead_id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company: z.string(),
  status: z.enum(ENROLMENT_STATUSES),
  skip_reason: z.enum(SKIP_REASONS).nullable(),
  skip_detail: z.string().nullable(),
  /** Position of the last step that left; 0 before the first. */
  current_step: z.int(),
  next_send_at: NullableTime,
  held_until: NullableTime,
  mailbox_id: z.int().nullable(),
  /** Status of the lead's thread; null while it has none. */
  interest: z.enum(THREAD_STATUSES).nullable(),
  entered_at: Time,
  finished_at: NullableTime,
});
export type Enrolment = z.output<typeof Enrolment>;
