import { inWorkspace, type Deps } from "#platform/ctx/ctx.ts";
import { SEND_LEASE_MS } from "#modules/delivery/rules/leases.ts";
import { DAY_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { lastWords } from "#modules/delivery/journal/last-words.ts";
import { warmupTicket } from "#platform/mail/ticket.ts";
import {
  deleteOldWarmups,
  dropExpired,
  leaseDueWarmups,
  selectLapsedWarmups,
} from "./due-store.ts";
import { settleWarmups } from "./settle-warmups.ts";

const MAILS_PER_SWEEP = 100;
/** Between two warmup mails of a mailbox, whatever has piled up. */
const GAP_MS = 2 * MINUTE_MS;
/** Longer than an answer takes, and than anything looks back. */
const KEEP_MS = 35 * DAY_MS;

/** Sweep: leases the warmup mails that are due and wakes their transmission. */
export async function sendDueWarmups(deps: Deps): Promise<void> {
  const now = deps.now();
  const lease = crypto.randomUUID();
  const claim = { lease, now, until: later(now, SEND_LEASE_MS), sentBefore: later(now, -GAP_MS) };
  const due = await leaseDueWarmups(deps.db, claim, MAILS_PER_SWEEP);
  for (const [workspaceId, mails] of Map.groupBy(due, (mail) => mail.workspaceId)) {
    const mailIds = mails.map((mail) => mail.id);
    await deps.queue.send({ type: "warmup.transmit.v1", workspaceId, lease, mailIds });
  }
}

/** Sweep: a lease whose holder fell silent. Before the intent nothing can have left; after it, only the journal or the server knows. */
export async function sweepLapsedWarmups(deps: Deps): Promise<void> {
  const now = deps.now();
  await dropExpired(deps.db, now);
  const lapsed = await selectLapsedWarmups(deps.db, now, MAILS_PER_SWEEP);
  for (const [workspaceId, mails] of Map.groupBy(lapsed, (mail) => mail.workspaceId)) {
    deps.log("warmup.lapsed", { count: mails.length });
    const silent = mails.map((mail) => ({ ...mail, ticket: warmupTicket(workspaceId, mail.id) }));
    await settleWarmups(inWorkspace(deps, workspaceId), await lastWords(deps, silent));
  }
}

/** Sweep: forgets old warmup mail, some at a time. The days stay. */
export const forgetOldWarmups = (deps: Deps): Promise<void> =>
  deleteOldWarmups(deps.db, later(deps.now(), -KEEP_MS), 500);
