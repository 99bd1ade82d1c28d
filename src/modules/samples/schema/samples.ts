import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { CampaignId, ListId, MailboxId, SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { KEPT_STATES } from "#modules/samples/rules/states.ts";
import { createdAt, flag, rowId, time, workspaceColumn } from "#platform/db/columns.ts";

/** The sample data of a workspace, while it has any. */
export const samples = sqliteTable(
  "samples",
  {
    workspaceId: integer("workspace_id").primaryKey().$type<WorkspaceId>(),
    state: text("state", { enum: KEPT_STATES }).notNull(),
    mailboxId: integer("mailbox_id").$type<MailboxId>(),
    listId: integer("list_id").$type<ListId>(),
    campaignId: integer("campaign_id").$type<CampaignId>(),
    /** Who is making it. */
    lease: text("lease"),
    leaseUntil: time("lease_until"),
    createdAt: createdAt(),
  },
  (t) => [index("samples_state").on(t.state)],
);

/** What a sandbox mailbox sent: the server of its recipients, and what they still do about each. */
export const sandboxMails = sqliteTable(
  "sandbox_mails",
  {
    id: rowId<number>(),
    workspaceId: workspaceColumn(),
    messageId: text("message_id").notNull(),
    ticket: text("ticket").notNull(),
    lease: text("lease").notNull(),
    /** Null for an answer by hand: nobody reacts to it. */
    sendId: integer("send_id").$type<SendId>(),
    toEmail: text("to_email").notNull(),
    subject: text("subject").notNull(),
    isFirst: flag("is_first").notNull(),
    /** It has a tracking pixel. */
    hasPixel: flag("has_pixel").notNull(),
    /** Where its first tracked link leads. */
    link: text("link"),
    takenAt: time("taken_at").notNull(),
    /** When its acceptance was reported to the ledger. */
    settledAt: time("settled_at"),
    /** What its recipient has done, and when the next thing is due; null: nothing more. */
    acts: integer("acts").notNull().default(0),
    actAt: time("act_at"),
    actLease: text("act_lease"),
    actLeaseUntil: time("act_lease_until"),
  },
  (t) => [
    uniqueIndex("sandbox_mails_key").on(t.workspaceId, t.messageId),
    index("sandbox_mails_act")
      .on(t.actAt)
      .where(sql`act_at IS NOT NULL`),
    index("sandbox_mails_unsettled")
      .on(t.takenAt)
      .where(sql`settled_at IS NULL`),
  ],
);
