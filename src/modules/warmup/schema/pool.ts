import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MailboxId } from "#platform/rules/ids.ts";
import { flag, time, workspaceColumn } from "#platform/db/columns.ts";

/**
 * Mailboxes that their workspaces let write to those of other workspaces of the install: the one
 * place where workspaces meet. A copy of what pairing needs, taken from the workspaces' databases.
 */
export const warmupPool = sqliteTable(
  "warmup_pool",
  {
    mailboxId: integer("mailbox_id").notNull().$type<MailboxId>(),
    workspaceId: workspaceColumn(),
    /** In lower case. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    timezone: text("timezone"),
    /** It is connected and read, and its warmup runs. */
    isReady: flag("is_ready").notNull(),
    checkedAt: time("checked_at").notNull(),
    joinedAt: time("joined_at").notNull(),
    /** Nobody writes to it any more; kept until its last mails have arrived. */
    leftAt: time("left_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.mailboxId] }),
    index("warmup_pool_email").on(t.email),
    index("warmup_pool_checked").on(t.checkedAt),
    index("warmup_pool_ready")
      .on(t.checkedAt)
      .where(sql`left_at IS NULL AND is_ready = 1`),
    index("warmup_pool_left")
      .on(t.leftAt)
      .where(sql`left_at IS NOT NULL`),
  ],
);
