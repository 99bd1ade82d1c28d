import type { WorkspaceCtx } from "#core/ctx.ts";
import type { Statement } from "#db/db.ts";
import { eitherHash } from "./hashes.ts";
import { deleteUnsubscribed } from "./store.ts";

/**
 * The statement that takes addresses off the list which stand there because their owner
 * unsubscribed; what bounced, complained or was put there by a person stays.
 */
export const liftUnsubscribed = (ctx: WorkspaceCtx, emails: readonly string[]): Statement =>
  deleteUnsubscribed(ctx.db, ctx.workspaceId, eitherHash(ctx, emails));
