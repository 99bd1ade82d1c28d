import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { INVITED_ROLES } from "#modules/accounts/rules/administer.ts";
import { READER_LANGUAGES } from "#platform/rules/choices.ts";
import type { EmailChangeId, InvitationId, UserId } from "#platform/rules/ids.ts";
import { createdAt, rowId, time, workspaceColumn } from "#platform/db/columns.ts";

/** What a mail with a token needs: the token itself is stored nowhere. */
const mailed = () => ({
  /** Random; with the secret of the install it gives the token again, so that a repeated job mails the same one. */
  seed: text("seed").notNull(),
  /** SHA-256 of the token, hex. */
  hash: text("hash").notNull(),
  /** When a wake-up for the mail is due again; null once it was handed over. */
  mailAt: time("mail_at"),
  mailedAt: time("mailed_at"),
});

/** Accounts that are offered to an address. Accepted and withdrawn ones are deleted. */
export const invitations = sqliteTable(
  "invitations",
  {
    id: rowId<InvitationId>(),
    /** Lower case. */
    email: text("email").notNull(),
    role: text("role", { enum: INVITED_ROLES }).notNull(),
    /** Who answers for it: it ends when they may not invite for this role any more. Null where a key does. */
    invitedBy: integer("invited_by").$type<UserId>(),
    /** The key of the install that made it. */
    installKeyId: integer("install_key_id"),
    /** Of its mail, and of the account that it makes. */
    language: text("language", { enum: READER_LANGUAGES }),
    createdAt: createdAt(),
    /** When the present link was made. */
    sentAt: time("sent_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    ...mailed(),
  },
  (t) => [
    uniqueIndex("invitations_email").on(t.email),
    uniqueIndex("invitations_hash").on(t.hash),
    index("invitations_expiry").on(t.expiresAt),
    index("invitations_mail").on(t.mailAt),
  ],
);

/** The workspaces that an invitation opens. */
export const invitationWorkspaces = sqliteTable(
  "invitation_workspaces",
  {
    invitationId: integer("invitation_id").notNull().$type<InvitationId>(),
    workspaceId: workspaceColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.invitationId, t.workspaceId] }),
    index("invitation_workspaces_workspace").on(t.workspaceId),
  ],
);

/** Changes of a person's email: those that wait for the new address, and those that the old one can undo. */
export const emailChanges = sqliteTable(
  "email_changes",
  {
    id: rowId<EmailChangeId>(),
    userId: integer("user_id").notNull().$type<UserId>(),
    fromEmail: text("from_email").notNull(),
    toEmail: text("to_email").notNull(),
    /** The session that asked: it goes on when the others end. */
    sessionId: text("session_id").notNull(),
    /** The account's when it was asked for: a new password ends what waits. */
    sessionVersion: integer("session_version").notNull(),
    createdAt: createdAt(),
    /** The new address confirms until then. */
    expiresAt: time("expires_at").notNull(),
    confirmedAt: time("confirmed_at"),
    /** SHA-256 of the token that the old address gets, hex. */
    undoHash: text("undo_hash").notNull(),
    /** The old address undoes until then. */
    undoUntil: time("undo_until"),
    ...mailed(),
  },
  (t) => [
    uniqueIndex("email_changes_hash").on(t.hash),
    uniqueIndex("email_changes_undo").on(t.undoHash),
    index("email_changes_user").on(t.userId, t.createdAt),
    index("email_changes_session").on(t.sessionId),
    index("email_changes_expiry").on(t.expiresAt),
    index("email_changes_mail").on(t.mailAt),
  ],
);
