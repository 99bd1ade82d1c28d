import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { createdAt, json, rowId, time } from "#platform/db/columns.ts";

/**
 * Addresses and domains that no workspace writes to, by keyed hash alone. Every change gives a row the
 * next version, by which copies of the list find what they lack; one that is taken off stays as such.
 */
export const installSuppressions = sqliteTable(
  "install_suppressions",
  {
    id: rowId<number>(),
    kind: text("kind", { enum: ["address", "domain"] }).notNull(),
    /** HMAC of the value's SHA-256 under the install's key, hex. */
    hash: text("hash").notNull(),
    /** Which key the hash is under. */
    hashKey: text("hash_key").notNull(),
    cause: text("cause", {
      enum: ["manual", "imported", "opt_out", "complaint", "erased"],
    }).notNull(),
    /** Where somebody opted out; null where an admin added it. */
    workspaceId: integer("from_workspace").$type<WorkspaceId>(),
    version: integer("version").notNull(),
    createdBy: integer("created_by").$type<UserId>(),
    createdAt: createdAt(),
    removedAt: time("removed_at"),
  },
  (t) => [
    uniqueIndex("install_suppressions_hash").on(t.hash),
    uniqueIndex("install_suppressions_version").on(t.version),
    index("install_suppressions_standing")
      .on(t.id)
      .where(sql`removed_at IS NULL`),
  ],
);

/** The list of the install as far as this database has it: what its workspaces are compared with. */
export const suppressionCopies = sqliteTable("suppression_copies", {
  hash: text("hash").primaryKey(),
  version: integer("version").notNull(),
});

/** Which workspace wrote to an address first, by keyed hash, while a rule of the install asks. */
export const firstContacts = sqliteTable(
  "first_contacts",
  {
    hash: text("hash").primaryKey(),
    workspaceId: integer("workspace_id").notNull().$type<WorkspaceId>(),
    at: time("at").notNull(),
  },
  (t) => [index("first_contacts_at").on(t.at), index("first_contacts_workspace").on(t.workspaceId)],
);

/** What an erasure found in one workspace. */
export type ErasedIn = {
  readonly workspace_id: number;
  readonly leads: number;
  readonly messages: number;
  readonly sends: number;
};

/**
 * One address that is erased everywhere: the row drives it from workspace to workspace, and stays as
 * the receipt. The address itself is there, sealed, only until it is done.
 */
export const erasures = sqliteTable(
  "erasures",
  {
    id: rowId<number>(),
    hash: text("hash").notNull(),
    hashKey: text("hash_key").notNull(),
    sealed: text("sealed_email"),
    /** Every workspace up to this one is done. */
    cursor: integer("cursor").notNull().default(0),
    found: json<readonly ErasedIn[]>("found").notNull().default([]),
    requestedBy: integer("requested_by").$type<UserId>(),
    createdAt: createdAt(),
    finishedAt: time("finished_at").$type<UnixMs>(),
  },
  (t) => [
    index("erasures_open")
      .on(t.id)
      .where(sql`finished_at IS NULL`),
    index("erasures_hash").on(t.hash),
  ],
);
