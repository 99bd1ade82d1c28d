import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import type {
  CampaignId,
  LeadId,
  MailboxId,
  MessageId,
  SendId,
  TemplateId,
  ThreadId,
  UserId,
} from "#platform/rules/ids.ts";
import { MESSAGE_TYPES, THREAD_STATUSES } from "#modules/inbox/rules/thread.ts";
import {
  createdAt,
  flag,
  json,
  rowId,
  time,
  updatedAt,
  workspaceColumn,
} from "#platform/db/columns.ts";

/** One conversation with one lead about one campaign (contract 2.8), opened by its first reply. */
export const threads = sqliteTable(
  "threads",
  {
    id: rowId<ThreadId>(),
    workspaceId: workspaceColumn(),
    leadId: integer("lead_id").$type<LeadId>(),
    campaignId: integer("campaign_id").$type<CampaignId>(),
    mailboxId: integer("mailbox_id").notNull().$type<MailboxId>(),
    subject: text("subject").notNull(),
    status: text("status", { enum: THREAD_STATUSES }).notNull().default("open"),
    isUnread: flag("is_unread").notNull().default(true),
    messageCount: integer("message_count").notNull().default(0),
    lastMessageAt: time("last_message_at").notNull(),
    lastDirection: text("last_direction", { enum: ["inbound", "outbound"] }).notNull(),
    snippet: text("snippet").notNull().default(""),
    assignedTo: integer("assigned_to").$type<UserId>(),
    snoozedUntil: time("snoozed_until"),
    tags: json<string[]>("tags").notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("threads_conversation")
      .on(t.workspaceId, t.campaignId, t.leadId)
      .where(sql`campaign_id IS NOT NULL AND lead_id IS NOT NULL`),
    index("threads_recent").on(t.workspaceId, t.lastMessageAt, t.id),
    index("threads_status").on(t.workspaceId, t.status, t.lastMessageAt),
    index("threads_lead").on(t.workspaceId, t.leadId),
    // Put off until a moment: what comes back by itself.
    index("threads_snoozed")
      .on(t.snoozedUntil)
      .where(sql`snoozed_until IS NOT NULL`),
  ],
);

/**
 * Every mail that left or came in. Campaign mail waits without a thread until its lead answers, a
 * person's answer until it has left.
 */
export const messages = sqliteTable(
  "messages",
  {
    id: rowId<MessageId>(),
    workspaceId: workspaceColumn(),
    threadId: integer("thread_id").$type<ThreadId>(),
    mailboxId: integer("mailbox_id").notNull().$type<MailboxId>(),
    leadId: integer("lead_id").$type<LeadId>(),
    /** The send it is (outbound campaign mail) or answers (inbound). */
    sendId: integer("send_id").$type<SendId>(),
    direction: text("direction", { enum: ["inbound", "outbound"] }).notNull(),
    type: text("type", { enum: MESSAGE_TYPES }).notNull(),
    fromEmail: text("from_email").notNull(),
    fromName: text("from_name").notNull().default(""),
    /** Where the sender wants answers, when elsewhere. */
    replyTo: text("reply_to"),
    toEmails: json<string[]>("to_emails").notNull().default([]),
    ccEmails: json<string[]>("cc_emails").notNull().default([]),
    subject: text("subject").notNull().default(""),
    text: text("text").notNull().default(""),
    /** Sanitised before it is stored. */
    html: text("html").notNull().default(""),
    messageId: text("message_id").notNull(),
    inReplyTo: text("in_reply_to"),
    references: json<string[]>("references_ids").notNull().default([]),
    /** How an inbound mail found its send: header, report, address, subject, domain. */
    matchedBy: text("matched_by"),
    folder: text("folder"),
    uidValidity: text("uid_validity"),
    uid: integer("uid"),
    /** SHA-256 of the Message-ID, or of headers and first 4 KB where there is none. */
    dedupeHash: text("dedupe_hash").notNull(),
    /** It could not be parsed: the envelope is all there is. */
    isUnreadable: flag("is_unreadable").notNull().default(false),
    sentAt: time("sent_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("messages_dedupe").on(t.mailboxId, t.direction, t.dedupeHash),
    index("messages_thread").on(t.workspaceId, t.threadId, t.sentAt),
    index("messages_send").on(t.workspaceId, t.sendId),
    index("messages_message_id").on(t.workspaceId, t.messageId),
  ],
);

/** Answers that a workspace writes again and again. */
export const replyTemplates = sqliteTable(
  "reply_templates",
  {
    id: rowId<TemplateId>(),
    workspaceId: workspaceColumn(),
    name: text("name").notNull(),
    body: text("body").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex("reply_templates_name").on(t.workspaceId, t.name)],
);
