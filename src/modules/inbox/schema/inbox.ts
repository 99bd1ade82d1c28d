import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import type {
  CampaignId,
  LeadId,
  MailboxId,
  TemplateId,
  ThreadId,
  UserId,
} from "#platform/rules/ids.ts";
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
    // Who waits longest for an answer.
    index("threads_awaiting")
      .on(t.workspaceId, t.lastMessageAt)
      .where(
        sql`last_direction = 'inbound' AND message_count > 0 AND status NOT IN ('closed', 'not_interested', 'wrong_person', 'lost', 'out_of_office', 'do_not_contact')`,
      ),
    // Snoozed until then; the thread comes back by itself.
    index("threads_snoozed")
      .on(t.snoozedUntil)
      .where(sql`snoozed_until IS NOT NULL`),
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
