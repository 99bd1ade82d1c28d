import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type {
  CampaignId,
  InstallSeedId,
  MailboxId,
  PlacementMailId,
  PlacementSearchId,
  PlacementTestId,
  StepId,
  WorkspaceId,
} from "#platform/rules/ids.ts";
import { TRANSPORT_SECURITIES } from "#platform/rules/mail/mailbox.ts";
import { deliveryColumns, liveIndexes, serverIdIndex } from "#modules/delivery/schema/columns.ts";
import type { SeenHeaders } from "#modules/placement/rules/seen-headers.ts";
import { MAIL_PLACES, INBOX_TABS } from "#modules/placement/rules/places.ts";
import type { TestedMail } from "#modules/placement/rules/tested-mail.ts";
import { PURPOSES } from "#modules/placement/rules/search/next-step.ts";
import type { Found } from "#modules/placement/rules/search/next-step.ts";
import { createdAt, json, rowId, time, workspaceColumn } from "#platform/db/columns.ts";

/** Mailboxes of a workspace that take test emails. */
export const placementSeeds = sqliteTable(
  "placement_seeds",
  {
    mailboxId: integer("mailbox_id").primaryKey().$type<MailboxId>(),
    workspaceId: workspaceColumn(),
    createdAt: createdAt(),
  },
  (t) => [index("placement_seeds_workspace").on(t.workspaceId, t.mailboxId)],
);

/**
 * Mailboxes that the operator connected for test emails of every workspace; they are only read. Their
 * passwords are sealed and never leave; one that is a mailbox of a workspace signs in as that does.
 */
export const installSeeds = sqliteTable(
  "install_seeds",
  {
    id: rowId<InstallSeedId>(),
    email: text("email").notNull(),
    provider: text("provider").notNull(),
    imapHost: text("imap_host").notNull(),
    imapPort: integer("imap_port").notNull(),
    imapSecurity: text("imap_security", { enum: TRANSPORT_SECURITIES }).notNull(),
    imapUsername: text("imap_username").notNull(),
    /** Of an empty text where it is a mailbox of a workspace. */
    imapPassword: text("imap_password").notNull(),
    createdAt: createdAt(),
    /** The workspace whose mailbox it is; null: it has a password of its own. */
    homeWorkspace: integer("home_workspace").$type<WorkspaceId>(),
    homeMailbox: integer("home_mailbox").$type<MailboxId>(),
  },
  (t) => [uniqueIndex("install_seeds_email").on(t.email)],
);

/** A mail that is sent to seeds. Its state follows from its mails. */
export const placementTests = sqliteTable(
  "placement_tests",
  {
    id: rowId<PlacementTestId>(),
    workspaceId: workspaceColumn(),
    campaignId: integer("campaign_id").$type<CampaignId>(),
    stepId: integer("step_id").$type<StepId>(),
    variant: text("variant"),
    /** Makes the Message-IDs of its mails. */
    key: text("key").notNull(),
    /** What is sent, as it was when the test began. */
    mail: json<TestedMail>("mail").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
    cancelledAt: time("cancelled_at"),
  },
  (t) => [
    uniqueIndex("placement_tests_key").on(t.workspaceId, t.key),
    index("placement_tests_workspace").on(t.workspaceId, t.id),
    index("placement_tests_old").on(t.createdAt),
  ],
);

export const SEARCH_STATES = ["running", "done", "cancelled"] as const;

/** The search for what of a mail its providers junk. What it does next follows from its mails. */
export const placementSearches = sqliteTable(
  "placement_searches",
  {
    id: rowId<PlacementSearchId>(),
    workspaceId: workspaceColumn(),
    testId: integer("test_id").notNull().$type<PlacementTestId>(),
    mailboxId: integer("mailbox_id").notNull().$type<MailboxId>(),
    state: text("state", { enum: SEARCH_STATES }).notNull(),
    /** Factors that the mail has, as `rules/search/factors.ts` counts them. */
    present: integer("present").notNull(),
    providers: json<string[]>("providers").notNull(),
    /** Once it is over: what was found, by provider. */
    found: json<Found[]>("found").notNull().default([]),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
    finishedAt: time("finished_at"),
  },
  (t) => [
    index("placement_searches_test").on(t.workspaceId, t.testId),
    index("placement_searches_running")
      .on(t.id)
      .where(sql`state = 'running'`),
    uniqueIndex("placement_searches_one")
      .on(t.testId)
      .where(sql`state = 'running'`),
  ],
);

/** The ledger of test emails: a row for each, written before it leaves. */
export const placementMails = sqliteTable(
  "placement_mails",
  {
    id: rowId<PlacementMailId>(),
    workspaceId: workspaceColumn(),
    testId: integer("test_id").notNull().$type<PlacementTestId>(),
    /** The search that it is for; 0: the test itself. */
    searchId: integer("search_id").notNull().default(0).$type<PlacementSearchId | 0>(),
    mailboxId: integer("mailbox_id").notNull().$type<MailboxId>(),
    /** `mailbox:7`, or `install:3`. */
    seed: text("seed").notNull(),
    seedEmail: text("seed_email").notNull(),
    provider: text("provider").notNull(),
    /** Factors of the mail that are not replaced. */
    version: integer("version").notNull(),
    /** Its place among the mails of the search to this provider, from 1; 0 in the test itself. */
    number: integer("number").notNull().default(0),
    purpose: text("purpose", { enum: ["test", ...PURPOSES] }).notNull(),
    /** Derived from its key, without angle brackets. */
    messageId: text("message_id").notNull(),
    /** As it was written; empty before that. */
    subject: text("subject").notNull().default(""),
    ...deliveryColumns(),
    createdAt: createdAt(),
    /** When somebody looks where it lies; null: nobody does any more, or not yet. */
    lookAt: time("look_at"),
    looks: integer("looks").notNull().default(0),
    /** When its seed was read last, whether the mail was there or not. */
    readAt: time("read_at"),
    place: text("place", { enum: MAIL_PLACES }),
    placedAt: time("placed_at"),
    folder: text("folder"),
    tab: text("tab", { enum: INBOX_TABS }),
    /** What its provider says of it. */
    seen: json<SeenHeaders>("seen"),
  },
  (t) => [
    uniqueIndex("placement_mails_key").on(
      t.testId,
      t.searchId,
      t.mailboxId,
      t.seed,
      t.version,
      t.number,
    ),
    uniqueIndex("placement_mails_turn")
      .on(t.searchId, t.provider, t.number)
      .where(sql`search_id > 0`),
    uniqueIndex("placement_mails_message_id").on(t.messageId),
    serverIdIndex("placement_mails", t.serverMessageId),
    ...liveIndexes("placement_mails", t),
    index("placement_mails_lease")
      .on(t.lease)
      .where(sql`lease IS NOT NULL`),
    index("placement_mails_look")
      .on(t.lookAt)
      .where(sql`look_at IS NOT NULL`),
    index("placement_mails_sender").on(t.mailboxId, t.placedAt),
    // In the order in which they ended, for receipts.
    index("placement_mails_finished")
      .on(t.finishedAt, t.id)
      .where(sql`finished_at IS NOT NULL`),
  ],
);

/** Spam rates that a person copied from a provider's postmaster tools. */
export const postmasterFigures = sqliteTable(
  "postmaster_figures",
  {
    workspaceId: workspaceColumn(),
    domain: text("domain").notNull(),
    /** YYYY-MM-DD. */
    day: text("day").notNull(),
    /** Share of the delivered mails that people marked as spam, 0 to 1. */
    spamRate: real("spam_rate").notNull(),
    enteredBy: text("entered_by").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.domain, t.day] })],
);
