import { z } from "zod";
import {
  ENROLMENT_STATUSES,
  PAUSE_REASONS,
  SENDING_STATUS_CODES,
  SKIP_REASONS,
} from "#modules/campaigns/rules/states.ts";
import { CAMPAIGN_STATUSES } from "#platform/rules/choices.ts";
import type { InstallTemplateId, MailboxId, StepId } from "#platform/rules/ids.ts";
import { RECIPIENT_LANGUAGES } from "#modules/campaigns/rules/template/recipient-language.ts";
import { LastEvent } from "#modules/leads/contract/leads.ts";
import { LISTED_RULES } from "#modules/campaigns/rules/lead-standing.ts";
import { THREAD_STATUSES } from "#modules/campaigns/rules/thread-status.ts";
import { MAILBOX_STATUSES, MOST_MAILBOXES } from "#platform/rules/mail/mailbox.ts";
import { Email } from "#modules/accounts/contract/accounts.ts";
import { bodyId, NullableTime, PageQuery, Time } from "#platform/contract/common.ts";
import { Schedule, ScheduleBody } from "#platform/contract/schedule.ts";
import { CAMPAIGN_EXAMPLE } from "#modules/campaigns/rules/examples/campaign.ts";
import { CampaignTotals, StepCounts } from "./stats.ts";
import { WindowDays, WinnerMetric } from "./winners.ts";
import { Tags } from "#modules/mailboxes/contract/mailboxes.ts";
import { Step } from "./steps.ts";

const percent = z.number().min(0).max(100);
const count = (max: number) => z.int().min(0).max(max);

const Ramp = z.strictObject({
  enabled: z.boolean().describe("Whether the daily volume grows from a start to a ceiling."),
  start: z.int().min(1).max(100_000).describe("Emails on the first day."),
  increment: z.int().min(0).max(100_000).describe("Emails more on each further day of sending."),
  ceiling: z.int().min(1).max(100_000).describe("Emails a day that it grows to."),
});
const OooHold = z.strictObject({
  enabled: z.boolean().describe("Whether an out-of-office reply delays the lead's next step."),
  fallback_days: z
    .int()
    .min(1)
    .max(90)
    .describe("Days of the delay where the reply names no day of return."),
  business_days_after_return: z
    .int()
    .min(0)
    .max(30)
    .describe("Working days after the day of return on which the sequence goes on."),
});

/** Mailboxes of one campaign: as many as a workspace may have. */
const MailboxIds = z
  .array(bodyId<MailboxId>())
  .max(MOST_MAILBOXES)
  .transform((ids) => [...new Set(ids)]);

