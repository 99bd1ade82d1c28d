import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "#platform/db/columns.ts";

/** First answers of requests that carried an Idempotency-Key, kept for 24 hours. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    /** Hash of caller, method, path and key. */
    id: text("id").primaryKey(),
    bodyHash: text("body_hash").notNull(),
    /** Null while the first request is in flight. */
    status: integer("status"),
    /** Sealed. */
    answer: text("answer"),
    expiresAt: time("expires_at").notNull(),
    /** Set by the first write of the request: without an answer, its outcome is unclear from then on. */
    unclearFrom: time("unclear_from"),
  },
  (t) => [index("idempotency_keys_expiry").on(t.expiresAt)],
);
