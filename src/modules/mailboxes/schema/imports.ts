import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { MailboxFields } from "#modules/mailboxes/rules/fields.ts";
import { IMPORT_ROW_STATES } from "#modules/mailboxes/rules/imports/states.ts";
import type { MailboxId, MailboxImportId, UserId } from "#platform/rules/ids.ts";
import { createdAt, flag, json, rowId, time, workspaceColumn } from "#platform/db/columns.ts";

/** Files of mailboxes, whose rows are stored and tested in the background. */
export const mailboxImports = sqliteTable(
  "mailbox_imports",
  {
    id: rowId<MailboxImportId>(),
    workspaceId: workspaceColumn(),
    /** Name of the file. */
    name: text("name").notNull(),
    /** When it is looked after again, though nothing woke it; null: every row is settled. */
    wakeAt: time("wake_at"),
    createdBy: integer("created_by").$type<UserId>(),
    createdAt: createdAt(),
    finishedAt: time("finished_at"),
  },
  (t) => [
    index("mailbox_imports_workspace").on(t.workspaceId, t.id),
    index("mailbox_imports_wake")
      .on(t.wakeAt)
      .where(sql`wake_at IS NOT NULL`),
  ],
);

/** The rows of such a file. Passwords are sealed as in `mailboxes`, and gone once the mailbox has them. */
export const mailboxImportRows = sqliteTable(
  "mailbox_import_rows",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    workspaceId: workspaceColumn(),
    importId: integer("import_id").notNull().$type<MailboxImportId>(),
    /** Where it begins in the file. */
    line: integer("line").notNull(),
    email: text("email").notNull(),
    state: text("state", { enum: IMPORT_ROW_STATES }).notNull(),
    /** What the mailbox gets, passwords aside; null once it has it. */
    fields: json<MailboxFields>("fields"),
    smtpPassword: text("smtp_password"),
    imapPassword: text("imap_password"),
    warmup: flag("warmup").notNull().default(false),
    /** Mails a day that its warmup grows to; null: the default. */
    warmupDailyLimit: integer("warmup_daily_limit"),
    mailboxId: integer("mailbox_id").$type<MailboxId>(),
    /** Why it was skipped or failed. */
    code: text("code"),
    message: text("message"),
    /** When its test was asked for last, and how often. */
    askedAt: time("asked_at"),
    asked: integer("asked").notNull().default(0),
  },
  (t) => [
    uniqueIndex("mailbox_import_rows_line").on(t.importId, t.line),
    index("mailbox_import_rows_state").on(t.importId, t.state, t.line),
    index("mailbox_import_rows_workspace").on(t.workspaceId),
    index("mailbox_import_rows_tested")
      .on(t.mailboxId)
      .where(sql`state = 'testing'`),
  ],
);
