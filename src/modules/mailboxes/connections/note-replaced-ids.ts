import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { markReplacedIds } from "#modules/mailboxes/mailboxes/store.ts";

/** Notes that a mailbox's server gives mails a Message-ID of its own. Safe to repeat. */
export const noteReplacedIds = (ctx: WorkspaceCtx, mailboxId: MailboxId): Promise<void> =>
  markReplacedIds(ctx.db, ctx.workspaceId, mailboxId);
