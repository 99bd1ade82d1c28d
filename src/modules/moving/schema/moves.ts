import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Found } from "#modules/moving/rules/found.ts";
import { RIVALS } from "#modules/moving/rules/found.ts";
import {
  CLIENT_CHOICES,
  MOVE_GOALS,
  MOVE_STATES,
  PLACE_CHOICES,
  START_STATES,
} from "#modules/moving/rules/states.ts";
import type { CampaignId, MailboxId, MoveId, UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { createdAt, flag, json, rowId, time, updatedAt } from "#platform/db/columns.ts";

/** Moves in from another product. They belong to the installation, since one brings many clients. */
export const moves = sqliteTable(
  "moves",
  {
    id: rowId<MoveId>(),
    /** Everything goes into this workspace; null: each client is mapped by itself. */
    workspaceId: integer("workspace_id").$type<WorkspaceId>(),
    rival: text("rival", { enum: RIVALS }).notNull(),
    state: text("state", { enum: MOVE_STATES }).notNull(),
    /** Where it goes on to by itself. */
    goal: text("goal", { enum: MOVE_GOALS }).notNull(),
    /** Names the place that its key is sealed for. */
    hash: text("hash").notNull(),
    /** Sealed; null where files were given, and once it was dropped. */
    key: text("key"),
    /** Null: the vendor's own address. */
    baseUrl: text("base_url"),
    /** Where reading goes on; null at the beginning. */
    cursor: text("cursor"),
    /** What is being done, in words. */
    doing: text("doing").notNull().default(""),
    /** Requests of this reading, and what they had to wait: the rate at which it goes on. */
    requests: integer("requests").notNull().default(0),
    waitedMs: integer("waited_ms").notNull().default(0),
    /** Of the reading before: what is to be expected. */
    lastRequests: integer("last_requests"),
    readStartedAt: time("read_started_at"),
    readAt: time("read_at"),
    /** Trouble with the rival, in words that say what to do. */
    trouble: json<{ code: string; detail: string }>("trouble"),
    troubles: integer("troubles").notNull().default(0),
    /** When something is to be done; null: it waits for a person. */
    dueAt: time("due_at"),
    lease: text("lease"),
    leaseUntil: time("lease_until"),
    /** After the switch: opt-outs and bounces are read again until then, next at `newsAt`. */
    watchUntil: time("watch_until"),
    newsAt: time("news_at"),
    newsCursor: text("news_cursor"),
    /** What is younger has to be asked for. */
    newsSince: time("news_since"),
    createdBy: integer("created_by").$type<UserId>(),
    /** `install_key:3` where a key began it. */
    createdByKey: text("created_by_key"),
    createdByName: text("created_by_name").notNull().default(""),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: time("ended_at"),
  },
  (t) => [
    index("moves_workspace").on(t.workspaceId, t.id),
    index("moves_due")
      .on(t.dueAt)
      .where(sql`due_at IS NOT NULL`),
    index("moves_watched")
      .on(t.watchUntil)
      .where(sql`state = 'started'`),
    index("moves_watching")
      .on(t.watchUntil)
      .where(sql`watch_until IS NOT NULL AND ended_at IS NULL`),
    index("moves_ended")
      .on(t.endedAt)
      .where(sql`ended_at IS NOT NULL`),
    index("moves_news")
      .on(t.newsAt)
      .where(sql`news_at IS NOT NULL`),
  ],
);

/** Everything that was read at the rival, once each, and what it became here: the mapping. */
export const moveFound = sqliteTable(
  "move_found",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    moveId: integer("move_id").notNull().$type<MoveId>(),
    kind: text("kind").notNull().$type<Found["kind"]>(),
    /** The rival's own id, or a hash of it where it is long. */
    ref: text("ref").notNull(),
    /** The rival's client and campaign; empty: none. */
    client: text("client").notNull().default(""),
    campaign: text("campaign").notNull().default(""),
    /** Of the lead, the mailbox, or what is suppressed; lower case. */
    email: text("email").notNull().default(""),
    /** As it was read; its last change first moves it. */
    data: json<Found>("data").notNull(),
    /** It is still to be moved, or to be moved again since it changed. */
    waiting: flag("waiting").notNull().default(true),
    /** Where it is now. */
    workspaceId: integer("workspace_id").$type<WorkspaceId>(),
    ourId: integer("our_id"),
    /** Why it was not moved, or what a person has to know. */
    note: text("note"),
    at: time("at").notNull(),
  },
  (t) => [
    uniqueIndex("move_found_ref").on(t.moveId, t.kind, t.ref),
    index("move_found_campaign").on(t.moveId, t.kind, t.campaign, t.email),
    index("move_found_waiting")
      .on(t.moveId, t.kind, t.client, t.id)
      .where(sql`waiting = 1`),
    index("move_found_email").on(t.email),
    index("move_found_workspace").on(t.workspaceId),
  ],
);

