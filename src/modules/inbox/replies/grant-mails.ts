import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { MessageId } from "#platform/rules/ids.ts";
import { SEND_LEASE_MS } from "#modules/delivery/rules/leases.ts";
import { later } from "#platform/rules/time.ts";
import { markMailsSending } from "./intent-store.ts";

/** Which of these mails may be transmitted this very moment. Asked once per mail; a second asking is refused. */
export function grantMails(
  ctx: WorkspaceCtx,
  claims: readonly { readonly id: MessageId; readonly lease: string }[],
  run: string | null,
): Promise<MessageId[]> {
  const now = ctx.now();
  return markMailsSending(ctx.db, ctx.workspaceId, claims, {
    now,
    leaseUntil: later(now, SEND_LEASE_MS),
    run,
  });
}
