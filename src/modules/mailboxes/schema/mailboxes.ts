import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import type { GrantId, MailboxId } from "#platform/rules/ids.ts";
import { ROADS } from "#modules/connections/rules/kinds.ts";
import { MAILBOX_STATUSES, TRANSPORT_SECURITIES } from "#platform/rules/mail/mailbox.ts";
import { HELD_STATES } from "#modules/mailboxes/rules/health-bands.ts";
import {
  createdAt,
  flag,
  json,
  rowId,
  time,
  updatedAt,
  workspaceColumn,
} from "#platform/db/columns.ts";

/** Passwords are sealed (`v1.<kid>.<iv>.<ct>`) and never leave. */
export const mailboxes = sqliteTable(
  "mailboxes",
  {
    id: rowId<MailboxId>(),
    workspaceId: workspaceColumn(),
    email: text("email").notNull(),
    /** What follows the @. */
    domain: text("domain").generatedAlwaysAs(sql`substr(email, instr(email, '@') + 1)`, {
      mode: "virtual",
    }),
    fromName: text("from_name").notNull(),
    replyTo: text("reply_to"),
    smtpHost: text("smtp_host").notNull(),
    smtpPort: integer("smtp_port").notNull(),
    smtpSecurity: text("smtp_security", { enum: TRANSPORT_SECURITIES }).notNull().default("auto"),
    smtpUsername: text("smtp_username").notNull(),
    /** Empty where a grant opens the mailbox. */
    smtpPassword: text("smtp_password").notNull(),
    /** Null: send only. */
    imapHost: text("imap_host"),
    imapPort: integer("imap_port"),
    imapSecurity: text("imap_security", { enum: TRANSPORT_SECURITIES }).notNull().default("auto"),
    imapUsername: text("imap_username"),
    imapPassword: text("imap_password"),
    /** What opens it without a password. */
    grantId: integer("grant_id").$type<GrantId>(),
    /** What it sends by: SMTP, or the API of its provider. */
    road: text("road", { enum: ROADS }).notNull().default("smtp"),
    dailyLimit: integer("daily_limit").notNull(),
    minGapSeconds: integer("min_gap_seconds").notNull(),
    gapJitterSeconds: integer("gap_jitter_seconds").notNull(),
    rampEnabled: flag("ramp_enabled").notNull().default(true),
    rampIncrement: integer("ramp_increment").notNull().default(2),
    signatureHtml: text("signature_html").notNull().default(""),
    signatureText: text("signature_text").notNull().default(""),
    tags: json<string[]>("tags").notNull().default([]),
    /** One at most, to sort many mailboxes by: a client's domain, a team. */
    groupName: text("group_name"),
    timezone: text("timezone"),
    trackingDomain: text("tracking_domain"),
    saveToSent: flag("save_to_sent").notNull().default(true),
    /** Its server was seen to give mails a Message-ID of its own. */
    replacesIds: flag("replaces_ids").notNull().default(false),
    status: text("status", { enum: MAILBOX_STATUSES }).notNull().default("active"),
    statusMessage: text("status_message"),
    lastErrorAt: time("last_error_at"),
    /** Consecutive failed log-ins; three make a connection_error. */
    authFailures: integer("auth_failures").notNull().default(0),
    /** Consecutive connections that failed; five make a connection_error. */
    connectFailures: integer("connect_failures").notNull().default(0),
    /** Blocks of mail from before this no longer count: it was stopped for them. */
    blocksSince: time("blocks_since"),
    /** When a mailbox whose server could not be reached is tested again by itself. */
    recheckAt: time("recheck_at"),
    /** The gap: no campaign mail before this. Moved by the claim itself. */
    nextSendAt: time("next_send_at"),
    lastSentAt: time("last_sent_at"),
    /** When IMAP is due again, and who has leased the sync. */
    syncDueAt: time("sync_due_at"),
    syncLeaseUntil: time("sync_lease_until"),
    lastSyncAt: time("last_sync_at"),
    /** Until when its mail was looked for in the Sent folder. */
    sentCheckedAt: time("sent_checked_at"),
    /** Consecutive syncs that the server refused; they space the next ones out. */
    syncFailures: integer("sync_failures").notNull().default(0),
    /** When a person or the background tested the connection last. */
    testedAt: time("tested_at"),
    /** Why its rates slow or stop it, and when they are judged again. */
    heldState: text("held_state", { enum: HELD_STATES }),
    heldReason: text("held_reason"),
    heldUntil: time("held_until"),
    /** What happened before this no longer counts against it. */
    judgedSince: time("judged_since"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Deleted mailboxes keep a row, without secrets, for the threads that name it. */
    deletedAt: time("deleted_at"),
  },
  (t) => [
    uniqueIndex("mailboxes_email")
      .on(t.workspaceId, t.email)
      .where(sql`deleted_at IS NULL`),
    index("mailboxes_workspace").on(t.workspaceId, t.id),
    index("mailboxes_standing")
      .on(t.workspaceId, t.status)
      .where(sql`deleted_at IS NULL`),
    index("mailboxes_recheck")
      .on(t.recheckAt)
      .where(sql`recheck_at IS NOT NULL`),
    index("mailboxes_grant")
      .on(t.grantId)
      .where(sql`grant_id IS NOT NULL`),
    index("mailboxes_domain")
      .on(t.domain)
      .where(sql`deleted_at IS NULL`),
    index("mailboxes_held")
      .on(t.heldUntil)
      .where(sql`held_until IS NOT NULL`),
    index("mailboxes_sync")
      .on(t.syncDueAt)
      .where(sql`deleted_at IS NULL AND imap_host IS NOT NULL`),
  ],
);

/** How far IMAP reading is, moved in the same batch as the rows it read. */
export const imapCursors = sqliteTable(
  "imap_cursors",
  {
    workspaceId: workspaceColumn(),
    mailboxId: integer("mailbox_id").notNull().$type<MailboxId>(),
    folder: text("folder").notNull(),
    uidValidity: text("uid_validity").notNull(),
    lastUid: integer("last_uid").notNull(),
    /** The mail that could not be taken last, and how often. */
    stuckUid: integer("stuck_uid"),
    stuckTries: integer("stuck_tries").notNull().default(0),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.mailboxId, t.folder] })],
);
