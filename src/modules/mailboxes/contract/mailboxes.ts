import { z } from "zod";
import { CAMPAIGN_STATUSES } from "#platform/rules/choices.ts";
import { ROADS } from "#modules/connections/rules/kinds.ts";
import { MailboxConnection } from "#modules/connections/contract/connections.ts";
import { SIGN_INS } from "#modules/connections/rules/kinds.ts";
import { WARMUP_STATES } from "#modules/mailboxes/rules/health-bands.ts";
import { MAILBOX_STATUSES, TRANSPORT_SECURITIES } from "#platform/rules/mail/mailbox.ts";
import { ImapTestResult, SmtpTestResult } from "#platform/wire/companion.ts";
import {
  EmailAddress,
  NullableTime,
  PageQuery,
  sortedBy,
  Time,
} from "#platform/contract/common.ts";

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
  email: EmailAddress.optional().describe(
    "Address that it sends from; left out on creation: the first username that is an address.",
  ),
  from_name: headerText(200)
    .min(1, "Enter the sender name.")
    .optional()
    .describe("Sender name; left out on creation: the name of the workspace."),
  reply_to: EmailAddress.nullable()
    .optional()
    .describe("Address that replies go to; null: its own."),
  smtp_security: Security.optional().describe(
    "How SMTP is encrypted; `auto` decides by the port and by what the server offers, `tls` is TLS from the first byte on.",
  ),
  imap_security: Security.optional().describe(
    "How IMAP is encrypted; `auto` decides by the port and by what the server offers, `tls` is TLS from the first byte on.",
  ),
  daily_limit: z
    .int()
    .min(0)
    .max(5_000)
    .optional()
    .describe(
      "Campaign emails a day, 0 to 5,000; left out on creation: the default of the workspace.",
    ),
  min_gap_seconds: z
    .int()
    .min(0)
    .max(86_400)
    .optional()
    .describe(
      "Least seconds between two emails; left out on creation: the default of the workspace.",
    ),
  gap_jitter_seconds: z
    .int()
    .min(0)
    .max(86_400)
    .optional()
    .describe(
      "Up to so many seconds, by chance, are added to each gap; left out on creation: 300.",
    ),
  ramp_enabled: z
    .boolean()
    .optional()
    .describe(
      "Whether its daily limit grows during the first 14 days; left out on creation: true.",
    ),
  ramp_increment: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe(
      "Emails by which that limit grows each day, beginning with as many on the first day; left out on creation: 2.",
    ),
  signature_html: z
    .string()
    .max(65_536)
    .optional()
    .describe("Signature as HTML, for the variable `sender_signature`; empty: the text is used."),
  signature_text: z
    .string()
    .max(65_536)
    .optional()
    .describe("Signature as plain text, for the variable `sender_signature` of plain text."),
  tags: Tags.optional().describe("Tags of the mailbox; up to 50, each of up to 60 characters."),
  group: Group.optional(),
  timezone: TimeZone.nullable()
    .optional()
    .describe("IANA time zone in which its day begins; null: UTC."),
  tracking_domain: Host.nullable()
    .optional()
    .describe(
      "Domain of its tracked links: only the tracking domain of the workspace. Null: none of its own.",
    ),
  save_to_sent: z
    .boolean()
    .optional()
    .describe(
      "Whether sent emails are stored in its sent folder, where the provider does not do so itself; left out on creation: true.",
    ),
};

const imap = {
  imap_host: Host.nullable()
    .optional()
    .describe(
      "Server that mail is read from; null, and the other imap fields with it: the mailbox only sends.",
    ),
  imap_port: Port.nullable().optional().describe("Port of that server: 143 or 993."),
  imap_username: Username.nullable().optional().describe("Username there."),
  imap_password: Password.nullable()
    .optional()
    .describe("Password there; encrypted when it is stored, and never shown again."),
};

