import { inWorkspace, type Deps } from "#platform/ctx/ctx.ts";
import { SEND_LEASE_MS } from "#modules/delivery/rules/leases.ts";
import { later } from "#platform/rules/time.ts";
import { lastWords } from "#modules/delivery/journal/last-words.ts";
import { messageTicket } from "#platform/mail/ticket.ts";
import { leaseDueMails, selectLapsedMails, selectMailsLeftBehind } from "./due-store.ts";
import { settleMails } from "./settle-mails.ts";

/** Mails that one sweep looks at. */
const MAILS_PER_SWEEP = 100;

/** Sweep: leases what people asked to be sent by now, and what is to be tried again, and wakes its transmission. */
export async function sendDueMails(deps: Deps): Promise<void> {
  const now = deps.now();
  const lease = crypto.randomUUID();
  const claim = { lease, now, until: later(now, SEND_LEASE_MS) };
  const due = await leaseDueMails(deps.db, claim, MAILS_PER_SWEEP);
  for (const [workspaceId, mails] of Map.groupBy(due, (mail) => mail.workspaceId)) {
    const messageIds = mails.map((mail) => mail.id);
    await deps.queue.send({ type: "outbox.transmit.v1", workspaceId, lease, messageIds });
  }
}

/** Sweep: a lease whose holder fell silent. Before the intent nothing can have left; after it, only the journal or the server knows. */
export async function sweepLapsedMails(deps: Deps): Promise<void> {
  await settleSilent(deps, await selectLapsedMails(deps.db, deps.now(), MAILS_PER_SWEEP));
}

/** The companion has started anew, as `run`: what an earlier run was granted and never told of is what the journal says, or unclear. */
export async function settleLeftBehind(deps: Deps, run: string | null): Promise<void> {
  if (run !== null) await settleSilent(deps, await selectMailsLeftBehind(deps.db, run));
}

async function settleSilent(
  deps: Deps,
  lapsed: Awaited<ReturnType<typeof selectLapsedMails>>,
): Promise<void> {
  for (const [workspaceId, mails] of Map.groupBy(lapsed, (mail) => mail.workspaceId)) {
    deps.log("outbox.lapsed", { count: mails.length });
    const silent = mails.map((mail) => ({ ...mail, ticket: messageTicket(workspaceId, mail.id) }));
    await settleMails(inWorkspace(deps, workspaceId), await lastWords(deps, silent));
  }
}