/** What a person may set, and a template of a campaign has. */
const plan = {
  check_reply: z.boolean().describe("Whether a lead who replies gets no further steps."),
  stop_on_auto_reply: z.boolean().describe("Whether an automatic reply ends the sequence as well."),
  stop_for_company: z
    .boolean()
    .describe("Whether a reply ends the sequence of all leads at the same domain."),
  track_opens: z.boolean().describe("Whether emails have a tracking pixel."),
  track_clicks: z.boolean().describe("Whether links lead through the tracking domain."),
  ooo_hold: OooHold.partial().describe(
    "What an out-of-office reply does; parts left out keep their value.",
  ),
  schedule: ScheduleBody.describe("When emails may leave; parts left out keep their value."),
  daily_limit: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .describe("Emails a day of the whole campaign; null: no limit."),
  max_new_leads_per_day: count(1_000_000).describe(
    "Leads that get their first email in a day; 0: no limit.",
  ),
  prioritize_new_leads: z
    .boolean()
    .describe("Whether first emails leave before follow-ups where a limit is too low for both."),
  ramp: Ramp.partial().describe("How the daily volume grows; parts left out keep their value."),
  rotation: z
    .enum(["least_recently_used", "round_robin", "weighted"])
    .describe("How new leads are given to mailboxes; weighted goes by their daily limits."),
  /** `prefer`: a first mail waits up to 15 minutes for a mailbox of its provider; `strict`: for as long as it takes. */
  esp_match: z
    .enum(["off", "prefer", "strict"])
    .describe(
      "Whether a lead is written to from a mailbox at its own provider: prefer waits up to 15 minutes for one, strict as long as it takes.",
    ),
  bounce_threshold_pct: percent.describe(
    "The campaign pauses itself at this rate of hard bounces in percent; 0: never.",
  ),
  bounce_min_sample: z
    .int()
    .min(1)
    .max(1_000_000)
    .describe("Emails that the bounce rate needs before it counts."),
  bounce_window_days: z.int().min(1).max(365).describe("Days over which the rates are measured."),
  complaint_threshold_pct: percent.describe(
    "The campaign pauses itself at this rate of complaints in percent; 0: never.",
  ),
  allow_risky: z.boolean().describe("Whether leads with a risky address are written to."),
  skip_if_contacted_days: count(3_650).describe(
    "Leads who got an email of the workspace in so many days are skipped; 0: none.",
  ),
  exclude_other_active_campaigns: z
    .boolean()
    .describe("Whether leads in another active campaign are skipped."),
  max_per_domain_per_day: count(1_000_000).describe("Emails a day to one domain; 0: no limit."),
  unsubscribe_header: z
    .boolean()
    .describe("Whether emails have the header for one-click unsubscribe (RFC 8058)."),
  unsubscribe_footer: z.boolean().describe("Whether the footer has an unsubscribe link."),
  language: z
    .enum(RECIPIENT_LANGUAGES)
    .nullable()
    .describe(
      "Language of the standard footer and of the unsubscribe page; null: English, and on the page the recipient's browser decides.",
    ),
  plain_text: z.boolean().describe("Whether all emails are plain text."),
  first_email_plain_text: z.boolean().describe("Whether the first email is plain text."),
  evergreen: z
    .boolean()
    .describe("Whether the campaign stays active when all its leads are finished."),
  auto_winner: z
    .boolean()
    .describe("Whether the better variant of a step gets all leads once it is certain."),
  winner_metric: WinnerMetric,
  winner_window_days: WindowDays,
  tags: z
    .array(z.string().trim().min(1).max(60))
    .max(50)
    .describe("Labels of the campaign: up to 50 of up to 60 characters."),
  /** Every mailbox with one of them is in the campaign, beside those of `mailbox_ids`. */
  mailbox_tags: Tags.transform((tags) => [...new Set(tags)]).describe(
    "Every mailbox with one of these tags is in the campaign, beside those of mailbox_ids.",
  ),
};
/** What belongs to one workspace. */
const settings = {
  ...plan,
  cc: z.array(Email).max(10).describe("Addresses that get a visible copy of every email."),
  bcc: z.array(Email).max(10).describe("Addresses that get a hidden copy of every email."),
  mailbox_ids: MailboxIds.describe("The mailboxes that send it: the whole set."),
};
const Settings = z.strictObject(settings).partial();
const Name = z
  .string()
  .trim()
  .min(1, "Enter a name for the campaign.")
  .max(200)
  .describe("Its name for your team: 1 to 200 characters.");

/** What a template of a campaign says of a new one; what is left out takes the workspace's default. */
export const CampaignPlan = z.strictObject(plan).partial();
export type CampaignPlan = z.output<typeof CampaignPlan>;

/** Of the installation. */
const template = bodyId<InstallTemplateId>().optional();

export const CreateCampaignBody = z.strictObject({
  ...Settings.shape,
  name: Name,
  status: z
    .literal("draft", "A new campaign is a draft. Use the start route afterwards.")
    .optional()
    .describe("A new campaign is a draft."),
  template_id: template.describe(
    "A template of a campaign: its steps and settings; what else is given counts before it.",
  ),
});
export type CreateCampaignBody = z.output<typeof CreateCampaignBody>;

const shown = (what: string) =>
  z.unknown().optional().describe(`${what} It may be sent as it is, and cannot be changed.`);
/** Fields left out keep their value. What GET shows may be put back as it is. */
export const UpdateCampaignBody = z.strictObject({
  ...Settings.shape,
  name: Name.optional(),
  status: z
    .enum(CAMPAIGN_STATUSES)
    .optional()
    .describe(
      "active starts it and paused pauses it, as their routes do; else the status that it has.",
    ),
  id: shown("The campaign."),
  workspace_id: shown("Its workspace."),
  list_ids: shown("Lists whose leads were added."),
  steps: shown("Its steps."),
  mailboxes: shown("Who sends it; mailbox_ids and mailbox_tags change that."),
  stats: shown("What was counted."),
  sending_status: shown("Why it sends, or does not."),
  paused_reason: shown("Why it is paused."),
  created_at: shown("When it was created."),
  updated_at: shown("When it was last changed."),
  started_at: shown("When it was started for the first time."),
  completed_at: shown("When its leads were all finished."),
});
export type UpdateCampaignBody = z.output<typeof UpdateCampaignBody>;

export const AssignMailboxesBody = z.strictObject({
  mailbox_ids: MailboxIds.describe("The whole set of named mailboxes; empty: none is named."),
});
export const ReorderStepsBody = z.strictObject({
  step_ids: z
    .array(bodyId<StepId>())
    .max(1_000)
    .describe("Every step of the campaign once, in the new order."),
});

