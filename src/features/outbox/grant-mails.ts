import type { WorkspaceCtx } from "#core/ctx.ts";
import type { MessageId } from "#domain/ids.ts";
import { SEND_LEASE_MS } from "#domain/sending/limits.ts";
import { later } from "#domain/time.ts";
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
