import type { Deps } from "#platform/ctx/ctx.ts";
import { MAX_RECHECK_MS, RECHECK_MS } from "#platform/rules/mail/mailbox.ts";
import { takeRechecks } from "./recheck-store.ts";

const MAILBOXES_PER_SWEEP = 100;

/**
 * Sweep: tests mailboxes again whose server could not be reached, after five minutes and then ever
 * later up to an hour, until a test succeeds or a person does something about it.
 */
export async function recheckMailboxes(deps: Deps): Promise<void> {
  const waits = { first: RECHECK_MS, longest: MAX_RECHECK_MS };
  const due = await takeRechecks(deps.db, deps.now(), waits, MAILBOXES_PER_SWEEP);
  for (const { id, workspaceId } of due) {
    await deps.queue.send({ type: "mailbox.check.v1", workspaceId, mailboxId: id });
  }
}