export const Campaign = z.object({
  id: z.int().describe("The campaign."),
  workspace_id: z.int().describe("Its workspace."),
  name: z.string().describe("Its name for your team."),
  status: z
    .enum(CAMPAIGN_STATUSES)
    .describe("Whether it was never started, sends, is paused, or is done with all its leads."),
  paused_reason: z
    .enum(PAUSE_REASONS)
    .nullable()
    .describe("Why it is paused; manual: a person did it. Null: it is not paused."),
  check_reply: plan.check_reply,
  stop_on_auto_reply: plan.stop_on_auto_reply,
  stop_for_company: plan.stop_for_company,
  track_opens: plan.track_opens,
  track_clicks: plan.track_clicks,
  ooo_hold: OooHold.describe("What an out-of-office reply does."),
  schedule: Schedule.describe("When emails may leave."),
  daily_limit: z.int().nullable().describe("Emails a day of the whole campaign; null: no limit."),
  max_new_leads_per_day: z
    .int()
    .describe("Leads that get their first email in a day; 0: no limit."),
  prioritize_new_leads: plan.prioritize_new_leads,
  ramp: Ramp.describe("How the daily volume grows."),
  rotation: settings.rotation,
  esp_match: settings.esp_match,
  bounce_threshold_pct: z
    .number()
    .describe("The campaign pauses itself at this rate of hard bounces in percent; 0: never."),
  bounce_min_sample: z.int().describe("Emails that the bounce rate needs before it counts."),
  bounce_window_days: z.int().describe("Days over which the rates are measured."),
  complaint_threshold_pct: z
    .number()
    .describe("The campaign pauses itself at this rate of complaints in percent; 0: never."),
  allow_risky: plan.allow_risky,
  skip_if_contacted_days: z
    .int()
    .describe("Leads who got an email of the workspace in so many days are skipped; 0: none."),
  exclude_other_active_campaigns: plan.exclude_other_active_campaigns,
  max_per_domain_per_day: z.int().describe("Emails a day to one domain; 0: no limit."),
  unsubscribe_header: plan.unsubscribe_header,
  unsubscribe_footer: plan.unsubscribe_footer,
  language: z
    .enum(RECIPIENT_LANGUAGES)
    .nullable()
    .describe("Language of the standard footer and of the unsubscribe page."),
  plain_text: plan.plain_text,
  first_email_plain_text: plan.first_email_plain_text,
  evergreen: plan.evergreen,
  auto_winner: plan.auto_winner,
  winner_metric: WinnerMetric,
  winner_window_days: WindowDays,
  cc: z.array(z.string()).describe("Addresses that get a visible copy of every email."),
  bcc: z.array(z.string()).describe("Addresses that get a hidden copy of every email."),
  tags: z.array(z.string()).describe("Labels of the campaign."),
  mailbox_ids: z
    .array(z.int())
    .describe(
      "The mailboxes that are named as its senders; those that are in it by a tag are not among them.",
    ),
  mailbox_tags: z
    .array(z.string())
    .describe("Every mailbox with one of these tags is in the campaign as well."),
  list_ids: z
    .array(z.int())
    .describe("Lists whose leads were added to it; `POST .../leads/add-to-campaign` adds one."),
  created_at: Time.describe("When it was created."),
  updated_at: Time.describe("When it was last changed."),
  started_at: NullableTime.describe("When it was started for the first time; null: never."),
  completed_at: NullableTime.describe(
    "When its leads were all finished; null: it is not completed.",
  ),
});
export type Campaign = z.output<typeof Campaign>;

export const CampaignListItem = Campaign.extend({
  stats: CampaignTotals.describe("What was counted so far, over all days."),
});
export type CampaignListItem = z.output<typeof CampaignListItem>;

/** Why it sends, or does not, right now. */
export const SendingStatus = z.object({
  code: z
    .enum(SENDING_STATUS_CODES)
    .describe("What decides now; healthy: nothing keeps its emails back."),
  message: z.string().describe("The same as one sentence for people."),
  next_send_at: NullableTime.describe(
    "The earliest moment at which something may leave; null: none is foreseen.",
  ),
});
export type SendingStatus = z.output<typeof SendingStatus>;

/** Campaigns whose status is reported at once. */
export const MAX_REPORTED = 20;

/** Why the workspace's active campaigns send, or do not, right now. */
export const Sending = z.object({
  next_send_at: NullableTime.describe(
    "The earliest moment at which any of them may send; null: none is foreseen.",
  ),
  campaigns: z
    .array(
      z.object({
        id: z.int().describe("The campaign."),
        name: z.string().describe("Its name."),
        timezone: z.string().describe("IANA time zone of its schedule."),
        sending_status: SendingStatus.describe("Why it sends, or does not, right now."),
      }),
    )
    .describe("The newest active campaigns, at most 20."),
});
export type Sending = z.output<typeof Sending>;

