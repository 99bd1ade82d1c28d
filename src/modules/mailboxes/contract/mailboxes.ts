import { z } from "zod";
import { CAMPAIGN_STATUSES } from "#platform/rules/choices.ts";
import { ROADS } from "#modules/connections/rules/kinds.ts";
import { MailboxConnection } from "#modules/connections/contract/connections.ts";
import { SIGN_INS } from "#modules/connections/rules/kinds.ts";
import { WARMUP_STATES } from "#modules/mailboxes/rules/health-bands.ts";
import { MAILBOX_STATUSES, TRANSPORT_SECURITIES } from "#platform/rules/mail/mailbox.ts";
import { ImapTestResult, SmtpTestResult } from "#platform/wire/companion.ts";
import { EmailAddress, NullableTime, PageQuery, Time } from "#platform/contract/common.ts";

/** Text that becomes part of a header: no line ends, no NUL. */
const headerText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\r\n\0]*$/, "Use one line of text.");
const Host = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, "Enter the server name, such as smtp.example.com.")
  .max(253)
  .regex(
    /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?\.?|\[?(?=[0-9a-f.]*:)[0-9a-f:.]*\]?)$/,
    "Enter a host name or an IP address, without a scheme or port.",
  )
  .transform((host) => host.replace(/^\[|\]$|\.$/g, ""));
const Port = z.int().min(1).max(65_535);
const Username = headerText(320).min(1, "Enter the username.");
const Password = z
  .string()
  .min(1, "Enter the password.")
  .max(1_024)
  .regex(/^[^\r\n\0]*$/, "Line breaks are not allowed in a password.");
const Security = z.enum(TRANSPORT_SECURITIES);
const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, {
    message: "Enter an IANA time zone, such as Europe/Berlin.",
    params: { code: "invalid_timezone" },
  });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const Tags = z.array(z.string().trim().min(1).max(60)).max(50);
/** One at most, to sort many mailboxes by. */
export const Group = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .nullable()
  .describe("One at most, to sort many mailboxes by; null: none.");

const settings = {
  email: EmailAddress.optional(),
  from_name: headerText(200).min(1, "Enter the sender name.").optional(),
  reply_to: EmailAddress.nullable().optional(),
  smtp_security: Security.optional(),
  imap_security: Security.optional(),
  daily_limit: z.int().min(0).max(5_000).optional(),
  min_gap_seconds: z.int().min(0).max(86_400).optional(),
  gap_jitter_seconds: z.int().min(0).max(86_400).optional(),
  ramp_enabled: z.boolean().optional(),
  ramp_increment: z.int().min(1).max(1_000).optional(),
  signature_html: z.string().max(65_536).optional(),
  signature_text: z.string().max(65_536).optional(),
  tags: Tags.optional(),
  group: Group.optional(),
  timezone: TimeZone.nullable().optional(),
  tracking_domain: Host.nullable().optional(),
  save_to_sent: z.boolean().optional(),
};

const imap = {
  imap_host: Host.nullable().optional(),
  imap_port: Port.nullable().optional(),
  imap_username: Username.nullable().optional(),
  imap_password: Password.nullable().optional(),
};

/** Eight fields suffice; without imap_* the mailbox only sends. */
export const CreateMailboxBody = z.strictObject({
  smtp_host: Host,
  smtp_port: Port,
  smtp_username: Username,
  smtp_password: Password,
  ...imap,
  ...settings,
});
export type CreateMailboxBody = z.output<typeof CreateMailboxBody>;

/** Which mailboxes; every condition that is given has to hold. */
export const MailboxFilter = z.strictObject({
  status: z.enum(MAILBOX_STATUSES).optional().describe("Only mailboxes in this state."),
  tag: z.string().max(60).optional().describe("Only mailboxes with this tag."),
  group: z.string().max(60).optional().describe("Only mailboxes of this group."),
  provider: z
    .enum(SIGN_INS)
    .optional()
    .describe("Only mailboxes that sign in at this provider, or by a password."),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .optional()
    .describe("Only mailboxes whose address is of this domain."),
  q: z.string().max(200).optional().describe("Part of an address or a name."),
});
export type MailboxFilter = z.output<typeof MailboxFilter>;

/** `q` finds part of an address or a name. */
export const MailboxesQuery = PageQuery.extend(MailboxFilter.omit({ q: true }).shape);
export type MailboxesQuery = z.output<typeof MailboxesQuery>;

/** What a mailbox shows of its warmup. */
export const MailboxWarmup = z.object({
  state: z.enum(WARMUP_STATES),
  day: z.int(),
  target_today: z.int(),
  sent_today: z.int(),
  score: z.int().nullable(),
  ready: z.boolean(),
});
export type MailboxWarmup = z.output<typeof MailboxWarmup>;

/** A record read by GET can be put back: its read-only fields are taken and ignored, ids compared. */
const shown = {
  id: z.int().optional(),
  workspace_id: z.int().optional(),
  has_smtp_password: z.boolean().optional(),
  has_imap_password: z.boolean().optional(),
  connection: z.looseObject({}).optional().describe("Read-only: taken and ignored."),
  status_message: z.string().nullable().optional(),
  last_error_at: NullableTime.optional(),
  sent_today: z.int().optional(),
  remaining_today: z.int().optional(),
  last_sent_at: NullableTime.optional(),
  last_sync_at: NullableTime.optional(),
  warmup: MailboxWarmup.partial().optional(),
  created_at: Time.optional(),
  updated_at: Time.optional(),
};

