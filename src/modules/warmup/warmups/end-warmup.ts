import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { endStatements } from "#modules/warmup/mails/state-store.ts";

/** The warmup's part of a mailbox's deletion, for the batch of it: before the mailbox itself goes. */
export const endWarmup = (
  ctx: WorkspaceCtx,
  id: MailboxId,
  guard: Parameters<typeof endStatements>[4],
): Statement[] => endStatements(ctx.db, ctx.workspaceId, id, ctx.now(), guard);
