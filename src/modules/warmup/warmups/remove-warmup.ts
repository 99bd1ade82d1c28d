import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { endStatements, selectReadable } from "#modules/warmup/mails/state-store.ts";
import type { mailboxDeleted } from "#modules/mailboxes/hooks.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";

/** Takes a mailbox out of the warmup; its progress is gone. On one that has none, nothing. Throws `not_found`. */
export async function removeWarmup(ctx: WorkspaceCtx, id: MailboxId): Promise<void> {
  const { db, workspaceId } = ctx;
  if (!(await selectReadable(db, workspaceId, id))) throw notFound("mailbox");
  await runBatch(db, endStatements(db, workspaceId, id, ctx.now()));
}

/** The warmup's part of a mailbox's deletion. */
export const endWarmup: AnswerTo<typeof mailboxDeleted> = (ctx, { id, guard }) =>
  Promise.resolve({
    statements: endStatements(ctx.db, ctx.workspaceId, id, ctx.now(), guard),
  });
