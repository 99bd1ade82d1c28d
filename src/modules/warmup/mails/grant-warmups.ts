import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { WarmupMailId } from "#platform/rules/ids.ts";
import { SEND_LEASE_MS } from "#modules/delivery/rules/leases.ts";
import { later } from "#platform/rules/time.ts";
import { markWarmupsSending } from "./intent-store.ts";

/** Which of these warmup mails may be transmitted this very moment. A second asking is refused. */
export function grantWarmups(
  ctx: WorkspaceCtx,
  claims: readonly { readonly id: WarmupMailId; readonly lease: string }[],
): Promise<WarmupMailId[]> {
  const now = ctx.now();
  return markWarmupsSending(ctx.db, ctx.workspaceId, claims, {
    now,
    leaseUntil: later(now, SEND_LEASE_MS),
  });
}