/** The rival's clients, and the workspace that each goes into. `ref` is empty for what has no client. */
export const moveClients = sqliteTable(
  "move_clients",
  {
    moveId: integer("move_id").notNull().$type<MoveId>(),
    ref: text("ref").notNull(),
    name: text("name").notNull(),
    /** Null: a person has to decide. */
    choice: text("choice", { enum: CLIENT_CHOICES }),
    workspaceId: integer("workspace_id").$type<WorkspaceId>(),
    /** Name and slug of the workspace to make. */
    newName: text("new_name"),
    newSlug: text("new_slug"),
    /** Why it does not go on. */
    problem: text("problem"),
    movedAt: time("moved_at"),
  },
  (t) => [
    primaryKey({ columns: [t.moveId, t.ref] }),
    index("move_clients_workspace").on(t.workspaceId),
  ],
);

/** What a person decides about a campaign, and the one that it became. */
export const moveCampaigns = sqliteTable(
  "move_campaigns",
  {
    moveId: integer("move_id").notNull().$type<MoveId>(),
    ref: text("ref").notNull(),
    client: text("client").notNull().default(""),
    leftOut: flag("left_out").notNull().default(false),
    /** Where the rival names none. */
    timeZone: text("time_zone"),
    /** What becomes of leads of whom nobody knows how far they are. */
    unknownPlaces: text("unknown_places", { enum: PLACE_CHOICES }),
    /** With `go_on`: the step that they get next. */
    unknownStep: integer("unknown_step"),
    workspaceId: integer("workspace_id").$type<WorkspaceId>(),
    campaignId: integer("campaign_id").$type<CampaignId>(),
    start: text("start", { enum: START_STATES }).notNull().default("none"),
    /** A person says that the rival has stopped it. */
    offConfirmedAt: time("off_confirmed_at"),
    /** When it was first seen to be stopped there. */
    offSeenAt: time("off_seen_at"),
    problem: text("problem"),
    /** When it was made here: by that and its name it is found again if nobody could note its id. */
    makingAt: time("making_at"),
    startedAt: time("started_at"),
  },
  (t) => [
    primaryKey({ columns: [t.moveId, t.ref] }),
    index("move_campaigns_campaign").on(t.workspaceId, t.campaignId),
  ],
);

/** A mailbox of the rival's, matched by address once it is connected here, and how far its folders were read. */
export const moveBoxes = sqliteTable(
  "move_boxes",
  {
    moveId: integer("move_id").notNull().$type<MoveId>(),
    workspaceId: integer("workspace_id").notNull().$type<WorkspaceId>(),
    email: text("email").notNull(),
    mailboxId: integer("mailbox_id").$type<MailboxId>(),
    /** By folder: UIDVALIDITY and the last UID that was read. */
    folders: json<Record<string, { validity: string; uid: number; done: boolean }>>("folders")
      .notNull()
      .default({}),
    /** All folders were read to their end then. */
    checkedAt: time("checked_at"),
    problem: text("problem"),
    /** Its limits were taken over. */
    setAt: time("set_at"),
  },
  (t) => [
    primaryKey({ columns: [t.moveId, t.workspaceId, t.email] }),
    index("move_boxes_workspace").on(t.workspaceId),
  ],
);

/** Emails that lie in these mailboxes and concern a lead of the move, by their headers alone. */
export const moveMails = sqliteTable(
  "move_mails",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    moveId: integer("move_id").notNull().$type<MoveId>(),
    workspaceId: integer("workspace_id").notNull().$type<WorkspaceId>(),
    mailbox: text("mailbox").notNull(),
    folder: text("folder").notNull(),
    uidValidity: text("uid_validity").notNull(),
    uid: integer("uid").notNull(),
    direction: text("direction", { enum: ["sent", "received", "bounce", "opt_out"] }).notNull(),
    /** The lead's address. */
    email: text("email").notNull(),
    messageId: text("message_id"),
    /** What its server had in its place (X-Google-Original-Message-ID). */
    originalId: text("original_id"),
    inReplyTo: text("in_reply_to"),
    subject: text("subject").notNull(),
    /** Of an answer. */
    text: text("text").notNull().default(""),
    /** An automatic answer. */
    automatic: flag("automatic").notNull().default(false),
    at: time("at").notNull(),
  },
  (t) => [
    uniqueIndex("move_mails_place").on(
      t.moveId,
      t.workspaceId,
      t.mailbox,
      t.folder,
      t.uidValidity,
      t.uid,
    ),
    index("move_mails_email").on(t.moveId, t.email),
    index("move_mails_workspace").on(t.workspaceId),
  ],
);
