import { optOutsLifted } from "#modules/leads/hooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { eitherHash } from "#modules/leads/hashes/hashes.ts";
import { deleteUnsubscribed } from "./store.ts";

/**
 * The statements that remove addresses from the list that are there because their owner
 * unsubscribed at `since` or later, if `guard` is true; bounces, complaints and manual entries
 * stay.
 */
export const liftUnsubscribed = (
  ctx: WorkspaceCtx,
  emails: readonly string[],
  { since, guard }: { since: UnixMs; guard: Parameters<typeof deleteUnsubscribed>[4] },
): Statement[] => [
  ...ctx.hooks.ask(optOutsLifted).flatMap((give) => give(ctx, emails, guard)),
  deleteUnsubscribed(ctx.db, ctx.workspaceId, eitherHash(ctx, emails), since, guard),
];
