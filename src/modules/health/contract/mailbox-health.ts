import { z } from "zod";
import { RECORD_STATES } from "#platform/rules/dns/finding.ts";
import { HEALTH_STATUSES, HELD_STATES } from "#modules/mailboxes/rules/health-bands.ts";
import { MailboxFilter } from "#modules/mailboxes/contract/mailboxes.ts";
import { MAX_LIMIT, NullableTime, PageQuery } from "#platform/contract/common.ts";
import { DnsRecord } from "#modules/links/contract/tracking-domains.ts";

const Rate = z.number().nullable();

/** Something that is wrong with a mailbox, and what to do. */
export const HealthIssue = z.object({
  code: z.string(),
  severity: z.enum(["info", "warning", "error"]),
  /** Points that the score lost by it. */
  points: z.int(),
  message: z.string(),
  fix: z.string().nullable(),
});

/** Rates are of 1, over seven days; null where nothing was sent. */
export const MailboxHealth = z.object({
  mailbox_id: z.int(),
  email: z.string(),
  /** 0 to 100; null before DNS was first asked. */
  score: z.int().nullable(),
  /** `unknown`: DNS was not asked yet, and nothing else is wrong. */
  status: z.enum([...HEALTH_STATUSES, "unknown"]),
  issues: z.array(HealthIssue),
  held: z
    .object({ state: z.enum(HELD_STATES), reason: z.string(), until: NullableTime })
    .nullable(),
  smtp: z.object({
    /** Null before it was first used or tested. */
    ok: z.boolean().nullable(),
    checked_at: NullableTime,
    error: z.string().nullable(),
  }),
  /** Null for a mailbox that only sends. */
  imap: z
    .object({
      ok: z.boolean().nullable(),
      last_sync_at: NullableTime,
      /** Seconds since it was last read; null before the first time. */
      lag_seconds: z.int().nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
  dns: z.object({
    mx: z.enum(RECORD_STATES),
    spf: z.enum(RECORD_STATES),
    dkim: z.enum(RECORD_STATES),
    dmarc: z.enum(RECORD_STATES),
    /** Null: not asked yet. */
    checked_at: NullableTime,
    /** Of one mailbox alone; the list leaves them out. */
    records: z.array(DnsRecord).optional(),
  }),
  blocklists: z
    .array(z.string())
    .describe(
      "Names of the block lists that name the mailbox's domain now. Empty says nothing by itself: GET .../mailboxes/{id}/blocklists tells clean from unknown.",
    ),
  rates: z.object({
    sent_7d: z.int(),
    bounce_rate: Rate,
    complaint_rate: Rate,
    reply_rate: Rate,
    /** Share of its warmup mails that arrived as spam. */
    spam_placement: Rate,
  }),
  usage: z.object({
    sent_today: z.int(),
    daily_limit: z.int(),
    effective_limit: z.int(),
    /** What makes the day's limit lower than the mailbox's own. */
    limited_by: z.enum(["ramp", ...HELD_STATES]).nullable(),
  }),
  /** Where its warmup mails arrived within seven days; null without warmup. */
  warmup: z.object({ inbox_7d: z.int(), spam_7d: z.int() }).nullable(),
});
export type MailboxHealth = z.output<typeof MailboxHealth>;

/** 200 a page, in the order of the mailboxes and by the same conditions. */
export const HealthQuery = PageQuery.extend({
  ...MailboxFilter.shape,
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(MAX_LIMIT)
    .transform((n) => Math.min(n, MAX_LIMIT)),
});
export type HealthQuery = z.output<typeof HealthQuery>;
