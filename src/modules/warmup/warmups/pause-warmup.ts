import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import {
  pauseStatements,
  selectReadable,
  selectWarmup,
} from "#modules/warmup/mails/state-store.ts";

/**
 * Pauses a warmup: what it still planned does not leave, its progress is kept. On a paused one
 * nothing. Throws `not_found`, and `invalid_state` where none was started.
 */
export async function pauseWarmup(ctx: WorkspaceCtx, id: MailboxId): Promise<void> {
  const { db, workspaceId } = ctx;
  if (!(await selectReadable(db, workspaceId, id))) throw notFound("mailbox");
  const results = await runBatch(db, pauseStatements(db, workspaceId, id, ctx.now()));
  if ((results.at(-1) as unknown[]).length > 0) return;
  if (await selectWarmup(db, workspaceId, id)) return;
  throw new AppError("invalid_state", "This mailbox has no warmup. Start it first.");
}
