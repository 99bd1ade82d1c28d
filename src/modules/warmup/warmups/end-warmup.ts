import type { mailboxDeleted } from "#modules/mailboxes/hooks.ts";
import { endStatements } from "#modules/warmup/mails/state-store.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";

/** The warmup's part of a mailbox's deletion. */
export const endWarmup: AnswerTo<typeof mailboxDeleted> = (ctx, { id, guard }) =>
  Promise.resolve({
    statements: endStatements(ctx.db, ctx.workspaceId, id, ctx.now(), guard),
  });
