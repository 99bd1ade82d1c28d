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
  start_volume: Volume.optional(),
  daily_increment: z.int().min(0).max(MAX_WARMUP_VOLUME).optional(),
  daily_limit: Volume.optional(),
  reply_rate: z.int().min(REPLY_RATES.min).max(REPLY_RATES.max).optional(),
  weekdays_only: z.boolean().optional(),
  window_start: TimeOfDay.optional(),
  window_end: TimeOfDay.optional(),
  rescue_spam: z.boolean().optional(),
  maintenance_min: z.int().min(0).max(MAX_WARMUP_VOLUME).optional(),
  maintenance_max: z.int().min(0).max(MAX_WARMUP_VOLUME).optional(),
});
export type StartWarmupBody = z.output<typeof StartWarmupBody>;

export const WarmupSettings = z.object({
  start_volume: z.int(),
  daily_increment: z.int(),
  daily_limit: z.int(),
  /** Percent of the mailbox's mails that its partners answer. */
  reply_rate: z.int(),
  weekdays_only: z.boolean(),
  /** HH:MM in the mailbox's time zone. */
  window_start: z.string(),
  window_end: z.string(),
  rescue_spam: z.boolean(),
  /** Mails a day while the mailbox works for an active campaign. */
  maintenance_min: z.int(),
  maintenance_max: z.int(),
});

/** One day in the mailbox's time zone: the ramp chart. */
export const WarmupDay = z.object({
  day: z.string(),
  /** Null where nothing was planned: the mailbox only received. */
  target: z.int().nullable(),
  sent: z.int(),
  received: z.int(),
  replied: z.int(),
  /** Where the mailbox's own mails arrived, by the day that saw them. */
  inbox: z.int(),
  spam: z.int(),
});

export const WARMUP_WARNINGS = ["limited_pool", "cannot_read", "not_sending"] as const;
export const WarmupWarning = z.object({ code: z.enum(WARMUP_WARNINGS), message: z.string() });

/** Rates are of 1, over seven days, and null without a delivery. */
export const WarmupStatus = z.object({
  mailbox_id: z.int(),
  email: z.string(),
  state: MailboxWarmup.shape.state,
  /** Why it is throttled or quarantined. */
  state_reason: z.string().nullable(),
  quarantined_until: NullableTime,
  /** Days of warmup so far, this one included; pauses do not count. */
  day: MailboxWarmup.shape.day,
  target_today: MailboxWarmup.shape.target_today,
  sent_today: MailboxWarmup.shape.sent_today,
  received_today: z.int(),
  /** Answers that the mailbox wrote. */
  replied_today: z.int(),
  inbox_rate_7d: z.number().nullable(),
  spam_rate_7d: z.number().nullable(),
  /** 0 to 100 by where its mails arrive; null below 20 deliveries. */
  score: MailboxWarmup.shape.score,
  started_at: NullableTime,
  /** From 14 days and a score of 80 on. */
  ready: MailboxWarmup.shape.ready,
  warnings: z.array(WarmupWarning),
  settings: WarmupSettings,
  /** The last 30 days that have something to show, oldest first. */
  history: z.array(WarmupDay),
});
export type WarmupStatus = z.output<typeof WarmupStatus>;
