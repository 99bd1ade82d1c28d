import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { MessageId } from "#platform/rules/ids.ts";
import { settleUnknown } from "#modules/delivery/engine/moves.ts";
import { replyLedger } from "./ledger.ts";

/**
 * The statement for a mail that proves that a server took this one, whose outcome was unknown: it
 * becomes `sent`. Nothing for one in any other state. Safe to repeat.
 */
export const confirmMail = (
  ctx: WorkspaceCtx,
  id: MessageId,
  evidence: "reply" | "dsn" | "sent_folder",
  serverMessageId: string | null = null,
): Statement => settleUnknown(ctx.db, replyLedger, ctx.workspaceId, id, evidence, serverMessageId);
