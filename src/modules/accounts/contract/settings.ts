import { z } from "zod";
import { Email } from "./accounts.ts";
import { NullableTime, Time } from "#platform/contract/common.ts";
import { Schedule, ScheduleBody, Timezone } from "#platform/contract/schedule.ts";

/** Where an AI answers. */
export const AI_PROVIDERS = ["openai", "anthropic", "workers_ai", "openai_compatible"] as const;
/** A tracking domain serves links once it is verified; until then they lead to the install itself. */
export const TRACKING_STATES = ["pending", "verified", "failed"] as const;
export const TRACKING_SSL_STATES = ["pending", "active", "failed"] as const;

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\r\n\0]*$/, "Use one line of text.");
const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\0]*$/);
const percent = z.number().min(0).max(100);
const HttpsUrl = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, error: "Enter an https URL." })
  .max(2_048);

/** A small picture in base64: settings are read for every email. */
const MAX_LOGO = 64 * 1_024;
/** An https address, or a picture itself; what is in that is looked at when it is saved. */
const LogoUrl = z
  .string()
  .max(MAX_LOGO, "The logo can be up to 48 KB.")
  .check(({ value, issues }) => {
    if (value.startsWith("data:image/") || HttpsUrl.safeParse(value).success) return;
    const message = "Send an https URL, or a PNG, JPEG or WebP image as a data URL.";
    issues.push({ code: "invalid_format", format: "url", input: value, message });
  });

/**
 * What a workspace may set. A field that is null takes its default. Those of
 * `sending`, `guardrails` (but `block`) and `compliance.add_unsubscribe_footer` are what new mailboxes and
 * campaigns begin with; each may differ afterwards. The others act at once.
 */
