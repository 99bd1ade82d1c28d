import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { MARK_KINDS, RECEIPT_KINDS } from "#modules/receipts/rules/kinds.ts";
import { rowId, time, workspaceColumn } from "#platform/db/columns.ts";

/** Where the chain of a workspace stands. Every append names the place that it leaves. */
export const receiptChains = sqliteTable(
  "receipt_chains",
  {
    workspaceId: integer("workspace_id").primaryKey().$type<WorkspaceId>(),
    /** Hex; commitments to rows of the product take it, so that nobody can guess them. */
    salt: text("salt").notNull(),
    /** The day that is open, `YYYY-MM-DD`; "" before the first row. */
    day: text("day").notNull().default(""),
    /** Rows of the open day. */
    count: integer("count").notNull().default(0),
    /** Hash of the last row, or of the last head where the open day has none; "" at the beginning. */
    last: text("last").notNull().default(""),
    /** Hash of the last head; "" before the first. */
    head: text("head").notNull().default(""),
    /** Every erasure makes it another: what was prepared before it is not appended. */
    epoch: integer("epoch").notNull().default(0),
    /** Facts before this are not in the chain. */
    beganAt: time("began_at").notNull(),
    /** Up to where the sources had been read when something was appended last: where a copy of the database goes on. */
    readTo: text("read_to").notNull(),
  },
  (t) => [
    // Of open days alone, to close those that are over.
    index("receipt_chains_open")
      .on(t.day)
      .where(sql`count > 0`),
  ],
);

/** The receipts themselves: commitments alone, kept for good. */
export const receipts = sqliteTable(
  "receipts",
  {
    workspaceId: workspaceColumn(),
    day: text("day").notNull(),
    seq: integer("seq").notNull(),
    kind: text("kind", { enum: RECEIPT_KINDS }).notNull(),
    at: time("at").notNull(),
    /** The row of the product that says so. */
    cause: text("cause").notNull(),
    person: text("person").notNull().default(""),
    domain: text("domain").notNull().default(""),
    step: text("step").notNull().default(""),
    detail: text("detail").notNull().default(""),
    hash: text("hash").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.day, t.seq] }),
    uniqueIndex("receipts_cause").on(t.workspaceId, t.cause),
  ],
);

/** Days that are closed, with the signature that they were closed with. */
export const receiptHeads = sqliteTable(
  "receipt_heads",
  {
    workspaceId: workspaceColumn(),
    day: text("day").notNull(),
    count: integer("count").notNull(),
    last: text("last").notNull(),
    previous: text("previous").notNull(),
    at: time("at").notNull(),
    key: text("key").notNull(),
    signature: text("signature").notNull(),
    hash: text("hash").notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.day] })],
);

/** Salts of people and domains, by keyed hash: gone with an erasure, and with them what a commitment was made of. */
export const receiptPeople = sqliteTable(
  "receipt_people",
  {
    workspaceId: workspaceColumn(),
    /** As in `suppressions`. */
    hash: text("hash").notNull(),
    salt: text("salt").notNull(),
    commitment: text("commitment").notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.hash] })],
);

/** What leaves no row of its own: noted in the batch of its cause, until it is a receipt. */
export const receiptMarks = sqliteTable(
  "receipt_marks",
  {
    id: rowId<number>(),
    workspaceId: workspaceColumn(),
    kind: text("kind", { enum: MARK_KINDS }).notNull(),
    at: time("at").notNull(),
    /** Whom it is about, by keyed hash; of an erasure the commitment. */
    about: text("about").notNull().default(""),
    isDomain: integer("is_domain").notNull().default(0),
    detail: text("detail").notNull().default(""),
  },
  (t) => [index("receipt_marks_workspace").on(t.workspaceId, t.id)],
);
