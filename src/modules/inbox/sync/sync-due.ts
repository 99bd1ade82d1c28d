import type { Deps } from "#platform/ctx/ctx.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { leaseDueMailboxes } from "./sync-store.ts";

/** A sync that fell silent is taken over after this. */
export const SYNC_LEASE_MS = 2 * MINUTE_MS;
/** Mailboxes that one tick wakes. */
export const MAILBOXES_PER_SWEEP = 200;

/** Sweep: wakes the sync of every mailbox that is due to be read. */
export async function syncDueMailboxes(deps: Deps): Promise<void> {
  const now = deps.now();
  const due = await leaseDueMailboxes(deps.db, now, later(now, SYNC_LEASE_MS), MAILBOXES_PER_SWEEP);
  for (const { id, workspaceId } of due) {
    await deps.queue.send({ type: "mailbox.sync.v1", workspaceId, mailboxId: id });
  }
}