const general = {
  name: line(200)
    .min(1, "Enter a name for the workspace.")
    .describe("The workspace's name, one line of 1 to 200 characters."),
  timezone: Timezone.describe(
    "IANA time zone of the schedules of new campaigns, and of the days in reports.",
  ),
  logo_url: LogoUrl.nullable().describe(
    "Logo of the public report: a PNG, JPEG or WebP image of up to 48 KB as a data URL, or an https URL. Null: that of the white label.",
  ),
  from_company: line(200)
    .nullable()
    .describe(
      "Who the emails are from, in the footer and on the unsubscribe page; null: the workspace's name.",
    ),
  postal_address: words(500)
    .nullable()
    .describe(
      "Postal address in the footer of campaign emails and on the unsubscribe page, as the laws of several countries ask; null: none.",
    ),
};
const sending = {
  default_daily_limit: z
    .int()
    .min(0)
    .max(5_000)
    .describe("Campaign emails a day of a new mailbox, 0 to 5,000."),
  default_schedule: Schedule.describe("When emails of a new campaign may leave."),
  min_gap_seconds: z
    .int()
    .min(0)
    .max(86_400)
    .describe("Least seconds between two emails of a new mailbox, 0 to 86,400."),
  strict_start: z
    .boolean()
    .describe(
      "Whether starting a campaign without steps, mailboxes or leads is refused. Acts at once.",
    ),
  /** A start, and what is published afterwards, needs the yes of a client. */
  ask_for_approval: z
    .boolean()
    .describe(
      "Whether a start, and publishing on a campaign that runs, needs an approval of just these words.",
    ),
  cross_campaign_dedupe: z
    .boolean()
    .describe("Whether a new campaign skips leads that are in another active campaign."),
  max_per_domain_per_day: z
    .int()
    .min(0)
    .max(1_000_000)
    .describe("Emails a day of a new campaign to one domain of recipients; 0: no limit."),
  ooo_fallback_days: z
    .int()
    .min(1)
    .max(90)
    .describe(
      "Days, 1 to 90, for which an out-of-office reply without a date defers the next step. Acts at once.",
    ),
};
const tracking = {
  filter_bots: z
    .boolean()
    .describe("Whether opens and clicks of programs are counted apart from those of people."),
  keep_ip: z
    .boolean()
    .describe("Whether the network address that an open or a click came from is stored with it."),
};
const compliance = {
  unsubscribe_text: words(1_000)
    .nullable()
    .describe(
      "Sentence of the footer; the words in [brackets] become the link. Null: the default sentence.",
    ),
  unsubscribe_page_text: words(2_000)
    .nullable()
    .describe("What the unsubscribe page says above its button; null: the default text."),
  add_unsubscribe_footer: z
    .boolean()
    .describe("Whether new campaigns have the unsubscribe footer."),
  suppress_on_unsubscribe: z
    .boolean()
    .describe(
      "Whether the address of a lead that unsubscribes is suppressed. If false, campaigns still send it nothing, but it joins no suppression list.",
    ),
  retention_days: z
    .int()
    .min(7)
    .max(3_650)
    .nullable()
    .describe(
      "Days, 7 to 3,650, after which the text of messages, opens and clicks, and events are deleted; counts stay. Null: never.",
    ),
};
const bounce = {
  threshold_pct: percent.describe(
    "Percent of hard bounces from which, with at least 3 of them, a campaign pauses itself; 0: never.",
  ),
  min_sample: z
    .int()
    .min(1)
    .max(1_000_000)
    .describe("Emails that must have been sent before the percentage counts."),
  window_days: z.int().min(1).max(365).describe("Days that are looked back on, 1 to 365."),
};
const complaint = {
  threshold_pct: percent.describe(
    "Percent of emails with a complaint from which, with at least 3 of them, a campaign pauses itself; 0: never.",
  ),
};
/** When servers that refuse a mailbox's mail stop it: all of these together. */
const block = {
  at_least: z
    .int()
    .min(1)
    .max(1_000_000)
    .describe(
      "Emails that servers must have refused because of the sender before a mailbox stops.",
    ),
  min_domains: z
    .int()
    .min(1)
    .max(1_000)
    .describe("Domains that the recipients of those emails must have."),
  share_pct: z
    .number()
    .min(0)
    .max(101)
    .describe(
      "Percent that those must be of the emails that the mailbox tried in the window; above 100: it never stops.",
    ),
  window_hours: z.int().min(1).max(168).describe("Hours that are looked back on, 1 to 168."),
};
/** How fast mail to each provider of recipients may grow, and what slows it down. */
const pacing = {
  enabled: z
    .boolean()
    .describe(
      "Paces campaign emails by the provider of the recipient. On in new workspaces; off in those from before it existed.",
    ),
  start_per_day: z
    .int()
    .min(1)
    .max(100_000)
    .describe(
      "Emails of a new sending domain to one big provider on its first day (UTC); new is a domain whose first mailbox is younger than 30 days.",
    ),
  growth_pct: z
    .number()
    .min(0)
    .max(200)
    .describe("Percent by which that grows after each day on which it sent without a refusal."),
  throttle_junk_pct: z
    .number()
    .min(0)
    .max(101)
    .describe(
      "Percent of emails in junk from which on a provider gets half; above 100 never. Without effect in this version, which measures no junk.",
    ),
  pause_junk_pct: z
    .number()
    .min(0)
    .max(101)
    .describe(
      "Percent of emails in junk from which on a provider gets none; above 100 never. Without effect in this version.",
    ),
  min_junk_sample: z
    .int()
    .min(1)
    .max(1_000)
    .describe(
      "Emails whose place must be known before their share in junk counts. Without effect in this version.",
    ),
};
const ai = {
  provider: z
    .enum(AI_PROVIDERS)
    .nullable()
    .describe("Who answers the AI functions; null: none, and they are refused."),
  base_url: z
    .string()
    .trim()
    .max(2_048)
    .nullable()
    .describe(
      "Address of an API in the form of OpenAI's chat completions; null: the provider's own.",
    ),
  model: line(200)
    .nullable()
    .describe(
      "Name of the model; null: the default of Workers AI on Cloudflare. The others need one.",
    ),
  voice_profile: words(4_000)
    .nullable()
    .describe(
      "How emails of this workspace should sound; it goes to the AI with each request. Null: nothing.",
    ),
  read_replies: z
    .boolean()
    .describe(
      "Whether the AI sorts replies that no rule fits: their text then goes to the provider. Off until somebody turns it on.",
    ),
};
const mcp = {
  send_tools: z
    .boolean()
    .describe("Whether assistants may send emails over MCP: start campaigns and reply."),
};
const AssignmentRule = z.strictObject({
  campaign_ids: z
    .array(z.int().positive())
    .max(100)
    .optional()
    .describe("Replies to one of these campaigns; left out: to any."),
  mailbox_ids: z
    .array(z.int().positive())
    .max(100)
    .optional()
    .describe("Replies to one of these mailboxes; left out: to any."),
  categories: z
    .array(z.string().max(60))
    .max(20)
    .optional()
    .describe("Replies of one of these categories, as rules read them; left out: of any."),
  assign_to: z
    .array(z.int().positive())
    .min(1)
    .max(50)
    .describe("Who gets the thread: one person, or several in turn. Ids of people."),
});
export type AssignmentRule = z.output<typeof AssignmentRule>;
const inbox = {
  reply_within_hours: z
    .int()
    .min(1)
    .max(720)
    .nullable()
    .describe(
      "Hours after which a reply that nobody answered makes a notice, once for each wait. Null: never.",
    ),
  assignment_rules: z
    .array(AssignmentRule)
    .max(50)
    .describe(
      "Whose a thread becomes when its first reply comes and it is nobody's: the first rule that fits. People who may not enter the workspace are passed over.",
    ),
};
const report = {
  enabled: z
    .boolean()
    .describe("Whether anybody who knows the workspace's slug may read the public report."),
  show_campaign_names: z.boolean().describe("Whether the public report names the campaigns."),
};
const validation = {
  avatar: z
    .boolean()
    .describe(
      "Whether validation asks the avatar service of the installation, which gets a hash of each address.",
    ),
};
const notifications = {
  email: Email.nullable().describe(
    "Address that notifications go to by email; null: the super admins of the installation.",
  ),
  email_enabled: z
    .boolean()
    .describe("Whether notifications are emailed; the list shows them either way."),
};

