import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { GrantId } from "#platform/rules/ids.ts";
import { DRAFT_STATES } from "#modules/delivery/rules/drafts.ts";
import { createdAt, time, workspaceColumn } from "#platform/db/columns.ts";

/**
 * Mails that leave by their provider's API, while they are under way or unclear: the draft is the
 * proof of what became of them. Each change repeats lease and state in its WHERE.
 */
export const drafts = sqliteTable(
  "mail_drafts",
  {
    workspaceId: workspaceColumn(),
    grantId: integer("grant_id").notNull().$type<GrantId>(),
    /** The one that we gave the mail. */
    messageId: text("message_id").notNull(),
    /** The mail that it was tried for last, and under which claim. */
    ticket: text("ticket").notNull(),
    lease: text("lease").notNull(),
    state: text("state", { enum: DRAFT_STATES }).notNull(),
    /** SHA-256 of its content without the date. */
    digest: text("digest").notNull(),
    /** As the provider names it; null until it has answered. */
    draftId: text("draft_id"),
    thread: text("thread"),
    /** The Message-ID that the provider gave it. */
    givenId: text("given_id"),
    /** When the provider was first asked to send it. */
    askedAt: time("asked_at"),
    /** When somebody looks what became of it. */
    lookAt: time("look_at").notNull(),
    looks: integer("looks").notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.grantId, t.messageId] }),
    index("mail_drafts_look").on(t.lookAt),
  ],
);
