import type { WorkspaceCtx } from "#core/ctx.ts";
import type { MailboxId } from "#domain/ids.ts";
import { plainLine } from "#domain/mail/plain-line.ts";
import { stoppedNotice } from "./stopped-notice.ts";
import { noteAuthFailure, noteSendingError, resetAuthFailures, stopActive } from "./store.ts";

/**
 * Notes that a mailbox could not send. The third failed log-in in a row makes it
 * `connection_error`, a refused sender or a block makes it `sending_error` at once; its leads wait
 * until a test succeeds (contract 2.5, 2.6). The status that a person gave (paused, disabled) stays.
 */
export async function noteMailboxFailure(
  ctx: WorkspaceCtx,
  mailboxId: MailboxId,
  failure: { readonly kind: "auth" | "sending"; readonly message: string },
): Promise<void> {
  const message = plainLine(failure.message, 500);
  const note = failure.kind === "auth" ? noteAuthFailure : noteSendingError;
  const told = stoppedNotice(ctx, mailboxId, "mailbox_failed", message);
  await note(ctx.db, ctx.workspaceId, mailboxId, message, ctx.now(), told);
  ctx.log("mailbox.failed", { mailboxId, kind: failure.kind }, "warn");
}

/** A log-in succeeded: the streak of failed ones ends. Writes nothing when there was none. */
export async function noteMailboxSuccess(ctx: WorkspaceCtx, mailboxId: MailboxId): Promise<void> {
  await resetAuthFailures(ctx.db, ctx.workspaceId, mailboxId);
}

/** Pauses an active mailbox until a person sets it active again; `message` says why. */
export async function pauseMailbox(
  ctx: WorkspaceCtx,
  mailboxId: MailboxId,
  message: string,
): Promise<void> {
  const stop = { status: "paused", message: plainLine(message, 500), now: ctx.now() } as const;
  const told = stoppedNotice(ctx, mailboxId, "mailbox_paused", stop.message);
  await stopActive(ctx.db, ctx.workspaceId, mailboxId, stop, told);
  ctx.log("mailbox.paused", { mailboxId }, "warn");
}
