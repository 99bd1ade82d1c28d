import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  MailboxId,
  MessageId,
  SendId,
  StepId,
  ThreadId,
} from "#platform/rules/ids.ts";
import { deliveryColumns, liveIndexes, serverIdIndex } from "#modules/delivery/schema/columns.ts";
import { createdAt, flag, json, rowId, time, workspaceColumn } from "#platform/db/columns.ts";

/**
 * The ledger: one row per (campaign, lead, step), and that key is the promise "never twice".
 */
export const sends = sqliteTable(
  "sends",
  {
    id: rowId<SendId>(),
    workspaceId: workspaceColumn(),
    campaignId: integer("campaign_id").notNull().$type<CampaignId>(),
    enrolmentId: integer("enrolment_id").notNull().$type<EnrolmentId>(),
    leadId: integer("lead_id").notNull().$type<LeadId>(),
    stepId: integer("step_id").notNull().$type<StepId>(),
    /** Position of the step when the send was planned. */
    step: integer("step").notNull(),
    /** `control`, or the label of a variant. */
    variant: text("variant").notNull().default("control"),
    mailboxId: integer("mailbox_id").notNull().$type<MailboxId>(),
    /** The contest of its step that it belongs to, and the weights in force when it was written; null: nothing competed. */
    contest: integer("contest"),
    split: text("split"),
    ...deliveryColumns(),
    /** RFC 5322 Message-ID without angle brackets; derived from the key, constant over retries. */
    messageId: text("message_id").notNull(),
    toEmail: text("to_email").notNull(),
    subject: text("subject").notNull().default(""),
    createdAt: createdAt(),
    /** First human open, click, reply; bounce and unsubscribe. They also key "once per message". */
    openedAt: time("opened_at"),
    clickedAt: time("clicked_at"),
    repliedAt: time("replied_at"),
    /** When the lead's positive reply to the campaign was counted; on one of its mails at most. */
    positiveAt: time("positive_at"),
    bouncedAt: time("bounced_at"),
    bounceType: text("bounce_type", { enum: ["hard", "soft", "block"] }),
    /** How often a server has refused it for who sends or what it says. */
    blocks: integer("blocks").notNull().default(0),
    unsubscribedAt: time("unsubscribed_at"),
    complainedAt: time("complained_at"),
  },
  (t) => [
    uniqueIndex("sends_key").on(t.campaignId, t.leadId, t.stepId),
    uniqueIndex("sends_message_id").on(t.messageId),
    serverIdIndex("sends", t.serverMessageId),
    ...liveIndexes("sends", t),
    // In the order in which they ended, for receipts.
    index("sends_finished")
      .on(t.finishedAt, t.id)
      .where(sql`finished_at IS NOT NULL`),
    index("sends_lease")
      .on(t.lease)
      .where(sql`lease IS NOT NULL`),
    index("sends_lead").on(t.workspaceId, t.leadId, t.id),
    index("sends_enrolment").on(t.enrolmentId, t.step),
    index("sends_mailbox")
      .on(t.mailboxId, t.finishedAt)
      .where(sql`finished_at IS NOT NULL`),
    index("sends_campaign").on(t.workspaceId, t.campaignId, t.id),
    // Whose mail was opened, clicked or answered, for lists of leads.
    index("sends_opened")
      .on(t.workspaceId, t.leadId)
      .where(sql`opened_at IS NOT NULL`),
    index("sends_clicked")
      .on(t.workspaceId, t.leadId)
      .where(sql`clicked_at IS NOT NULL`),
    index("sends_replied")
      .on(t.workspaceId, t.leadId)
      .where(sql`replied_at IS NOT NULL`),
    // What left on a day, for its tape.
    index("sends_sent")
      .on(t.workspaceId, t.sentAt)
      .where(sql`sent_at IS NOT NULL`),
    // What a contest counts, in the order in which it comes to count.
    index("sends_contest")
      .on(t.stepId, t.contest, t.sentAt)
      .where(sql`split IS NOT NULL AND sent_at IS NOT NULL`),
    // Of what nobody knows whether it arrived.
    index("sends_unclear")
      .on(t.campaignId, t.id)
      .where(sql`state = 'unknown'`),
    index("sends_broken")
      .on(t.campaignId)
      .where(sql`state = 'queued' AND evidence = 'template_error'`),
    index("sends_hard_bounces")
      .on(t.campaignId, t.bouncedAt)
      .where(sql`bounce_type = 'hard'`),
    index("sends_complaints")
      .on(t.workspaceId, t.complainedAt)
      .where(sql`complained_at IS NOT NULL`),
  ],
);