/** The rules by section, for what is stored. */
export const SETTING_RULES = {
  general,
  sending,
  tracking,
  compliance,
  bounce,
  complaint,
  block,
  pacing,
  ai,
  mcp,
  inbox,
  report,
  validation,
  notifications,
} as const;

const sealed = z
  .string()
  .trim()
  .min(1)
  .max(2_048)
  .regex(/^[^\s\0]+$/, "Spaces and line breaks are not allowed.")
  .nullable();

export const WorkspaceSettings = z
  .object({
    workspace_id: z.int().describe("Id of the workspace."),
    general: z.object(general).describe("Name, time zone and what recipients see of the sender."),
    sending: z
      .object(sending)
      .describe("What new mailboxes and campaigns begin with, and rules of starting and waiting."),
    tracking: z
      .object({
        ...tracking,
        domain: z
          .string()
          .nullable()
          .describe(
            "Domain of tracked links, set by PUT /settings/tracking-domain; null: the address of the installation.",
          ),
        status: z
          .enum(TRACKING_STATES)
          .nullable()
          .describe(
            "Whether the domain serves links: only when it is verified. Null without a domain.",
          ),
        cname_target: z
          .string()
          .describe("What the CNAME record of a tracking domain has to name."),
        ssl: z
          .enum(TRACKING_SSL_STATES)
          .nullable()
          .describe("Whether the domain answers over https; null without a domain."),
      })
      .describe("How opens and clicks are tracked, and the domain of tracked links."),
    compliance: z.object(compliance).describe("Footer, unsubscribing, and how long data is kept."),
    guardrails: z
      .object({
        bounce: z
          .object(bounce)
          .describe("Bounce rate at which a campaign pauses itself. New campaigns begin with it."),
        complaint: z
          .object(complaint)
          .describe(
            "Complaint rate at which a campaign pauses itself. New campaigns begin with it.",
          ),
        block: z
          .object(block)
          .describe(
            "When refusals by servers stop a mailbox: all conditions together. Acts at once.",
          ),
      })
      .describe("Rates at which campaigns and mailboxes stop themselves."),
    pacing: z
      .object(pacing)
      .describe("Pacing of campaign emails by the provider of the recipient. Acts at once."),
    ai: z
      .object({
        ...ai,
        has_api_key: z.boolean().describe("Whether an API key is stored; it is never shown."),
      })
      .describe("The AI provider and how it is used."),
    mcp: z.object(mcp).describe("What assistants may do over MCP."),
    inbox: z.object(inbox).describe("How replies are shared out and how soon they are answered."),
    report: z.object(report).describe("The public report."),
    validation: z.object(validation).describe("How addresses are validated."),
    notifications: z
      .object({
        ...notifications,
        has_slack: z
          .boolean()
          .describe(
            "Whether an incoming webhook of Slack is stored; notifications go there as well.",
          ),
      })
      .describe("Where notifications go."),
    updated_at: NullableTime.describe("When the settings were changed last; null: never."),
  })
  .meta({
    examples: [
      {
        workspace_id: 7,
        general: {
          name: "Acme",
          timezone: "Europe/Berlin",
          logo_url: null,
          from_company: null,
          postal_address: "1 Main Street, Springfield",
        },
        sending: {
          default_daily_limit: 30,
          default_schedule: {
            timezone: "Europe/Berlin",
            windows: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" }],
            start_date: null,
            end_date: null,
            use_lead_timezone: false,
            holidays: [],
          },
          min_gap_seconds: 600,
          strict_start: false,
          ask_for_approval: false,
          cross_campaign_dedupe: true,
          max_per_domain_per_day: 0,
          ooo_fallback_days: 7,
        },
        tracking: {
          filter_bots: true,
          keep_ip: false,
          domain: null,
          status: null,
          cname_target: "outrider.example.com",
          ssl: null,
        },
        compliance: {
          unsubscribe_text: null,
          unsubscribe_page_text: null,
          add_unsubscribe_footer: true,
          suppress_on_unsubscribe: true,
          retention_days: null,
        },
        guardrails: {
          bounce: { threshold_pct: 5, min_sample: 20, window_days: 7 },
          complaint: { threshold_pct: 0.1 },
          block: { at_least: 5, min_domains: 3, share_pct: 20, window_hours: 6 },
        },
        pacing: {
          enabled: true,
          start_per_day: 20,
          growth_pct: 20,
          throttle_junk_pct: 20,
          pause_junk_pct: 40,
          min_junk_sample: 8,
        },
        ai: {
          provider: null,
          base_url: null,
          model: null,
          voice_profile: null,
          read_replies: false,
          has_api_key: false,
        },
        mcp: { send_tools: true },
        inbox: { reply_within_hours: null, assignment_rules: [] },
        report: { enabled: false, show_campaign_names: true },
        validation: { avatar: true },
        notifications: { email: null, email_enabled: true, has_slack: false },
        updated_at: "2026-11-24T08:12:00.000Z",
      },
    ],
  });
