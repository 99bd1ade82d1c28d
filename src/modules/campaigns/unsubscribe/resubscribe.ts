import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { SendId, UnixMs } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { liftUnsubscribed } from "#modules/leads/suppressions/lift-unsubscribed.ts";
import { addressesOfSend } from "./unsubscribe.ts";
import { markLeadSubscribed, selectSend, unsubscribedAt } from "./store.ts";

/** Long enough to notice a slip; after it, another person with the link cannot lift the opt-out. */
const UNDO_MS = 10 * MINUTE_MS;

type Send = NonNullable<Awaited<ReturnType<typeof selectSend>>>;

/**
 * When the link's own opt-out happened, if it can still be taken back: within ten minutes and once,
 * since a later opt-out by the same link leaves the time of the first on the message.
 */
function undoable(send: Send, now: UnixMs): UnixMs | null {
  const at = send.unsubscribedAt;
  if (at === null || send.leadUnsubscribedAt !== at || now - at > UNDO_MS) return null;
  return at;
}

/** Whether the page may offer to take an unsubscription back. */
export async function mayResubscribe(ctx: WorkspaceCtx, sendId: SendId): Promise<boolean> {
  const send = await selectSend(ctx.db, ctx.workspaceId, sendId);
  return send !== null && undoable(send, ctx.now()) !== null;
}

/**
 * Takes an unsubscription back, for a person who pressed the button by mistake: the address may be
 * written to again. Sequences that ended stay ended, and what else keeps mail back stays. Safe to
 * repeat. False: it is too late, or the opt-out came from elsewhere.
 */
export async function resubscribe(ctx: WorkspaceCtx, sendId: SendId): Promise<boolean> {
  const send = await selectSend(ctx.db, ctx.workspaceId, sendId);
  if (!send) return false;
  // A repeat of what was just done: nothing is left to take back.
  if (send.leadEmail !== null && send.leadUnsubscribedAt === null) return true;
  const at = undoable(send, ctx.now());
  if (at === null) return false;
  const guard = unsubscribedAt(ctx.workspaceId, send.leadId, at);
  await runBatch(ctx.db, [
    ...liftUnsubscribed(ctx, addressesOfSend(send), { since: at, guard }),
    markLeadSubscribed(ctx.db, ctx.workspaceId, send.leadId, at, ctx.now()),
  ]);
  return true;
}
