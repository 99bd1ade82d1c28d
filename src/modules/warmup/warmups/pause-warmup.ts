import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import {
  pauseStatements,
  selectReadable,
  selectWarmup,
  warmupRuns,
} from "#modules/warmup/mails/state-store.ts";

/**
 * Pauses a warmup: what it still planned does not leave, its progress is kept. On a paused one
 * nothing. Throws `not_found`, and `invalid_state` where none was started.
 */
export async function pauseWarmup(ctx: MemberCtx, id: MailboxId): Promise<void> {
  const { db, workspaceId } = ctx;
  if (!(await selectReadable(db, workspaceId, id))) throw notFound("mailbox");
  const results = await runBatch(db, [
    auditStatement(
      ctx,
      { action: "warmup.paused", workspaceId, target: { type: "mailbox", id } },
      onlyIf(warmupRuns(workspaceId, id)),
    ),
    ...pauseStatements(db, workspaceId, id, ctx.now()),
  ]);
  if ((results.at(-1) as unknown[]).length > 0) return;
  if (await selectWarmup(db, workspaceId, id)) return;
  throw new AppError("invalid_state", "This mailbox has no warmup. Start it first.");
}
