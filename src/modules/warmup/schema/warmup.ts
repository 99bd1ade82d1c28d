import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import type { ExchangeId, MailboxId, WarmupMailId } from "#platform/rules/ids.ts";
import { deliveryColumns, liveIndexes, serverIdIndex } from "#modules/delivery/schema/columns.ts";
import { STARTED_STATES } from "#modules/warmup/rules/states.ts";
import { createdAt, flag, rowId, time, updatedAt, workspaceColumn } from "#platform/db/columns.ts";

/** The warmup of a mailbox; none is `not_started`. */
export const warmups = sqliteTable(
  "warmups",
  {
    mailboxId: integer("mailbox_id").primaryKey().$type<MailboxId>(),
    workspaceId: workspaceColumn(),
    state: text("state", { enum: STARTED_STATES }).notNull(),
    /** What `paused` returns to. */
    resumeState: text("resume_state", { enum: STARTED_STATES }),
    /** Why it is throttled or quarantined: a sentence. */
    stateReason: text("state_reason"),
    quarantinedUntil: time("quarantined_until"),
    /** Deliveries before this no longer count against it. */
    judgedSince: time("judged_since"),
    startVolume: integer("start_volume").notNull(),
    dailyIncrement: integer("daily_increment").notNull(),
    dailyLimit: integer("daily_limit").notNull(),
    replyRate: integer("reply_rate").notNull(),
    weekdaysOnly: flag("weekdays_only").notNull(),
    windowStart: text("window_start").notNull(),
    windowEnd: text("window_end").notNull(),
    rescueSpam: flag("rescue_spam").notNull(),
    maintenanceMin: integer("maintenance_min").notNull(),
    maintenanceMax: integer("maintenance_max").notNull(),
    /** Days that were planned. */
    days: integer("days").notNull().default(0),
    /** The last of them, YYYY-MM-DD in the mailbox's zone. */
    lastDay: text("last_day"),
    /** Rungs of the ramp behind it. */
    rung: integer("rung").notNull().default(0),
    /** Mails planned so far: numbers them for the share that is answered. */
    planned: integer("planned").notNull().default(0),
    /** When the next day is planned. */
    planDueAt: time("plan_due_at").notNull(),
    lastSentAt: time("last_sent_at"),
    startedAt: time("started_at").notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("warmups_workspace").on(t.workspaceId, t.mailboxId),
    index("warmups_plan").on(t.planDueAt),
  ],
);

export const WARMUP_MAIL_KINDS = ["starter", "answer"] as const;

/**
 * The ledger of warmup mail, with the states and the promise of `sends`. The text is not stored: it
 * is made of the seed.
 */
export const warmupMails = sqliteTable(
  "warmup_mails",
  {
    id: rowId<WarmupMailId>(),
    workspaceId: workspaceColumn(),
    kind: text("kind", { enum: WARMUP_MAIL_KINDS }).notNull(),
    /** 0: it came from a partner outside of the workspace, and is here to be looked after. */
    fromMailboxId: integer("from_mailbox_id").notNull().$type<MailboxId>(),
    /** 0: it goes to a partner outside of the workspace. */
    toMailboxId: integer("to_mailbox_id").notNull().$type<MailboxId>(),
    /** The partner outside of the workspace; "" once it was forgotten. Null: both are of the workspace. */
    partnerEmail: text("partner_email"),
    partnerName: text("partner_name"),
    /** The exchange that the partner comes from; null: the pool of the install. */
    exchangeId: integer("exchange_id").$type<ExchangeId>(),
    /** When its placement was reported to the partner's install. */
    reportedAt: time("reported_at"),
    /** The starter that an answer answers. */
    answersId: integer("answers_id").$type<WarmupMailId>(),
    /** Derived from what the mail is, so that a repeated plan finds it there. Without angle brackets. */
    messageId: text("message_id").notNull(),
    /** Makes the text; an answer has that of its starter. */
    seed: text("seed").notNull(),
    language: text("language").notNull(),
    /** How long the recipient waits before it answers; null: it does not. */
    answerAfterMs: integer("answer_after_ms"),
    ...deliveryColumns(),
    /** Not after: what could not be sent in its day is dropped, never sent in a burst. */
    expiresAt: time("expires_at").notNull(),
    createdAt: createdAt(),
    /** Where it arrived, and when that was seen. */
    placement: text("placement", { enum: ["inbox", "spam"] }),
    placedAt: time("placed_at"),
    /** What is to be done with it in the recipient's mailbox next: read it, or put it away. */
    care: text("care", { enum: ["read", "file"] }),
    careDueAt: time("care_due_at"),
    careTries: integer("care_tries").notNull().default(0),
  },
  (t) => [
    uniqueIndex("warmup_mails_message_id").on(t.messageId),
    serverIdIndex("warmup_mails", t.serverMessageId),
    ...liveIndexes("warmup_mails", t),
    index("warmup_mails_lease")
      .on(t.lease)
      .where(sql`lease IS NOT NULL`),
    index("warmup_mails_from").on(t.fromMailboxId, t.state),
    index("warmup_mails_placed")
      .on(t.fromMailboxId, t.placedAt, t.placement)
      .where(sql`placed_at IS NOT NULL`),
    index("warmup_mails_care")
      .on(t.careDueAt)
      .where(sql`care IS NOT NULL`),
    index("warmup_mails_recent").on(t.workspaceId, t.createdAt),
    index("warmup_mails_answers")
      .on(t.answersId)
      .where(sql`answers_id IS NOT NULL`),
    index("warmup_mails_old").on(t.createdAt),
    index("warmup_mails_exchange")
      .on(t.exchangeId, t.createdAt)
      .where(sql`exchange_id IS NOT NULL`),
    index("warmup_mails_unreported")
      .on(t.exchangeId)
      .where(sql`exchange_id IS NOT NULL AND from_mailbox_id = 0 AND reported_at IS NULL`),
  ],
);

/** Counters of a mailbox's warmup by day in its zone, changed in the batch of the rows that they count. */
export const warmupDays = sqliteTable(
  "warmup_days",
  {
    workspaceId: workspaceColumn(),
    mailboxId: integer("mailbox_id").notNull().$type<MailboxId>(),
    day: text("day").notNull(),
    /** Null where nothing was planned on the day: it only received. */
    target: integer("target"),
    sent: integer("sent").notNull().default(0),
    received: integer("received").notNull().default(0),
    /** Answers that the mailbox wrote. */
    replied: integer("replied").notNull().default(0),
    /** Of the mailbox's mails that were seen that day: how many arrived where. */
    inbox: integer("inbox").notNull().default(0),
    spam: integer("spam").notNull().default(0),
    /** Mails that came back or were refused for good. */
    refused: integer("refused").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.mailboxId, t.day] })],
);
