import { z } from "zod";
import { ScheduleBody } from "#platform/contract/schedule.ts";
import { SETTING_RULES } from "#modules/accounts/contract/settings.ts";
import { DEFAULT_SCHEDULE, mergeSchedule, type Schedule } from "#platform/rules/schedule.ts";
import { MAILBOX_DEFAULTS } from "#platform/rules/mail/mailbox.ts";

/** A value that no longer follows its rule, or is not there, is the default. */
const withDefaults = <T extends Record<string, z.ZodType>>(
  rules: T,
  defaults: { readonly [K in keyof T]: z.output<T[K]> },
): z.ZodObject<T> =>
  // The output of each field stays that of its rule: the value itself, or a default of its type.
  z.object(
    Object.fromEntries(
      Object.entries(rules).map(([name, rule]) => [
        name,
        // What is not there makes no error that would be thrown away.
        rule.default(() => defaults[name]).catch(() => defaults[name]),
      ]),
    ),
  ) as unknown as z.ZodObject<T>;

const { name: _, ...general } = SETTING_RULES.general;
const { default_schedule: __, ...sending } = SETTING_RULES.sending;
const { enabled: ___, ...report } = SETTING_RULES.report;
const { enabled: ____, ...pacing } = SETTING_RULES.pacing;

/** What is stored of each section, and what holds where nothing is. */
const SECTIONS = {
  general: withDefaults(general, {
    timezone: DEFAULT_SCHEDULE.timezone,
    logo_url: null,
    from_company: null,
    postal_address: null,
  }),
  sending: withDefaults(sending, {
    default_daily_limit: MAILBOX_DEFAULTS.dailyLimit,
    min_gap_seconds: MAILBOX_DEFAULTS.minGapSeconds,
    strict_start: false,
    ask_for_approval: false,
    cross_campaign_dedupe: true,
    max_per_domain_per_day: 0,
    ooo_fallback_days: 7,
  }),
  tracking: withDefaults(SETTING_RULES.tracking, { filter_bots: true, keep_ip: false }),
  compliance: withDefaults(SETTING_RULES.compliance, {
    unsubscribe_text: null,
    unsubscribe_page_text: null,
    add_unsubscribe_footer: true,
    suppress_on_unsubscribe: true,
    retention_days: null,
  }),
  bounce: withDefaults(SETTING_RULES.bounce, { threshold_pct: 5, min_sample: 20, window_days: 7 }),
  complaint: withDefaults(SETTING_RULES.complaint, { threshold_pct: 0.1 }),
  block: withDefaults(SETTING_RULES.block, {
    at_least: 5,
    min_domains: 3,
    share_pct: 20,
    window_hours: 6,
  }),
  pacing: withDefaults(pacing, {
    start_per_day: 20,
    growth_pct: 20,
    throttle_junk_pct: 20,
    pause_junk_pct: 40,
    min_junk_sample: 8,
  }),
  ai: withDefaults(SETTING_RULES.ai, {
    provider: null,
    base_url: null,
    model: null,
    voice_profile: null,
    read_replies: false,
  }),
  mcp: withDefaults(SETTING_RULES.mcp, { send_tools: true }),
  inbox: withDefaults(SETTING_RULES.inbox, { reply_within_hours: null, assignment_rules: [] }),
  report: withDefaults(report, { show_campaign_names: true }),
  validation: withDefaults(SETTING_RULES.validation, { avatar: true }),
  notifications: withDefaults(SETTING_RULES.notifications, { email: null, email_enabled: true }),
};

/** A workspace's settings with their defaults filled in. */
export type SettingsValues = {
  readonly general: z.output<typeof SECTIONS.general> & { readonly name: string };
  readonly sending: z.output<typeof SECTIONS.sending> & { readonly default_schedule: Schedule };
  readonly tracking: z.output<typeof SECTIONS.tracking>;
  readonly compliance: z.output<typeof SECTIONS.compliance>;
  readonly guardrails: {
    readonly bounce: z.output<typeof SECTIONS.bounce>;
    readonly complaint: z.output<typeof SECTIONS.complaint>;
    readonly block: z.output<typeof SECTIONS.block>;
  };
  readonly pacing: z.output<typeof SECTIONS.pacing> & { readonly enabled: boolean };
  readonly ai: z.output<typeof SECTIONS.ai>;
  readonly mcp: z.output<typeof SECTIONS.mcp>;
  readonly inbox: z.output<typeof SECTIONS.inbox>;
  readonly report: z.output<typeof SECTIONS.report> & { readonly enabled: boolean };
  readonly validation: z.output<typeof SECTIONS.validation>;
  readonly notifications: z.output<typeof SECTIONS.notifications>;
  /** Secrets as they are stored. */
  readonly sealed: { readonly apiKey: string | null; readonly slack: string | null };
};

const Sealed = z.string().nullable().catch(null);
const Enabled = z.boolean().optional().catch(undefined);

/**
 * Fills in the defaults; `reports` is the operator's for public reports (REPORTS_DEFAULT). Without
 * one they are off, but for workspaces from the time when they were on.
 */
export function settingsValues(
  name: string,
  stored: Readonly<Record<string, unknown>>,
  reports: "on" | "off" | undefined,
): SettingsValues {
  const given = (section: string) => fieldsOf(stored[section]);
  const areReportsOn = reports === undefined ? stored["reports_before"] === true : reports === "on";
  const general = SECTIONS.general.parse(given("general"));
  const schedule = ScheduleBody.safeParse(given("sending")["default_schedule"]);
  return {
    general: { ...general, name },
    sending: {
      ...SECTIONS.sending.parse(given("sending")),
      default_schedule: mergeSchedule(
        { ...DEFAULT_SCHEDULE, timezone: general.timezone },
        schedule.data,
      ),
    },
    tracking: SECTIONS.tracking.parse(given("tracking")),
    compliance: SECTIONS.compliance.parse(given("compliance")),
    guardrails: {
      bounce: SECTIONS.bounce.parse(fieldsOf(given("guardrails")["bounce"])),
      complaint: SECTIONS.complaint.parse(fieldsOf(given("guardrails")["complaint"])),
      block: SECTIONS.block.parse(fieldsOf(given("guardrails")["block"])),
    },
    pacing: {
      ...SECTIONS.pacing.parse(given("pacing")),
      // Workspaces from before it do not slow down by an update.
      enabled: Enabled.parse(given("pacing")["enabled"]) ?? stored["pacing_before"] !== true,
    },
    ai: SECTIONS.ai.parse(given("ai")),
    mcp: SECTIONS.mcp.parse(given("mcp")),
    inbox: SECTIONS.inbox.parse(given("inbox")),
    report: {
      ...SECTIONS.report.parse(given("report")),
      enabled: Enabled.parse(given("report")["enabled"]) ?? areReportsOn,
    },
    validation: SECTIONS.validation.parse(given("validation")),
    notifications: SECTIONS.notifications.parse(given("notifications")),
    sealed: {
      apiKey: Sealed.parse(given("ai")["api_key"] ?? null),
      slack: Sealed.parse(given("notifications")["slack"] ?? null),
    },
  };
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  // Stored JSON: an object with string keys, or something that counts as none.
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