export const CampaignDetail = Campaign.extend({
  steps: z.array(Step).describe("Its steps in order, as they are published."),
  mailboxes: z
    .array(
      z.object({
        id: z.int().describe("Id of the mailbox."),
        email: z.string().describe("Its address."),
        from_name: z.string().describe("The name that its emails are from."),
        status: z.enum(MAILBOX_STATUSES).describe("Whether it sends; only active ones do."),
        by_tag: z.boolean().describe("Here for one of mailbox_tags, without being named."),
      }),
    )
    .describe("All mailboxes that may send it, named ones and those with one of its tags."),
  stats: CampaignTotals.extend({
    pending: z.int().describe("Leads that wait for their first email."),
    by_step: z
      .array(StepCounts)
      .describe("What came of each step that sent something; GET .../stats has all counts."),
  }).describe("What was counted so far, over all days."),
  sending_status: SendingStatus.describe("Why it sends, or does not, right now."),
}).meta({ examples: [CAMPAIGN_EXAMPLE] });
export type CampaignDetail = z.output<typeof CampaignDetail>;

/** What is worth knowing at the start; nothing of it stops the start. */
export const StartWarning = z.object({
  code: z.string().describe("What it is about; codes with no_ name something that is missing."),
  message: z.string().describe("What is missing or not met, and what to do, for people."),
});
export type StartWarning = z.output<typeof StartWarning>;
export const StartAnswer = CampaignDetail.extend({
  warnings: z
    .array(StartWarning)
    .describe("What is worth knowing at the start; nothing of it stopped the start."),
});

export const CampaignsQuery = PageQuery.extend({
  status: z.enum(CAMPAIGN_STATUSES).optional().describe("Only campaigns of this status."),
  sort: z
    .enum(["created_at", "name"])
    .default("created_at")
    .describe("What they are sorted by; sorted by name there is no cursor."),
  order: z
    .enum(["asc", "desc"])
    .default("desc")
    .describe("Whether the smallest or the largest comes first: desc begins with the newest."),
});
export type CampaignsQuery = z.output<typeof CampaignsQuery>;

/** `q` is the beginning of an email address. */
export const EnrolmentsQuery = PageQuery.extend({
  status: z
    .enum(ENROLMENT_STATUSES)
    .optional()
    .describe("Only leads with this status in the campaign."),
});
export type EnrolmentsQuery = z.output<typeof EnrolmentsQuery>;

/** A lead's place in the campaign. */
export const Enrolment = z.object({
  lead_id: z.int().describe("Id of the lead."),
  email: z.string().describe("Address of the lead."),
  first_name: z.string().describe("First name of the lead."),
  last_name: z.string().describe("Last name of the lead."),
  company: z.string().describe("Company of the lead."),
  status: z.enum(ENROLMENT_STATUSES).describe("Status of the lead in this campaign."),
  skip_reason: z
    .enum(SKIP_REASONS)
    .nullable()
    .describe("Why the lead was skipped; null: it was not."),
  skip_detail: z
    .string()
    .nullable()
    .describe("The variable that is missing, or another detail of the reason."),
  current_step: z.int().describe("Position of the last step that left; 0 before the first."),
  next_send_at: NullableTime.describe("When the next email is due; null: none is planned."),
  held_until: NullableTime.describe("Nothing is sent to the lead in this campaign before."),
  mailbox_id: z
    .int()
    .nullable()
    .describe("The mailbox that sends all of its emails; null before the first."),
  interest: z
    .enum(THREAD_STATUSES)
    .nullable()
    .describe("Status of the lead's conversation; null while there is none."),
  entered_at: Time.describe("When the lead was added to the campaign."),
  finished_at: NullableTime.describe("When its sequence ended; null: it runs."),
});
export type Enrolment = z.output<typeof Enrolment>;

/** A place as the list shows it: with what happened last, and what keeps the next email back. */
export const EnrolmentListItem = Enrolment.extend({
  last_event: LastEvent.nullable().describe(
    "What happened last to an email of this campaign to the lead; null: it got none.",
  ),
  decided_by: z
    .enum(LISTED_RULES)
    .nullable()
    .describe(
      "The rule that keeps the next email back, named as in the explanation; null: it leaves when it is due and its turn has come.",
    ),
});
export type EnrolmentListItem = z.output<typeof EnrolmentListItem>;
