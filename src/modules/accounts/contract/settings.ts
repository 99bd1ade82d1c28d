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
  /** The workspace's name. */
  name: line(200).min(1, "Enter a name for the workspace."),
  /** Zone of new campaigns' schedules and of days in reports. */
  timezone: Timezone,
  logo_url: LogoUrl.nullable().describe(
    "Logo of the public report: a PNG, JPEG or WebP image of up to 48 KB as a data URL, or an https URL. Null: that of the white label.",
  ),
  /** Who recipients read that the mail is from: footer and unsubscribe page. Null: the name. */
  from_company: line(200).nullable(),
  /** Stands in the footer, as several countries' laws ask. */
  postal_address: words(500).nullable(),
};
const sending = {
  default_daily_limit: z.int().min(0).max(5_000),
  default_schedule: Schedule,
  min_gap_seconds: z.int().min(0).max(86_400),
  /** A start that lacks steps, mailboxes or leads is refused. */
  strict_start: z.boolean(),
  /** A start, and what is published afterwards, needs the yes of a client. */
  ask_for_approval: z
    .boolean()
    .describe(
      "Whether a start, and publishing on a campaign that runs, needs an approval of just these words.",
    ),
  /** A lead in another active campaign is left out. */
  cross_campaign_dedupe: z.boolean(),
  /** 0: no limit. */
  max_per_domain_per_day: z.int().min(0).max(1_000_000),
  /** How long an absence notice without a date holds the next step. */
  ooo_fallback_days: z.int().min(1).max(90),
};
const tracking = {
  /** Machines' opens and clicks are counted apart. */
  filter_bots: z.boolean(),
  /** Keeps the address that an open or a click came from with it. */
  keep_ip: z.boolean(),
};
const compliance = {
  /** The footer's sentence; what stands in [brackets] is the link. Null: ours. */
  unsubscribe_text: words(1_000).nullable(),
  /** What the unsubscribe page says above its button. Null: ours. */
  unsubscribe_page_text: words(2_000).nullable(),
  add_unsubscribe_footer: z.boolean(),
  /** False: who unsubscribes gets no more campaign mail, but their address joins no suppression list. */
  suppress_on_unsubscribe: z.boolean(),
  /** Days after which messages, hits and events are forgotten. Null: never. */
  retention_days: z.int().min(7).max(3_650).nullable(),
};
const bounce = {
  /** 0 % switches it off. */
  threshold_pct: percent,
  min_sample: z.int().min(1).max(1_000_000),
  window_days: z.int().min(1).max(365),
};
const complaint = { threshold_pct: percent };
/** When servers that refuse a mailbox's mail stop it: all of these together. */
const block = {
  /** Refused mails. */
  at_least: z.int().min(1).max(1_000_000),
  /** Domains of their recipients. */
  min_domains: z.int().min(1).max(1_000),
  /** Of the mails of the window; above 100 nothing stops it. */
  share_pct: z.number().min(0).max(101),
  window_hours: z.int().min(1).max(168),
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
  provider: z.enum(AI_PROVIDERS).nullable(),
  /** Null: the provider's own. */
  base_url: z.string().trim().max(2_048).nullable(),
  model: line(200).nullable(),
  /** How mails of this workspace should sound; goes to the AI with each request. */
  voice_profile: words(4_000).nullable(),
  read_replies: z
    .boolean()
    .describe(
      "Whether the AI sorts replies that no rule fits: their text then goes to the provider. Off until somebody turns it on.",
    ),
};
const mcp = {
  /** Whether assistants may send mail: start campaigns and reply. */
  send_tools: z.boolean(),
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
  /** Whether anyone who knows the slug may read the report. */
  enabled: z.boolean(),
  show_campaign_names: z.boolean(),
};
const validation = { avatar: z.boolean() };
const notifications = {
  /** Who gets the notices by mail. Null: the super admins of the install. */
  email: Email.nullable(),
  /** False: notices stand in the list alone. */
  email_enabled: z.boolean(),
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

export const WorkspaceSettings = z.object({
  workspace_id: z.int(),
  general: z.object(general),
  sending: z.object(sending),
  tracking: z.object({
    ...tracking,
    /** Set by PUT /settings/tracking-domain. */
    domain: z.string().nullable(),
    status: z.enum(TRACKING_STATES).nullable(),
    /** What the domain's CNAME has to name. */
    cname_target: z.string(),
    ssl: z.enum(TRACKING_SSL_STATES).nullable(),
  }),
  compliance: z.object(compliance),
  guardrails: z.object({
    bounce: z.object(bounce),
    complaint: z.object(complaint),
    block: z.object(block),
  }),
  pacing: z
    .object(pacing)
    .describe("Pacing of campaign emails by the provider of the recipient. Acts at once."),
  ai: z.object({ ...ai, has_api_key: z.boolean() }),
  mcp: z.object(mcp),
  inbox: z.object(inbox).describe("How replies are shared out and how soon they are answered."),
  report: z.object(report),
  validation: z.object(validation),
  notifications: z.object({
    ...notifications,
    /** A Slack webhook URL is stored; notices go there as well. */
    has_slack: z.boolean(),
  }),
  updated_at: NullableTime,
});
export type WorkspaceSettings = z.output<typeof WorkspaceSettings>;

const shown = z.unknown().optional();
const part = <T extends z.ZodRawShape>(fields: T) => z.strictObject(fields).partial().optional();

/** Fields left out keep their value, the secrets too. What GET shows may be put back as it is. */
export const UpdateSettingsBody = z.strictObject({
  general: part(general),
  sending: part({ ...sending, default_schedule: ScheduleBody }),
  tracking: part({
    ...tracking,
    domain: z.string().nullable(),
    status: shown,
    cname_target: shown,
    ssl: shown,
  }),
  compliance: part(compliance),
  guardrails: part({
    bounce: z.strictObject(bounce).partial(),
    complaint: z.strictObject(complaint).partial(),
    block: z.strictObject(block).partial(),
  }),
  pacing: part(pacing).describe(
    "Pacing of campaign emails by the provider of the recipient. Fields left out keep their value.",
  ),
  ai: part({
    ...ai,
    /** Write-only; belongs to provider and base_url: changing one without it forgets it. Null removes it. */
    api_key: sealed,
    has_api_key: shown,
  }),
  mcp: part(mcp),
  inbox: part(inbox).describe(
    "How replies are shared out and how soon they are answered. Fields left out keep their value; assignment_rules are replaced as a whole.",
  ),
  report: part(report),
  validation: part(validation),
  notifications: part({
    ...notifications,
    /** Write-only: an incoming-webhook URL of Slack. Null removes it. */
    slack: sealed,
    has_slack: shown,
  }),
  workspace_id: z.int().optional(),
  updated_at: Time.nullish(),
});
export type UpdateSettingsBody = z.output<typeof UpdateSettingsBody>;
