import type { WorkspaceCtx } from "#core/ctx.ts";
import { runBatch } from "#db/db.ts";
import type { SendId } from "#domain/ids.ts";
import { liftUnsubscribed } from "#features/suppressions/lift-unsubscribed.ts";
import { addressesOf } from "./addresses-of.ts";
import { markLeadSubscribed, selectSend } from "./store.ts";

/**
 * Takes an unsubscription back, for a person who pressed the button by mistake: the address may be
 * written to again. Sequences that ended stay ended, and what else keeps mail back stays. Safe to
 * repeat.
 */
export async function resubscribe(ctx: WorkspaceCtx, sendId: SendId): Promise<void> {
  const send = await selectSend(ctx.db, ctx.workspaceId, sendId);
  if (!send) return;
  await runBatch(ctx.db, [
    liftUnsubscribed(ctx, addressesOf(send)),
    markLeadSubscribed(ctx.db, ctx.workspaceId, send.leadId, ctx.now()),
  ]);
}
