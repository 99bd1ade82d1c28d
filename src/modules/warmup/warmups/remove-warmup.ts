import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { endStatements, selectReadable, warmupStands } from "#modules/warmup/mails/state-store.ts";
import type { mailboxDeleted } from "#modules/mailboxes/hooks.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";

/** Takes a mailbox out of the warmup; its progress is gone. On one that has none, nothing. Throws `not_found`. */
export async function removeWarmup(ctx: MemberCtx, id: MailboxId): Promise<void> {
  const { db, workspaceId } = ctx;
  if (!(await selectReadable(db, workspaceId, id))) throw notFound("mailbox");
  await runBatch(db, [
    auditStatement(
      ctx,
      { action: "warmup.ended", workspaceId, target: { type: "mailbox", id } },
      onlyIf(warmupStands(workspaceId, id)),
    ),
    ...endStatements(db, workspaceId, id, ctx.now()),
  ]);
}

/** The warmup's part of a mailbox's deletion. */
export const endWarmup: AnswerTo<typeof mailboxDeleted> = (ctx, { id, guard }) =>
  Promise.resolve({
    statements: endStatements(ctx.db, ctx.workspaceId, id, ctx.now(), guard),
  });