/** Fields left out keep their value, the passwords too. `status` may be set to active, paused or disabled. */
export const UpdateMailboxBody = z.strictObject({
  smtp_host: Host.optional(),
  smtp_port: Port.optional(),
  smtp_username: Username.optional(),
  smtp_password: Password.optional(),
  ...imap,
  ...settings,
  status: z.enum(MAILBOX_STATUSES).optional(),
  road: z
    .enum(ROADS)
    .optional()
    .describe(
      "What it sends by; api asks the provider first whether it may, and takes a connection at Google or Microsoft.",
    ),
  ...shown,
});
export type UpdateMailboxBody = z.output<typeof UpdateMailboxBody>;

/** `POST /mailboxes/test`: the eight fields, with the securities; nothing is stored. */
export const TestMailboxBody = z.strictObject({
  smtp_host: Host,
  smtp_port: Port,
  smtp_security: Security.optional(),
  smtp_username: Username,
  smtp_password: Password,
  ...imap,
  imap_security: Security.optional(),
});
export type TestMailboxBody = z.output<typeof TestMailboxBody>;

/** Passwords never come back: `has_*` says that one is stored. */
export const Mailbox = z.object({
  id: z.int(),
  workspace_id: z.int(),
  email: z.string(),
  from_name: z.string(),
  reply_to: z.string().nullable(),
  smtp_host: z.string(),
  smtp_port: z.int(),
  smtp_security: Security,
  smtp_username: z.string(),
  has_smtp_password: z.boolean(),
  imap_host: z.string().nullable(),
  imap_port: z.int().nullable(),
  imap_security: Security,
  imap_username: z.string().nullable(),
  has_imap_password: z.boolean(),
  daily_limit: z.int(),
  min_gap_seconds: z.int(),
  gap_jitter_seconds: z.int(),
  ramp_enabled: z.boolean(),
  ramp_increment: z.int(),
  signature_html: z.string(),
  signature_text: z.string(),
  tags: z.array(z.string()),
  group: z.string().nullable().describe("One at most, to sort many mailboxes by; null: none."),
  timezone: z.string().nullable(),
  tracking_domain: z.string().nullable(),
  save_to_sent: z.boolean(),
  connection: MailboxConnection.describe("How it signs in."),
  status: z.enum(MAILBOX_STATUSES),
  status_message: z.string().nullable(),
  last_error_at: NullableTime,
  /** Campaign mail that took a slot of the mailbox's day. */
  sent_today: z.int(),
  /** What the daily limit, or the ramp while it is lower, leaves of this day. */
  remaining_today: z.int(),
  last_sent_at: NullableTime,
  last_sync_at: NullableTime,
  /** A summary; `GET /warmup` has the details. */
  warmup: MailboxWarmup,
  created_at: Time,
  updated_at: Time,
});
export type Mailbox = z.output<typeof Mailbox>;

/** A failed check is a result, not an error. `imap` is null for a mailbox that only sends. */
export const TestMailboxAnswer = z.object({
  ok: z.boolean(),
  smtp: SmtpTestResult,
  imap: ImapTestResult.nullable(),
});
export type TestMailboxAnswer = z.output<typeof TestMailboxAnswer>;

/** How one side of a mailbox is reached. */
export const PresetServer = z.object({
  host: z.string().describe("Name of the server."),
  port: z.int().describe("Its port."),
  security: z.enum(["tls", "starttls"]).describe("TLS from the first byte on, or by STARTTLS."),
});
/** What to type for a mailbox at a large provider. */
export const MailboxPreset = z.object({
  id: z.string(),
  name: z.string(),
  smtp: PresetServer,
  /** Null where mail cannot be read by IMAP. */
  imap: PresetServer.nullable(),
  /** What to give as password, and what to switch on first. */
  help: z.string(),
  help_url: z.string().nullable(),
});
export type MailboxPreset = z.output<typeof MailboxPreset>;

export const PresetsQuery = z.object({
  /** The address of a mailbox whose provider is wanted. */
  email: EmailAddress.optional(),
});
export type PresetsQuery = z.output<typeof PresetsQuery>;

export const MailboxPresets = z.object({
  data: z.array(MailboxPreset),
  /** The provider of the address that was given. */
  guess: z
    .object({
      preset: z.string(),
      /** Where it was found: the address's own domain, or the mail servers of the domain. */
      by: z.enum(["address", "mx"]),
    })
    .nullable(),
});
export type MailboxPresets = z.output<typeof MailboxPresets>;

/** What deleting a mailbox would do. */
export const MailboxDeletion = z.object({
  email: z.string(),
  campaigns: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      status: z.enum(CAMPAIGN_STATUSES),
      /** Leads that it wrote to and that still get mail. */
      leads: z.int(),
      /** It is the campaign's last mailbox: the campaign pauses with `no_mailboxes`. */
      pauses: z.boolean(),
    }),
  ),
  leads: z.int(),
  /** Those that go on from another mailbox of their campaign; the others wait for one. */
  leads_handed_over: z.int(),
  /** Mails that people wrote for later; they are not sent. */
  scheduled_mails: z.int(),
  /** Conversations that stay to be read, but cannot be answered from it; 10,000 counts as that many or more. */
  threads: z.int(),
});
export type MailboxDeletion = z.output<typeof MailboxDeletion>;
