import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { stillActive, titleOf } from "./update-store.ts";

/** Makes the notice of a mailbox that stops, given when it does. */
export type StoppedNotice = (condition?: Parameters<typeof stillActive>[2]) => Statement;

const WHAT_TO_DO = {
  mailbox_failed: "Its leads wait. Fix the connection and test the mailbox to resume sending.",
  mailbox_reconnect: "Its leads wait, and nothing is lost: it goes on where it stood.",
  mailbox_paused: "Its leads wait. Resume the mailbox when the problem is solved.",
} as const;

const WHAT_HAPPENED = {
  mailbox_failed: "stopped",
  mailbox_reconnect: "is signed out",
  mailbox_paused: "was paused",
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
    why: string,
  ): StoppedNotice =>
  (condition) =>
    noticeStatement(
      ctx,
      {
        kind,
        severity: "error",
        title: titleOf(WHAT_HAPPENED[kind]),
        message: `${sentence(why)} ${WHAT_TO_DO[kind]}`,
        target: { kind: "mailbox", id },
        dedupeKey: `mailbox:${id}:${ctx.now()}`,
      },
      stillActive(ctx.workspaceId, id, condition),
    );

const sentence = (text: string): string =>
  /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
