import { type Phrase, phrase } from "#platform/words/phrase.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { mailboxEmail, stillActive } from "./update-store.ts";

/** Makes the notice of a mailbox that stops, given when it does. */
export type StoppedNotice = (condition?: Parameters<typeof stillActive>[2]) => Statement;

const WHAT_TO_DO = {
  mailbox_failed:
    "{reason} Its leads wait. Fix the connection and test the mailbox to resume sending.",
  mailbox_reconnect: "{reason} Its leads wait, and nothing is lost: it goes on where it stood.",
  mailbox_paused: "{reason} Its leads wait. Resume the mailbox when the problem is solved.",
} as const;

const WHAT_HAPPENED = {
  mailbox_failed: "Mailbox {mailbox} stopped",
  mailbox_reconnect: "Mailbox {mailbox} is signed out",
  mailbox_paused: "Mailbox {mailbox} was paused",
} as const;

/**
 * The notice of an active mailbox that stops, for the batch that stops it: before the statement
 * that changes the status, with that statement's condition. `why` ends with a full stop.
 */
export const stoppedNotice =
  (
    ctx: Pick<WorkspaceCtx, "db" | "workspaceId" | "now">,
    id: MailboxId,
    kind: keyof typeof WHAT_TO_DO,
    why: string | Phrase,
  ): StoppedNotice =>
  (condition) =>
    noticeStatement(
      ctx,
      {
        kind,
        severity: "error",
        title: phrase(WHAT_HAPPENED[kind], { mailbox: mailboxEmail }),
        message: phrase(WHAT_TO_DO[kind], {
          reason: typeof why === "string" ? sentence(why) : why,
        }),
        target: { kind: "mailbox", id },
        dedupeKey: `mailbox:${id}:${ctx.now()}`,
      },
      stillActive(ctx.workspaceId, id, condition),
    );

const sentence = (text: string): string =>
  /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
