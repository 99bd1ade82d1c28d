import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { createdAt, flag, json, rowId, time, workspaceColumn } from "#platform/db/columns.ts";

/** What limits a key. Null, as in keys from before there were limits: nothing does. */
const restrictions = () => ({
  /** Actions of the permission table; null: whatever its role allows, in later versions too. */
  scopes: json<readonly string[]>("scopes"),
  /** Ranges as `addressRange` writes them. */
  allowCidrs: json<readonly string[]>("allow_cidrs"),
  expiresAt: time("expires_at"),
});

/** Shown once, kept as a hash, bound to one workspace. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: rowId<number>(),
    workspaceId: workspaceColumn(),
    name: text("name").notNull(),
    role: text("role", { enum: ["employee", "client"] }).notNull(),
    /** SHA-256 of the whole key, hex. */
    hash: text("hash").notNull(),
    lastFour: text("last_four").notNull(),
    createdBy: integer("created_by").$type<UserId>(),
    /** The admin who took it over; its access then hangs on them instead of on its creator. */
    adoptedBy: integer("adopted_by").$type<UserId>(),
    /** Its creator had left before keys stopped with their creators: it goes on, and is flagged. */
    keptWithoutCreator: flag("kept_without_creator").notNull().default(false),
    createdAt: createdAt(),
    /** Kept to the minute at most, so that a busy key costs no write per request. */
    lastUsedAt: time("last_used_at"),
    revokedAt: time("revoked_at"),
    ...restrictions(),
  },
  (t) => [
    uniqueIndex("api_keys_hash").on(t.hash),
    index("api_keys_workspace").on(t.workspaceId, t.id),
    index("api_keys_creator").on(t.createdBy),
  ],
);

/** Made by admins for several workspaces, or for all and what concerns the install. */
export const installKeys = sqliteTable(
  "install_keys",
  {
    id: rowId<number>(),
    name: text("name").notNull(),
    /** SHA-256 of the whole key, hex. */
    hash: text("hash").notNull(),
    lastFour: text("last_four").notNull(),
    /** False: it opens those of `install_key_workspaces`. */
    everywhere: flag("everywhere").notNull(),
    createdBy: integer("created_by").notNull().$type<UserId>(),
    /** The admin who took it over. */
    adoptedBy: integer("adopted_by").$type<UserId>(),
    createdAt: createdAt(),
    /** To the minute. */
    lastUsedAt: time("last_used_at"),
    revokedAt: time("revoked_at"),
    ...restrictions(),
  },
  (t) => [
    uniqueIndex("install_keys_hash").on(t.hash),
    index("install_keys_creator").on(t.createdBy),
  ],
);

/** The workspaces that a key of the install names. */
export const installKeyWorkspaces = sqliteTable(
  "install_key_workspaces",
  {
    keyId: integer("key_id").notNull(),
    workspaceId: workspaceColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.keyId, t.workspaceId] }),
    index("install_key_workspaces_workspace").on(t.workspaceId),
  ],
);

/** Who did what to which record from where. A line lies where its deed does; the install's log collects all. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: rowId<number>(),
    at: time("at").notNull(),
    /** The user, or null for an API key or nobody (a failed sign-in). */
    userId: integer("user_id").$type<UserId>(),
    /** A key of a workspace. */
    apiKeyId: integer("api_key_id"),
    /** A key of the install: ids of the two kinds are counted apart. */
    installKeyId: integer("install_key_id"),
    /** The admin behind an impersonated session. */
    impersonatorId: integer("impersonator_id").$type<UserId>(),
    action: text("action").notNull(),
    workspaceId: integer("workspace_id").$type<WorkspaceId>(),
    targetType: text("target_type"),
    targetId: text("target_id"),
    address: text("address").notNull(),
    details: json<Record<string, unknown>>("details").notNull().default({}),
  },
  (t) => [
    // Of each filter the newest are found, and a range of time; the id, by which they go on, is part of each.
    index("audit_log_time").on(t.at),
    index("audit_log_workspace").on(t.workspaceId, t.at),
    index("audit_log_user").on(t.userId, t.at),
    index("audit_log_action").on(t.action, t.at),
    index("audit_log_target")
      .on(t.targetType, t.targetId, t.at)
      .where(sql`target_type IS NOT NULL`),
    index("audit_log_impersonator")
      .on(t.impersonatorId, t.at)
      .where(sql`impersonator_id IS NOT NULL`),
    index("audit_log_api_key")
      .on(t.apiKeyId, t.at)
      .where(sql`api_key_id IS NOT NULL`),
    index("audit_log_install_key")
      .on(t.installKeyId, t.at)
      .where(sql`install_key_id IS NOT NULL`),
  ],
);

/** Tries of a password, by account and source and by account alone: the slow brake on guessing. */
export const signInFailures = sqliteTable(
  "sign_in_failures",
  {
    /** Hash of what is counted. */
    account: text("account").primaryKey(),
    /** Counted before the password is looked at; a right one is taken off again. */
    failures: integer("failures").notNull(),
    /** The count starts again when this passes. */
    expiresAt: time("expires_at").notNull(),
    /** No attempt before this. */
    blockedUntil: time("blocked_until").notNull(),
  },
  (t) => [index("sign_in_failures_expiry").on(t.expiresAt)],
);

/** Where a person has signed in from: guesses from elsewhere do not keep them out. */
export const signInSources = sqliteTable(
  "sign_in_sources",
  {
    userId: integer("user_id").notNull().$type<UserId>(),
    /** Hash of user and address. */
    source: text("source").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.source] }),
    index("sign_in_sources_expiry").on(t.expiresAt),
  ],
);

/** Password resets that were asked for by mail: one hour, used once. */
export const passwordResets = sqliteTable(
  "password_resets",
  {
    /** SHA-256 of the token, hex. */
    hash: text("hash").primaryKey(),
    userId: integer("user_id").notNull().$type<UserId>(),
    createdAt: createdAt(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [
    index("password_resets_user").on(t.userId, t.createdAt),
    index("password_resets_expiry").on(t.expiresAt),
  ],
);