/** Eight fields suffice; without imap_* the mailbox only sends. */
export const CreateMailboxBody = z.strictObject({
  smtp_host: Host.describe("Server that mail is sent through."),
  smtp_port: Port.describe("Port of that server: 25, 465, 587 or 2525."),
  smtp_username: Username.describe("Username there."),
  smtp_password: Password.describe(
    "Password there; encrypted when it is stored, and never shown again.",
  ),
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
export const MailboxesQuery = PageQuery.extend({
  ...MailboxFilter.omit({ q: true }).shape,
  ...sortedBy("email"),
});
export type MailboxesQuery = z.output<typeof MailboxesQuery>;

/** What a mailbox shows of its warmup. */
export const MailboxWarmup = z.object({
  state: z
    .enum(WARMUP_STATES)
    .describe("Where the warmup is; `not_started` before its first start."),
  day: z.int().describe("Days of warmup so far, this one included; days of a pause do not count."),
  target_today: z.int().describe("Warmup emails that are planned for today."),
  sent_today: z.int().describe("Warmup emails that it sent today."),
  score: z
    .int()
    .nullable()
    .describe(
      "0 to 100, by where its warmup emails arrive within seven days; null below 20 deliveries.",
    ),
  ready: z.boolean().describe("Whether it is warm: from 14 days and a score of 80 on."),
});
export type MailboxWarmup = z.output<typeof MailboxWarmup>;

/** A record read by GET can be put back: its read-only fields are taken and ignored, ids compared. */
const shown = {
  id: z.int().optional().describe("Read-only: its own id, or left out."),
  workspace_id: z.int().optional().describe("Read-only: the id of its workspace, or left out."),
  has_smtp_password: z.boolean().optional().describe("Read-only: taken and ignored."),
  has_imap_password: z.boolean().optional().describe("Read-only: taken and ignored."),
  connection: z.looseObject({}).optional().describe("Read-only: taken and ignored."),
  status_message: z.string().nullable().optional().describe("Read-only: taken and ignored."),
  last_error_at: NullableTime.optional().describe("Read-only: taken and ignored."),
  sent_today: z.int().optional().describe("Read-only: taken and ignored."),
  remaining_today: z.int().optional().describe("Read-only: taken and ignored."),
  last_sent_at: NullableTime.optional().describe("Read-only: taken and ignored."),
  last_sync_at: NullableTime.optional().describe("Read-only: taken and ignored."),
  warmup: MailboxWarmup.partial().optional().describe("Read-only: taken and ignored."),
  created_at: Time.optional().describe("Read-only: taken and ignored."),
  updated_at: Time.optional().describe("Read-only: taken and ignored."),
};

/** Fields left out keep their value, the passwords too. `status` may be set to active, paused or disabled. */
export const UpdateMailboxBody = z.strictObject({
  smtp_host: Host.optional().describe(
    "Server that mail is sent through; another one needs the password again.",
  ),
  smtp_port: Port.optional().describe("Port of that server: 25, 465, 587 or 2525."),
  smtp_username: Username.optional().describe("Username there."),
  smtp_password: Password.optional().describe(
    "Password there; left out, the stored one stays. With one, the mailbox no longer signs in at a provider.",
  ),
  ...imap,
  ...settings,
  status: z
    .enum(MAILBOX_STATUSES)
    .optional()
    .describe(
      "`active`, `paused` or `disabled`; the other states are set automatically, and may be sent while they hold.",
    ),
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
  smtp_host: Host.describe("Server that mail is sent through."),
  smtp_port: Port.describe("Port of that server: 25, 465, 587 or 2525."),
  smtp_security: Security.optional().describe(
    "How SMTP is encrypted; `auto` decides by the port and by what the server offers, `tls` is TLS from the first byte on.",
  ),
  smtp_username: Username.describe("Username there."),
  smtp_password: Password.describe("Password there; it is not stored."),
  ...imap,
  imap_security: Security.optional().describe(
    "How IMAP is encrypted; `auto` decides by the port and by what the server offers, `tls` is TLS from the first byte on.",
  ),
});
export type TestMailboxBody = z.output<typeof TestMailboxBody>;

/** Passwords never come back: `has_*` says that one is stored. */
export const Mailbox = z
  .object({
    id: z.int().describe("Id of the mailbox."),
    workspace_id: z.int().describe("Id of its workspace."),
    email: z.string().describe("Address that it sends from."),
    from_name: z.string().describe("Sender name."),
    reply_to: z.string().nullable().describe("Address that replies go to; null: its own."),
    smtp_host: z.string().describe("Server that mail is sent through."),
    smtp_port: z.int().describe("Port of that server."),
    smtp_security: Security.describe(
      "How SMTP is encrypted; `auto` decides by the port and by what the server offers, `tls` is TLS from the first byte on.",
    ),
    smtp_username: z.string().describe("Username there."),
    has_smtp_password: z
      .boolean()
      .describe("Whether a password for SMTP is stored; it is never shown."),
    imap_host: z
      .string()
      .nullable()
      .describe("Server that mail is read from; null: the mailbox only sends."),
    imap_port: z.int().nullable().describe("Port of that server; null: the mailbox only sends."),
    imap_security: Security.describe(
      "How IMAP is encrypted; `auto` decides by the port and by what the server offers, `tls` is TLS from the first byte on.",
    ),
    imap_username: z.string().nullable().describe("Username there; null: the mailbox only sends."),
    has_imap_password: z
      .boolean()
      .describe("Whether a password for IMAP is stored; it is never shown."),
    daily_limit: z.int().describe("Campaign emails a day, 0 to 5,000."),
    min_gap_seconds: z.int().describe("Least seconds between two emails."),
    gap_jitter_seconds: z
      .int()
      .describe("Up to so many seconds, by chance, are added to each gap."),
    ramp_enabled: z.boolean().describe("Whether its daily limit grows during the first 14 days."),
    ramp_increment: z
      .int()
      .describe(
        "Emails by which that limit grows each day, beginning with as many on the first day.",
      ),
    signature_html: z.string().describe("Signature as HTML; empty: none, and the text is used."),
    signature_text: z.string().describe("Signature as plain text; empty: none."),
    tags: z.array(z.string()).describe("Its tags."),
    group: z.string().nullable().describe("One at most, to sort many mailboxes by; null: none."),
    timezone: z.string().nullable().describe("IANA time zone in which its day begins; null: UTC."),
    tracking_domain: z
      .string()
      .nullable()
      .describe("Domain of its tracked links; null: none of its own."),
    save_to_sent: z
      .boolean()
      .describe(
        "Whether sent emails are stored in its sent folder, where the provider does not do so itself.",
      ),
    connection: MailboxConnection.describe("How it signs in."),
    status: z
      .enum(MAILBOX_STATUSES)
      .describe(
        "Only an active mailbox sends. `connection_error`: connecting or signing in failed; `sending_error`: its server refuses its emails; `reconnect_required`: the provider asks its owner to sign in again.",
      ),
    status_message: z
      .string()
      .nullable()
      .describe("What is wrong with it, for a person; null: nothing."),
    last_error_at: NullableTime.describe("When it failed last; null: never."),
    sent_today: z
      .int()
      .describe("Campaign emails that used up a part of its limit on this day of its time zone."),
    remaining_today: z
      .int()
      .describe(
        "Campaign emails that it may still send on this day, by its limit or the lower one of the ramp or of a throttle.",
      ),
    last_sent_at: NullableTime.describe("When it sent an email last; null: never."),
    last_sync_at: NullableTime.describe("When its mail was read last; null: never."),
    warmup: MailboxWarmup.describe("Its warmup in short; GET /warmup has the details."),
    created_at: Time.describe("When it was added."),
    updated_at: Time.describe("When it was changed last."),
  })
  .meta({
    examples: [
      {
        id: 5,
        workspace_id: 7,
        email: "ann@acme.example",
        from_name: "Ann from Acme",
        reply_to: null,
        smtp_host: "smtp.acme.example",
        smtp_port: 465,
        smtp_security: "auto",
        smtp_username: "ann@acme.example",
        has_smtp_password: true,
        imap_host: "imap.acme.example",
        imap_port: 993,
        imap_security: "auto",
        imap_username: "ann@acme.example",
        has_imap_password: true,
        daily_limit: 30,
        min_gap_seconds: 600,
        gap_jitter_seconds: 300,
        ramp_enabled: true,
        ramp_increment: 2,
        signature_html: "",
        signature_text: "Ann",
        tags: ["north"],
        group: null,
        timezone: "Europe/Berlin",
        tracking_domain: null,
        save_to_sent: true,
        connection: {
          kind: "password",
          provider: null,
          account: null,
          state: "connected",
          reason: null,
          scopes: [],
          granted_at: null,
          road: "smtp",
        },
        status: "active",
        status_message: null,
        last_error_at: null,
        sent_today: 12,
        remaining_today: 18,
        last_sent_at: "2026-11-24T08:12:00.000Z",
        last_sync_at: "2026-11-24T08:12:00.000Z",
        warmup: {
          state: "maintaining",
          day: 31,
          target_today: 40,
          sent_today: 18,
          score: 96,
          ready: true,
        },
        created_at: "2026-01-05T09:00:00.000Z",
        updated_at: "2026-11-24T08:12:00.000Z",
      },
    ],
  });
export type Mailbox = z.output<typeof Mailbox>;

/** A failed check is a result, not an error. `imap` is null for a mailbox that only sends. */
export const TestMailboxAnswer = z
  .object({
    ok: z.boolean().describe("Whether all that was tried succeeded."),
    smtp: SmtpTestResult.describe("What the server for sending said."),
    imap: ImapTestResult.nullable().describe(
      "What the server for reading said; null for a mailbox that only sends.",
    ),
  })
  .meta({
    examples: [
      {
        ok: true,
        smtp: {
          ok: true,
          latency_ms: 412,
          step: "ok",
          error_code: null,
          message: null,
          hint: null,
        },
        imap: {
          ok: true,
          latency_ms: 230,
          step: "ok",
          error_code: null,
          message: null,
          hint: null,
          folders: { inbox: "INBOX", sent: "Sent", junk: "Junk" },
        },
      },
    ],
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
  id: z.string().describe("Id of the provider, as `guess.preset` names it."),
  name: z.string().describe("Name of the provider."),
  smtp: PresetServer.describe("Server for sending."),
  imap: PresetServer.nullable().describe(
    "Server for reading; null where mail cannot be read by IMAP.",
  ),
  help: z.string().describe("What to give as password, and what to switch on first."),
  help_url: z.string().nullable().describe("Page where that is done; null: none is known."),
});
export type MailboxPreset = z.output<typeof MailboxPreset>;

export const PresetsQuery = z.object({
  email: EmailAddress.optional().describe("Address of a mailbox whose provider is wanted."),
});
export type PresetsQuery = z.output<typeof PresetsQuery>;

export const MailboxPresets = z
  .object({
    data: z.array(MailboxPreset).describe("Providers that are known."),
    guess: z
      .object({
        preset: z.string().describe("Id of the provider."),
        by: z
          .enum(["address", "mx"])
          .describe(
            "Where it was found: by the domain of the address, or by the mail servers of that domain.",
          ),
      })
      .nullable()
      .describe(
        "The provider of the address that was given; null: none was given, or it is not known.",
      ),
  })
  .meta({
    examples: [
      {
        data: [
          {
            id: "fastmail",
            name: "Fastmail",
            smtp: { host: "smtp.fastmail.com", port: 465, security: "tls" },
            imap: { host: "imap.fastmail.com", port: 993, security: "tls" },
            help: "Your normal password does not work. Create an app password and paste it here.",
            help_url: "https://app.fastmail.com/settings/security/apps",
          },
        ],
        guess: { preset: "fastmail", by: "mx" },
      },
    ],
  });
export type MailboxPresets = z.output<typeof MailboxPresets>;

/** What deleting a mailbox would do. */
export const MailboxDeletion = z
  .object({
    email: z.string().describe("Address of the mailbox."),
    campaigns: z
      .array(
        z.object({
          id: z.int().describe("Id of the campaign."),
          name: z.string().describe("Name of the campaign."),
          status: z.enum(CAMPAIGN_STATUSES).describe("Status of the campaign."),
          leads: z.int().describe("Leads that it wrote to and that still get email."),
          pauses: z
            .boolean()
            .describe(
              "Whether the campaign is active and has no other mailbox, so that it pauses with `no_mailboxes`.",
            ),
        }),
      )
      .describe("Campaigns that the mailbox belongs to."),
    leads: z
      .int()
      .describe("Leads of all these campaigns that it wrote to and that still get email."),
    leads_handed_over: z
      .int()
      .describe(
        "Those of them that continue from another mailbox of their campaign; the others wait for one.",
      ),
    scheduled_mails: z.int().describe("Emails that people wrote for later; they are not sent."),
    threads: z
      .int()
      .describe(
        "Threads that can still be read but not answered from it; 10,000 means that many or more.",
      ),
  })
  .meta({
    examples: [
      {
        email: "ann@acme.example",
        campaigns: [{ id: 3, name: "Spring", status: "active", leads: 120, pauses: false }],
        leads: 120,
        leads_handed_over: 120,
        scheduled_mails: 1,
        threads: 14,
      },
    ],
  });
export type MailboxDeletion = z.output<typeof MailboxDeletion>;
