import { z } from "zod";
import { MAX_WARMUP_VOLUME, REPLY_RATES } from "#modules/warmup/rules/states.ts";
import { MailboxWarmup } from "#modules/mailboxes/contract/mailboxes.ts";
import { NullableTime } from "#platform/contract/common.ts";

const Volume = z.int().min(1).max(MAX_WARMUP_VOLUME);
const TimeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, "Enter a time of day, such as 08:00.");

/** All optional: what is left out keeps its value, or the default at the first start. */
export const StartWarmupBody = z.strictObject({
  start_volume: Volume.optional().describe("Emails of the first day, 1 to 50; by default 5."),
  daily_increment: z
    .int()
    .min(0)
    .max(MAX_WARMUP_VOLUME)
    .optional()
    .describe("Emails by which a day grows after one that sent its volume, 0 to 50; by default 2."),
  daily_limit: Volume.optional().describe(
    "Emails a day at the end of the ramp, 1 to 50; by default 40.",
  ),
  reply_rate: z
    .int()
    .min(REPLY_RATES.min)
    .max(REPLY_RATES.max)
    .optional()
    .describe("Percent of its emails that the partners answer, 20 to 100; by default 30."),
  weekdays_only: z
    .boolean()
    .optional()
    .describe("Whether it pauses on Saturday and Sunday; by default false."),
  window_start: TimeOfDay.optional().describe(
    "When emails begin to leave, HH:MM in the time zone of the mailbox; by default 08:00.",
  ),
  window_end: TimeOfDay.optional().describe(
    "When they end, on the same day and at least 60 minutes later; by default 20:00.",
  ),
  rescue_spam: z
    .boolean()
    .optional()
    .describe("Whether warmup emails in its spam folder are moved to the inbox; by default true."),
  maintenance_min: z
    .int()
    .min(0)
    .max(MAX_WARMUP_VOLUME)
    .optional()
    .describe(
      "Least emails a day while the mailbox works for an active campaign, 0 to 50; by default 5.",
    ),
  maintenance_max: z
    .int()
    .min(0)
    .max(MAX_WARMUP_VOLUME)
    .optional()
    .describe(
      "Most emails a day while the mailbox works for an active campaign, at least maintenance_min; by default 10.",
    ),
});
export type StartWarmupBody = z.output<typeof StartWarmupBody>;

export const WarmupSettings = z.object({
  start_volume: z.int().describe("Emails of the first day."),
  daily_increment: z.int().describe("Emails by which a day grows after one that sent its volume."),
  daily_limit: z.int().describe("Emails a day at the end of the ramp."),
  reply_rate: z.int().describe("Percent of its emails that the partners answer."),
  weekdays_only: z.boolean().describe("Whether it pauses on Saturday and Sunday."),
  window_start: z
    .string()
    .describe("When emails begin to leave, HH:MM in the time zone of the mailbox."),
  window_end: z.string().describe("When they end, on the same day and at least 60 minutes later."),
  rescue_spam: z
    .boolean()
    .describe("Whether warmup emails in its spam folder are moved to the inbox."),
  maintenance_min: z
    .int()
    .describe("Least emails a day while the mailbox works for an active campaign."),
  maintenance_max: z
    .int()
    .describe(
      "Most emails a day while the mailbox works for an active campaign, at least maintenance_min.",
    ),
});

/** One day in the mailbox's time zone: the ramp chart. */
export const WarmupDay = z.object({
  day: z.string().describe("The day, YYYY-MM-DD in the time zone of the mailbox."),
  target: z
    .int()
    .nullable()
    .describe("Emails that were planned; null: none, the mailbox only received."),
  sent: z.int().describe("Warmup emails that it sent."),
  received: z.int().describe("Warmup emails that it received."),
  replied: z.int().describe("Answers that it wrote."),
  inbox: z.int().describe("Its own emails that were seen in an inbox on that day."),
  spam: z.int().describe("Its own emails that were seen as spam on that day."),
});

export const WARMUP_WARNINGS = ["limited_pool", "cannot_read", "not_sending"] as const;
export const WarmupWarning = z.object({
  code: z.enum(WARMUP_WARNINGS).describe("What is in the way, as a stable code."),
  message: z.string().describe("What to do, for a person."),
});

/** Rates are of 1, over seven days, and null without a delivery. */
export const WarmupStatus = z
  .object({
    mailbox_id: z.int().describe("Id of the mailbox."),
    email: z.string().describe("Address of the mailbox."),
    state: MailboxWarmup.shape.state,
    state_reason: z
      .string()
      .nullable()
      .describe("Why it is throttled or quarantined; null in other states."),
    quarantined_until: NullableTime.describe("When the quarantine ends; null: there is none."),
    /** Days of warmup so far, this one included; pauses do not count. */
    day: MailboxWarmup.shape.day,
    target_today: MailboxWarmup.shape.target_today,
    sent_today: MailboxWarmup.shape.sent_today,
    received_today: z.int().describe("Warmup emails that it received today."),
    replied_today: z.int().describe("Answers that it wrote today."),
    inbox_rate_7d: z
      .number()
      .nullable()
      .describe(
        "Share of its emails of seven days that arrived in an inbox, 0 to 1; null without a delivery.",
      ),
    spam_rate_7d: z
      .number()
      .nullable()
      .describe(
        "Share of its emails of seven days that arrived as spam, 0 to 1; null without a delivery.",
      ),
    /** 0 to 100 by where its mails arrive; null below 20 deliveries. */
    score: MailboxWarmup.shape.score,
    started_at: NullableTime.describe("When warmup was started; null: never."),
    /** From 14 days and a score of 80 on. */
    ready: MailboxWarmup.shape.ready,
    warnings: z.array(WarmupWarning).describe("What is in the way of the warmup."),
    settings: WarmupSettings.describe("How it is warmed up; the defaults before the first start."),
    history: z
      .array(WarmupDay)
      .describe("The last 30 days that have something to show, oldest first."),
  })
  .meta({
    examples: [
      {
        mailbox_id: 5,
        email: "ann@acme.example",
        state: "maintaining",
        state_reason: null,
        quarantined_until: null,
        day: 31,
        target_today: 40,
        sent_today: 18,
        received_today: 21,
        replied_today: 6,
        inbox_rate_7d: 0.98,
        spam_rate_7d: 0.02,
        score: 96,
        started_at: "2026-01-05T09:00:00.000Z",
        ready: true,
        warnings: [],
        settings: {
          start_volume: 5,
          daily_increment: 2,
          daily_limit: 40,
          reply_rate: 30,
          weekdays_only: false,
          window_start: "08:00",
          window_end: "20:00",
          rescue_spam: true,
          maintenance_min: 5,
          maintenance_max: 10,
        },
        history: [
          {
            day: "2026-11-23",
            target: 40,
            sent: 40,
            received: 38,
            replied: 11,
            inbox: 37,
            spam: 1,
          },
        ],
      },
    ],
  });
export type WarmupStatus = z.output<typeof WarmupStatus>;
