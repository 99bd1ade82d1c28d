import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { ROLES } from "#platform/access/permissions.ts";
import { switchesOf } from "#platform/access/switches.ts";
import { READER_LANGUAGES, SIGN_IN_METHODS } from "#platform/rules/choices.ts";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";
import {
  createdAt,
  flag,
  json,
  rowId,
  time,
  updatedAt,
  workspaceColumn,
} from "#platform/db/columns.ts";

export const users = sqliteTable(
  "users",
  {
    id: rowId<UserId>(),
    name: text("name").notNull(),
    /** Lower case. */
    email: text("email").notNull(),
    /** Lower case; the email until the user changes it. */
    username: text("username").notNull(),
    passwordHash: text("password_hash").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    /** Raised by anything that must end every session at once. */
    sessionVersion: integer("session_version").notNull().default(1),
    /** Signed up by themselves, with an address that nobody confirmed. */
    signedUp: flag("signed_up").notNull().default(false),
    /** What the person reads; null: the dashboard as the browser wishes, mails in English. */
    language: text("language", { enum: READER_LANGUAGES }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("users_email").on(t.email),
    uniqueIndex("users_username").on(t.username),
    index("users_role").on(t.role),
  ],
);

/** One row per sign-in; deleting it ends the session whatever its token says. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    userId: integer("user_id").notNull().$type<UserId>(),
    /** The admin behind an impersonated session. */
    actorId: integer("actor_id").$type<UserId>(),
    /** The admin's own session, on which an impersonated one stands: it ends with it, and returns to it. */
    actorSessionId: text("actor_session_id"),
    createdAt: createdAt(),
    expiresAt: time("expires_at").notNull(),
    /** When the person last proved who they are; null: at the sign-in. */
    provedAt: time("proved_at"),
    /** Kept to the minute, so that a busy session costs no write per request; null: at the sign-in. */
    lastUsedAt: time("last_used_at"),
    /** Browser and system, such as `Firefox on Windows`; "" where they are not known. */
    device: text("device").notNull().default(""),
    /** The network that the sign-in came from, never the exact address; "" where it is not known. */
    network: text("network").notNull().default(""),
    /** What the person signed in with. */
    method: text("method", { enum: SIGN_IN_METHODS }).notNull().default("password"),
    /** The workspace's own host at which it was opened, and where alone it works; null: the install's address. */
    host: text("host"),
  },
  (t) => [index("sessions_user").on(t.userId), index("sessions_expiry").on(t.expiresAt)],
);

/** The install's row is the truth; where the workspace lies in another database, a copy lies there too. */
export const workspaces = sqliteTable(
  "workspaces",
  {
    id: rowId<WorkspaceId>(),
    name: text("name").notNull(),
    slug: text("slug").notNull(),
    /** Kept beside the rows it counts, in the same batch (`total` of lists). */
    leadCount: integer("lead_count").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Made for a client, who has logins of its own. */
    isClient: flag("is_client").notNull().default(false),
    /** The person who made it, beside their first one: employees may make so many. */
    createdBy: integer("created_by").$type<UserId>(),
    /** Set when a client is deleted; purged 30 days later. */
    deletedAt: time("deleted_at"),
    /** How many leads and mailboxes it may have, and emails of campaigns it may send in a month (UTC); null is no quota. */
    quotaLeads: integer("quota_leads"),
    quotaMailboxes: integer("quota_mailboxes"),
    quotaMails: integer("quota_mails"),
    /** Set while a client is paused as a whole: nothing leaves its workspace. */
    pausedAt: time("paused_at"),
    pauseReason: text("pause_reason"),
    /** What its clients may do; an unknown one gives nothing. */
    clientSwitches: json<readonly string[]>("client_switches")
      .notNull()
      .default(switchesOf("classic")),
  },
  (t) => [
    uniqueIndex("workspaces_slug").on(t.slug),
    index("workspaces_standing").on(t.deletedAt, t.isClient, t.id),
    index("workspaces_creator")
      .on(t.createdBy)
      .where(sql`created_by IS NOT NULL`),
  ],
);

/** Who may enter: employees by assignment, clients by ownership. Admins need no row. */
export const workspaceMembers = sqliteTable(
  "workspace_members",
  {
    id: rowId<number>(),
    workspaceId: workspaceColumn(),
    userId: integer("user_id").notNull().$type<UserId>(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("workspace_members_pair").on(t.workspaceId, t.userId),
    index("workspace_members_user").on(t.userId),
  ],
);

/** Of each workspace; under 0 what is noted of the whole database. */
export const workspaceSettings = sqliteTable(
  "workspace_settings",
  {
    workspaceId: integer("workspace_id").primaryKey().$type<WorkspaceId>(),
    /** Only what differs from the defaults. */
    value: json<Record<string, unknown>>("value").notNull(),
    updatedAt: updatedAt(),
  },
  () => [
    // Finds those that want something forgotten.
    index("workspace_settings_retention").on(sql`value ->> '$.compliance.retention_days'`),
  ],
);

/** The install's own state: branding, setup, registration. */
export const installSettings = sqliteTable("install_settings", {
  key: text("key").primaryKey(),
  value: json<unknown>("value").notNull(),
  updatedAt: updatedAt(),
});