export type WorkspaceSettings = z.output<typeof WorkspaceSettings>;

const shown = z.unknown().optional().describe("Read-only: taken and ignored.");
const part = <T extends z.ZodRawShape>(fields: T) => z.strictObject(fields).partial().optional();

/** Fields left out keep their value, the secrets too. What GET shows may be put back as it is. */
export const UpdateSettingsBody = z.strictObject({
  general: part(general).describe(
    "Name, time zone and what recipients see of the sender. Fields left out keep their value.",
  ),
  sending: part({
    ...sending,
    default_schedule: ScheduleBody.describe(
      "When emails of a new campaign may leave. Parts left out keep their value.",
    ),
  }).describe(
    "What new mailboxes and campaigns begin with, and rules of starting and waiting. Fields left out keep their value.",
  ),
  tracking: part({
    ...tracking,
    domain: z
      .string()
      .nullable()
      .describe(
        "Read-only: may be sent as GET shows it; PUT /settings/tracking-domain changes it.",
      ),
    status: shown,
    cname_target: shown,
    ssl: shown,
  }).describe("How opens and clicks are tracked. Fields left out keep their value."),
  compliance: part(compliance).describe(
    "Footer, unsubscribing, and how long data is kept. Fields left out keep their value.",
  ),
  guardrails: part({
    bounce: z
      .strictObject(bounce)
      .partial()
      .describe("Bounce rate at which a campaign pauses itself. New campaigns begin with it."),
    complaint: z
      .strictObject(complaint)
      .partial()
      .describe("Complaint rate at which a campaign pauses itself. New campaigns begin with it."),
    block: z
      .strictObject(block)
      .partial()
      .describe("When refusals by servers stop a mailbox: all conditions together. Acts at once."),
  }).describe(
    "Rates at which campaigns and mailboxes stop themselves. Fields left out keep their value.",
  ),
  pacing: part(pacing).describe(
    "Pacing of campaign emails by the provider of the recipient. Fields left out keep their value.",
  ),
  ai: part({
    ...ai,
    api_key: sealed.describe(
      "Write-only key of the provider; null removes it. A change of provider or base_url without it removes it as well.",
    ),
    has_api_key: shown,
  }).describe("The AI provider and how it is used. Fields left out keep their value."),
  mcp: part(mcp).describe("What assistants may do over MCP."),
  inbox: part(inbox).describe(
    "How replies are shared out and how soon they are answered. Fields left out keep their value; assignment_rules are replaced as a whole.",
  ),
  report: part(report).describe("The public report. Fields left out keep their value."),
  validation: part(validation).describe("How addresses are validated."),
  notifications: part({
    ...notifications,
    slack: sealed.describe("Write-only URL of an incoming webhook of Slack; null removes it."),
    has_slack: shown,
  }).describe("Where notifications go. Fields left out keep their value."),
  workspace_id: z.int().optional().describe("Read-only: the workspace's own id, or left out."),
  updated_at: Time.nullish().describe("Read-only: taken and ignored."),
});
export type UpdateSettingsBody = z.output<typeof UpdateSettingsBody>;
