import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { leftOf } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { hourFrom } from "#modules/campaigns/rules/leaving/ask.ts";
import { refillOf } from "#modules/mailboxes/rules/limits.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import type { CampaignState, MailboxState, State } from "./state.ts";

/** How often due work is looked for; a host that looks more often is a little earlier. */
export const TICK_MS = MINUTE_MS;

/** The next tick behind `at` at which anything can be sent; null when nothing waits that ever could. */
export function nextMoment(state: State, at: UnixMs): UnixMs | null {
  let next: number | null = null;
  for (const campaign of state.campaigns) {
    const moment = momentOf(campaign, at);
    if (moment !== null && (next === null || moment < next)) next = moment;
  }
  return next === null ? null : unixMs(next);
}

/** When a campaign's window is open, from `at` on; with clocks of their own, leads are let in one by one. */
export const openingOf = ({ plan }: CampaignState, at: UnixMs): UnixMs | null =>
  plan.campaign.schedule.use_lead_timezone
    ? at
    : hourFrom({ now: at, schedule: plan.campaign.schedule });

function momentOf(state: CampaignState, at: UnixMs): UnixMs | null {
  const { campaign } = state.plan;
  const isFull = state.limit !== null && state.used.all >= state.limit;
  const noNew = campaign.maxNewLeadsPerDay > 0 && state.used.fresh >= campaign.maxNewLeadsPerDay;
  const freshDue = state.fresh.peek()?.dueAt ?? Infinity;
  const fresh = noNew ? Math.max(freshDue, state.dayEnds) : freshDue;
  let next = Infinity;
  for (const [id, mailbox] of state.mailboxes) {
    const tied = Math.min(
      state.sticky.get(id)?.peek()?.dueAt ?? Infinity,
      state.retries.get(id)?.peek()?.dueAt ?? Infinity,
    );
    next = Math.min(
      next,
      Math.max(fresh, freeAt(mailbox, at)),
      Math.max(tied, freeAt(mailbox, at)),
    );
  }
  if (isFull) next = Math.max(next, state.dayEnds);
  if (leftOf(state.month) === 0) next = Math.max(next, state.month.ends);
  if (next === Infinity) return null;
  const tick = Math.ceil(next / TICK_MS) * TICK_MS;
  return openingOf(state, unixMs(Math.max(tick, at + TICK_MS)));
}

/** When a mailbox may send again: its gap is over, and its day has room. */
export const freeAt = (mailbox: MailboxState, at: UnixMs): UnixMs =>
  mailbox.used >= mailbox.limit ? refillOf(mailbox.row, mailbox.dayEnds, at) : mailbox.freeAt;
