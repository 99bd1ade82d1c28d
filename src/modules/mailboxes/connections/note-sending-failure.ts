import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import { RECHECK_MS } from "#platform/rules/mail/mailbox.ts";
import type { MailboxTrouble } from "#platform/rules/mail/mailbox.ts";
import { auditStatement, bySystem } from "#modules/accounts/audit/audit-statement.ts";
import { later } from "#platform/rules/time.ts";
import { stillActive } from "#modules/mailboxes/mailboxes/update-store.ts";
import { stoppedNotice } from "#modules/mailboxes/mailboxes/stopped-notice.ts";
import {
  forgetFailures,
  markReplacedIds,
  noteAuthFailure,
  noteConnectFailure,
  noteSendingError,
  selectMailbox,
  stopActive,
} from "#modules/mailboxes/mailboxes/store.ts";

/**
 * Notes that a mailbox could not send. The third failed log-in in a row, the first where such
 * log-ins are switched off, or the fifth failed connection makes it `connection_error`, a refused sender or a block makes it `sending_error` at
 * once; its leads wait until a test succeeds. A server that could not be reached
 * is tested again by itself. The status that a person gave (paused, disabled) stays.
 */
export async function noteMailboxFailure(
  ctx: WorkspaceCtx,
  mailboxId: MailboxId,
  failure: { readonly kind: MailboxTrouble; readonly message: string },
): Promise<void> {
  const message = plainLine(failure.message, 500);
  const now = ctx.now();
  const notice = stoppedNotice(ctx, mailboxId, "mailbox_failed", message);
  if (failure.kind === "connection") {
    const at = { now, recheckAt: later(now, RECHECK_MS) };
    await noteConnectFailure(ctx.db, ctx.workspaceId, mailboxId, message, at, notice);
  } else if (failure.kind === "auth_disabled") {
    const stop = { status: "connection_error", message, now } as const;
    await stopActive(ctx.db, ctx.workspaceId, mailboxId, stop, notice);
    // A mailbox of a grant may go on by its provider's API: the test finds out.
    const row = await selectMailbox(ctx.db, ctx.workspaceId, mailboxId);
    if (row && row.grantId !== null && row.road === "smtp") {
      const { workspaceId } = ctx;
      await ctx.queue.send({ type: "mailbox.check.v1", workspaceId, mailboxId });
    }
  } else {
    const note = failure.kind === "auth" ? noteAuthFailure : noteSendingError;
    await note(ctx.db, ctx.workspaceId, mailboxId, message, now, notice);
  }
  ctx.log("mailbox.failed", { mailboxId, kind: failure.kind }, "warn");
}

/** A mail was taken: the streak of failures ends. Writes nothing when there was none. */
export async function noteMailboxSuccess(ctx: WorkspaceCtx, mailboxId: MailboxId): Promise<void> {
  await forgetFailures(ctx.db, ctx.workspaceId, mailboxId);
}

/** Notes that a mailbox's server gives mails a Message-ID of its own. Safe to repeat. */
export const noteReplacedIds = (ctx: WorkspaceCtx, mailboxId: MailboxId): Promise<void> =>
  markReplacedIds(ctx.db, ctx.workspaceId, mailboxId);

/** Pauses an active mailbox until a person sets it active again; `message` says why. */
export async function pauseMailbox(
  ctx: WorkspaceCtx,
  mailboxId: MailboxId,
  message: string,
): Promise<void> {
  const stop = { status: "paused", message: plainLine(message, 500), now: ctx.now() } as const;
  const notice = stoppedNotice(ctx, mailboxId, "mailbox_paused", stop.message);
  const { db, workspaceId } = ctx;
  const line = auditStatement(
    bySystem(ctx),
    { action: "mailbox.paused", workspaceId, target: { type: "mailbox", id: mailboxId } },
    stillActive(workspaceId, mailboxId),
  );
  await stopActive(db, workspaceId, mailboxId, stop, notice, [line]);
  ctx.log("mailbox.paused", { mailboxId }, "warn");
}
