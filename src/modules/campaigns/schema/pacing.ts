import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, time, workspaceColumn } from "#platform/db/columns.ts";

/** How a sending domain stands with a group of recipients; written with its first mail to them. */
export const paces = sqliteTable(
  "paces",
  {
    workspaceId: workspaceColumn(),
    /** The domain that sends. */
    domain: text("domain").notNull(),
    /** Who takes the mail: `recipientGroup`. */
    recipients: text("recipients").notNull(),
    /** Mails of the first day; null: it does not grow. */
    base: integer("base"),
    /** YYYY-MM-DD, UTC: it grows by each day behind this one on which it sent. */
    since: text("since").notNull(),
    /** Refusals in a row, and what the last one said. */
    refusals: integer("refusals").notNull().default(0),
    refusedAt: time("refused_at"),
    refusal: text("refusal"),
    /** Nothing leaves until then. */
    heldUntil: time("held_until"),
    /** And half of so many until then. */
    halvedFrom: integer("halved_from"),
    halvedUntil: time("halved_until"),
    /** What placement says of it: half, or none. */
    junkState: text("junk_state", { enum: ["throttled", "paused"] }),
    junkNote: text("junk_note"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.domain, t.recipients] })],
);
