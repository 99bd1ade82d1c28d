import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import type {
  CampaignId,
  LeadId,
  MailboxId,
  TemplateId,
  ThreadId,
  UserId,
} from "#platform/rules/ids.ts";
import { REPLY_CATEGORIES } from "#modules/delivery/rules/reply-categories.ts";
import { CATEGORY_SOURCES } from "#modules/inbox/rules/categories.ts";
import type { EndedEnrolment } from "#modules/campaigns/rules/states.ts";
import { THREAD_STATUSES } from "#modules/campaigns/rules/thread-status.ts";
import {
  createdAt,
  flag,
  json,
  rowId,
  time,
  updatedAt,
  workspaceColumn,
} from "#platform/db/columns.ts";

/** One conversation with one lead about one campaign, opened by its first reply. */
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
    /** When the first reply came in that nobody has answered. */
    waitingSince: time("waiting_since"),
    snoozedUntil: time("snoozed_until"),
    tags: json<string[]>("tags").notNull().default([]),
    /** What the lead wants: the last message that says so, or a person's word. */
    category: text("category", { enum: REPLY_CATEGORIES }),
    categorySource: text("category_source", { enum: CATEGORY_SOURCES }),
    categoryWords: json<string[]>("category_words").notNull().default([]),
    categoryConfidence: real("category_confidence"),
    /** Who is to be asked instead, as the lead names them. */
    successorEmail: text("successor_email"),
    successorName: text("successor_name"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("threads_category").on(t.workspaceId, t.category, t.lastMessageAt),
    uniqueIndex("threads_conversation")
      .on(t.workspaceId, t.campaignId, t.leadId)
      .where(sql`campaign_id IS NOT NULL AND lead_id IS NOT NULL`),
    index("threads_recent").on(t.workspaceId, t.lastMessageAt, t.id),
    index("threads_status").on(t.workspaceId, t.status, t.lastMessageAt),
    index("threads_lead").on(t.workspaceId, t.leadId),
    // Who waits longest for an answer.
    index("threads_awaiting")
      .on(t.workspaceId, t.lastMessageAt)
      .where(
        sql`last_direction = 'inbound' AND message_count > 0 AND status NOT IN ('closed', 'not_interested', 'wrong_person', 'lost', 'out_of_office', 'do_not_contact')`,
      ),
    index("threads_waiting")
      .on(t.workspaceId, t.waitingSince)
      .where(sql`waiting_since IS NOT NULL`),
    // Whose turn it is: the newest thread of each person.
    index("threads_assigned")
      .on(t.workspaceId, t.assignedTo)
      .where(sql`assigned_to IS NOT NULL`),
    // Snoozed until then; the thread comes back by itself.
    index("threads_snoozed")
      .on(t.snoozedUntil)
      .where(sql`snoozed_until IS NOT NULL`),
    index("threads_tagged")
      .on(t.workspaceId, t.lastMessageAt)
      .where(sql`tags <> '[]'`),
  ],
);

/** An opt-out by reply, with what it ended: what a person needs to take it back. */
export const replyOptOuts = sqliteTable(
  "reply_opt_outs",
  {
    id: rowId<number>(),
    workspaceId: workspaceColumn(),
    threadId: integer("thread_id").notNull().$type<ThreadId>(),
    leadId: integer("lead_id").notNull().$type<LeadId>(),
    /** Names the suppressions that it made. */
    source: text("source").notNull(),
    /** The status of the thread before it. */
    threadStatus: text("thread_status", { enum: THREAD_STATUSES }).notNull(),
    /** Places in campaigns that it ended, as they were. */
    ended: json<EndedEnrolment[]>("ended").notNull().default([]),
    createdAt: createdAt(),
    undoneAt: time("undone_at"),
  },
  (t) => [
    uniqueIndex("reply_opt_outs_source").on(t.workspaceId, t.source),
    index("reply_opt_outs_thread").on(t.workspaceId, t.threadId),
    index("reply_opt_outs_lead").on(t.workspaceId, t.leadId),
  ],
);

/** Files that people attached to mails which have not left: where they are kept until then. */
export const replyDrafts = sqliteTable(
  "reply_drafts",
  {
    /** RFC 5322 Message-ID of the mail, without angle brackets. */
    messageId: text("message_id").primaryKey(),
    workspaceId: workspaceColumn(),
    mailboxId: integer("mailbox_id").notNull().$type<MailboxId>(),
    /** In its Drafts folder; else in `reply_files`, since the mailbox only sends. */
    inMailbox: flag("in_mailbox").notNull(),
    /** When to look whether they are still needed. */
    dueAt: time("due_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("reply_drafts_due").on(t.dueAt), index("reply_drafts_workspace").on(t.workspaceId)],
);

/** Attached files of mailboxes that only send, in pieces that a row holds. */
export const replyFiles = sqliteTable(
  "reply_files",
  {
    messageId: text("message_id").notNull(),
    /** Position of the file, from 0. */
    file: integer("file").notNull(),
    piece: integer("piece").notNull(),
    workspaceId: workspaceColumn(),
    /** In base64. */
    content: text("content").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.file, t.piece] }),
    index("reply_files_workspace").on(t.workspaceId),
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
