import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import { NOTICE_PROVIDERS } from "#modules/events/rules/notices.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { createdAt, rowId, time, workspaceColumn } from "#platform/db/columns.ts";

/** Keys of workspaces that connected a mail provider of their own. */
export const providerKeys = sqliteTable(
  "provider_keys",
  {
    workspaceId: workspaceColumn(),
    provider: text("provider", { enum: NOTICE_PROVIDERS }).notNull(),
    /** Sealed. */
    key: text("key").notNull(),
    /** Sealed: the key that this one took the place of; it is good for as long. */
    formerKey: text("former_key"),
    formerUntil: time("former_until"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.provider] }),
    index("provider_keys_provider").on(t.provider, t.workspaceId),
  ],
);

/** What providers posted, as it came: stored before any work, worked on once. */
export const providerCalls = sqliteTable(
  "provider_calls",
  {
    id: rowId<number>(),
    provider: text("provider", { enum: NOTICE_PROVIDERS }).notNull(),
    /** Whose key signed it: it may touch this workspace alone. 0: the install's, so any. */
    workspaceId: integer("workspace_id").notNull().$type<WorkspaceId | 0>(),
    /** The provider's name of the call, or a hash of its bytes. */
    externalId: text("external_id").notNull(),
    body: text("body").notNull(),
    /** Null once it is done; else when to look (again). */
    dueAt: time("due_at"),
    attempts: integer("attempts").notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("provider_calls_once").on(t.provider, t.workspaceId, t.externalId),
    index("provider_calls_due")
      .on(t.dueAt)
      .where(sql`due_at IS NOT NULL`),
    index("provider_calls_age").on(t.createdAt),
    index("provider_calls_workspace").on(t.workspaceId),
  ],
);
