import { z } from "zod";
import { RECORD_STATES } from "#platform/rules/dns/finding.ts";
import { HEALTH_STATUSES, HELD_STATES } from "#modules/mailboxes/rules/health-bands.ts";
import { MailboxFilter } from "#modules/mailboxes/contract/mailboxes.ts";
import { MAX_LIMIT, NullableTime, PageQuery, sortedBy } from "#platform/contract/common.ts";
import { DnsRecord } from "#modules/links/contract/tracking-domains.ts";

const Rate = z.number().nullable();
/** How many days a mailbox's health draws. */
export const HEALTH_DAYS = 14;
const Days = z.array(z.int());

/** Something that is wrong with a mailbox, and what to do. */
export const HealthIssue = z.object({
  code: z.string().describe("What is wrong, as a stable code."),
  severity: z.enum(["info", "warning", "error"]).describe("How bad it is."),
  points: z.int().describe("Points that the score lost by it."),
  message: z.string().describe("What is wrong, for a person."),
  fix: z.string().nullable().describe("What to do; null: nothing is known to help."),
});

/** Rates are of 1, over seven days; null where nothing was sent. */
export const MailboxHealth = z
  .object({
    mailbox_id: z.int().describe("Id of the mailbox."),
    email: z.string().describe("Address of the mailbox."),
    score: z.int().nullable().describe("0 to 100; null before DNS was first asked."),
    status: z
      .enum([...HEALTH_STATUSES, "unknown"])
      .describe(
        "`disconnected`: it cannot sign in or is refused. `unknown`: DNS was not asked yet, and nothing else is wrong.",
      ),
    issues: z.array(HealthIssue).describe("What is wrong, the most points first."),
    held: z
      .object({
        state: z
          .enum(HELD_STATES)
          .describe("`throttled`: half of its limit; `quarantined`: no campaign emails."),
        reason: z.string().describe("Why, in a sentence."),
        until: NullableTime.describe("Until when; null: without an end."),
      })
      .nullable()
      .describe("How its rates slow or stop it; null: they do not."),
    smtp: z
      .object({
        ok: z
          .boolean()
          .nullable()
          .describe("Whether it worked last; null before it was first used or tested."),
        checked_at: NullableTime.describe("When that was seen; null: never."),
        error: z.string().nullable().describe("What is wrong, for a person; null: nothing."),
      })
      .describe("How sending works."),
    imap: z
      .object({
        ok: z
          .boolean()
          .nullable()
          .describe("Whether it worked last; null before it was first read."),
        last_sync_at: NullableTime.describe("When it was read last; null: never."),
        lag_seconds: z
          .int()
          .nullable()
          .describe("Seconds since it was last read; null before the first time."),
        error: z.string().nullable().describe("What is wrong, for a person; null: nothing."),
      })
      .nullable()
      .describe("How reading works; null for a mailbox that only sends."),
    dns: z
      .object({
        mx: z.enum(RECORD_STATES).describe("Its mail servers; `unknown` before DNS was asked."),
        spf: z.enum(RECORD_STATES).describe("Its SPF record; `unknown` before DNS was asked."),
        dkim: z.enum(RECORD_STATES).describe("Its DKIM record; `unknown` before DNS was asked."),
        dmarc: z.enum(RECORD_STATES).describe("Its DMARC record; `unknown` before DNS was asked."),
        checked_at: NullableTime.describe("When DNS was asked; null: not yet."),
        records: z
          .array(DnsRecord)
          .optional()
          .describe("The records one by one; only in the answer about one mailbox."),
      })
      .describe("What DNS says about its domain."),
    blocklists: z
      .array(z.string())
      .describe(
        "Names of the block lists that name the mailbox's domain now. Empty says nothing by itself: GET .../mailboxes/{id}/blocklists tells clean from unknown.",
      ),
    rates: z
      .object({
        sent_7d: z.int().describe("Campaign emails that servers accepted."),
        bounce_rate: Rate.describe("Share that bounced, 0 to 1; null where nothing was sent."),
        complaint_rate: Rate.describe(
          "Share that was complained about, 0 to 1; null where nothing was sent.",
        ),
        reply_rate: Rate.describe(
          "Share that was replied to, 0 to 1; null where nothing was sent.",
        ),
        spam_placement: Rate.describe(
          "Share of its warmup emails that arrived as spam, 0 to 1; null where none arrived.",
        ),
      })
      .describe("What became of its emails within seven days."),
    by_day: z
      .object({
        sent: Days.describe("Campaign emails that servers accepted, day by day."),
        replies: Days.describe("Emails that were replied to, day by day."),
        bounces: Days.describe("Emails that bounced, those refused at once included."),
        complaints: Days.describe("Emails that were complained about, day by day."),
      })
      .describe(
        `What happened on each of the last ${HEALTH_DAYS} days, the oldest first; the last is today (UTC).`,
      ),
    usage: z
      .object({
        sent_today: z.int().describe("Campaign emails that used up a part of the limit today."),
        daily_limit: z.int().describe("Its own limit a day."),
        effective_limit: z.int().describe("What it may send today."),
        limited_by: z
          .enum(["ramp", ...HELD_STATES])
          .nullable()
          .describe("What makes that lower than its own limit; null: nothing."),
      })
      .describe("What of its limit is used today."),
    warmup: z
      .object({
        inbox_7d: z.int().describe("Those that arrived in an inbox."),
        spam_7d: z.int().describe("Those that arrived as spam."),
      })
      .nullable()
      .describe("Where its warmup emails arrived within seven days; null without warmup."),
  })
  .meta({
    examples: [
      {
        mailbox_id: 5,
        email: "ann@acme.example",
        score: 85,
        status: "watch",
        issues: [
          {
            code: "dmarc_fail",
            severity: "error",
            points: 15,
            message: "The domain has no DMARC record.",
            fix: "Add the record that is shown.",
          },
        ],
        held: null,
        smtp: { ok: true, checked_at: "2026-11-24T08:12:00.000Z", error: null },
        imap: { ok: true, last_sync_at: "2026-11-24T08:12:00.000Z", lag_seconds: 40, error: null },
        dns: {
          mx: "pass",
          spf: "pass",
          dkim: "pass",
          dmarc: "fail",
          checked_at: "2026-11-24T08:12:00.000Z",
        },
        blocklists: [],
        rates: {
          sent_7d: 140,
          bounce_rate: 0.0071,
          complaint_rate: 0,
          reply_rate: 0.05,
          spam_placement: 0.02,
        },
        by_day: {
          sent: [20, 20, 0, 0, 20, 20, 20, 20, 20, 0, 0, 20, 28, 12],
          replies: [1, 0, 1, 0, 2, 1, 0, 1, 1, 0, 0, 2, 1, 0],
          bounces: [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
          complaints: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        },
        usage: { sent_today: 12, daily_limit: 30, effective_limit: 30, limited_by: null },
        warmup: { inbox_7d: 98, spam_7d: 2 },
      },
    ],
  });
export type MailboxHealth = z.output<typeof MailboxHealth>;

/** 200 a page, in the order of the mailboxes and by the same conditions. */
export const HealthQuery = PageQuery.extend({
  ...MailboxFilter.shape,
  ...sortedBy("email"),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(MAX_LIMIT)
    .transform((n) => Math.min(n, MAX_LIMIT))
    .describe("Records a page; above 200 is answered with 200."),
});
export type HealthQuery = z.output<typeof HealthQuery>;