/**
 * The ledger of sends that are `unknown` and are to be transmitted once more, since somebody asked
 * for it. The send itself stays `unknown`, and counted as such, until something proves that a
 * server took it: an answer of this try, or late evidence of the first. Either ends the other.
 */
export const resends = sqliteTable(
  "resends",
  {
    /** The send's. */
    id: integer("id").primaryKey().$type<SendId>(),
    workspaceId: workspaceColumn(),
    campaignId: integer("campaign_id").notNull().$type<CampaignId>(),
    mailboxId: integer("mailbox_id").notNull().$type<MailboxId>(),
    /** `unknown`: nobody knows of this try either, `cancelled`: something spoke against it meanwhile. */
    ...deliveryColumns(),
    /** How often it was asked for. */
    times: integer("times").notNull().default(1),
    /** `user:7`, `key:3`. */
    askedBy: text("asked_by").notNull(),
    askedAt: time("asked_at").notNull(),
  },
  (t) => [
    ...liveIndexes("resends", t),
    index("resends_finished")
      .on(t.finishedAt, t.id)
      .where(sql`finished_at IS NOT NULL`),
    index("resends_lease")
      .on(t.lease)
      .where(sql`lease IS NOT NULL`),
    index("resends_workspace").on(t.workspaceId),
  ],
);

/**
 * The ledger of mail that no campaign sends: one row per outbound message that a person wrote. Its
 * states are those of `sends`, and so is the promise: transmitted once at most.
 */
export const outbox = sqliteTable(
  "outbox",
  {
    messageId: integer("message_id").primaryKey().$type<MessageId>(),
    workspaceId: workspaceColumn(),
    /** The conversation that the message joins once it left. */
    threadId: integer("thread_id").notNull().$type<ThreadId>(),
    mailboxId: integer("mailbox_id").notNull().$type<MailboxId>(),
    ...deliveryColumns(),
    /** When the person wants it sent; null is at once. */
    sendAt: time("send_at"),
    bcc: json<string[]>("bcc").notNull().default([]),
    /** Goes to suppressed addresses as well. */
    force: flag("force").notNull().default(false),
    /** What the list of conversations shows of it. */
    snippet: text("snippet").notNull().default(""),
    /** `user:7`, `key:3`. */
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    serverIdIndex("outbox", t.serverMessageId),
    ...liveIndexes("outbox", t),
    index("outbox_finished")
      .on(t.finishedAt, t.messageId)
      .where(sql`finished_at IS NOT NULL`),
    index("outbox_thread").on(t.workspaceId, t.threadId, t.messageId),
    index("outbox_mailbox")
      .on(t.mailboxId, t.finishedAt)
      .where(sql`finished_at IS NOT NULL`),
  ],
);

/**
 * Kept counters. `campaignId` 0 is the whole workspace; `dimension` total, day, step, variant,
 * mailbox or (of the workspace) mailbox_day with its `key`. Changed only in the batch that changes the rows they count.
 */
export const stats = sqliteTable(
  "stats",
  {
    workspaceId: workspaceColumn(),
    campaignId: integer("campaign_id").notNull(),
    dimension: text("dimension", {
      enum: ["total", "day", "step", "variant", "mailbox", "mailbox_day"],
    }).notNull(),
    key: text("key").notNull(),
    leads: integer("leads").notNull().default(0),
    contacted: integer("contacted").notNull().default(0),
    sent: integer("sent").notNull().default(0),
    /** Addresses that a server refused at once; they are among the bounces. */
    refused: integer("refused").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    unknown: integer("unknown").notNull().default(0),
    opens: integer("opens").notNull().default(0),
    uniqueOpens: integer("unique_opens").notNull().default(0),
    machineOpens: integer("machine_opens").notNull().default(0),
    clicks: integer("clicks").notNull().default(0),
    uniqueClicks: integer("unique_clicks").notNull().default(0),
    machineClicks: integer("machine_clicks").notNull().default(0),
    replies: integer("replies").notNull().default(0),
    uniqueReplies: integer("unique_replies").notNull().default(0),
    autoReplies: integer("auto_replies").notNull().default(0),
    /** Leads with a positive reply. */
    positiveReplies: integer("positive_replies").notNull().default(0),
    bounces: integer("bounces").notNull().default(0),
    softBounces: integer("soft_bounces").notNull().default(0),
    unsubscribes: integer("unsubscribes").notNull().default(0),
    complaints: integer("complaints").notNull().default(0),
    meetingsBooked: integer("meetings_booked").notNull().default(0),
    completed: integer("completed").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.campaignId, t.dimension, t.key] })],
);
