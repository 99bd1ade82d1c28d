import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { LeadId, MailboxId, MessageId, SendId, ThreadId } from "#platform/rules/ids.ts";
import type { Attachment } from "#platform/rules/mail/attachment.ts";
import { MESSAGE_TYPES } from "#modules/delivery/rules/message-types.ts";
import { REPLY_CATEGORIES } from "#modules/delivery/rules/reply-categories.ts";
import { createdAt, flag, json, rowId, time, workspaceColumn } from "#platform/db/columns.ts";

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
    /** What an inbound mail says, by the rules or the AI; null for one from before there were any. */
    category: text("category", { enum: REPLY_CATEGORIES }),
    categorySource: text("category_source", { enum: ["rule", "ai"] }),
    /** The phrases that decided. */
    categoryWords: json<string[]>("category_words").notNull().default([]),
    categoryConfidence: real("category_confidence"),
    /** From when on the AI is to be asked, since no rule fits; null once it was, and where nobody wants it. */
    aiDueAt: time("ai_due_at"),
    /** What is attached; the bytes are in the mailbox, or kept until it has left. */
    attachments: json<Attachment[]>("attachments").notNull().default([]),
    sentAt: time("sent_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("messages_ai_due")
      .on(t.aiDueAt)
      .where(sql`ai_due_at IS NOT NULL`),
    uniqueIndex("messages_dedupe").on(t.mailboxId, t.direction, t.dedupeHash),
    index("messages_thread").on(t.workspaceId, t.threadId, t.sentAt),
    index("messages_send").on(t.workspaceId, t.sendId),
    index("messages_message_id").on(t.workspaceId, t.messageId),
  ],
);
