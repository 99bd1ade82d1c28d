import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";
import type { Plan } from "./plan.ts";
import type {
  SimulatedMailbox,
  State,
} from "#modules/campaigns/rules/simulation/simulated-state.ts";

/** How often due work is looked for; a host that looks more often is a little earlier. */
const TICK_MS = MINUTE_MS;

/** The next tick at which anything can be sent; null when nothing waits that ever could. */
export function nextMoment(state: State, { campaign }: Plan, at: UnixMs): UnixMs | null {
  const isFull = state.limit !== null && state.used.all >= state.limit;
  const noNew = campaign.maxNewLeadsPerDay > 0 && state.used.fresh >= campaign.maxNewLeadsPerDay;
  const freshDue = state.fresh.peek()?.dueAt ?? Infinity;
  const fresh = noNew ? Math.max(freshDue, state.dayEnds) : freshDue;
  let next = Infinity;
  for (const [id, mailbox] of state.mailboxes) {
    const due = Math.min(fresh, state.sticky.get(id)?.peek()?.dueAt ?? Infinity);
    const free = mailbox.used >= mailbox.limit ? refillOf(mailbox, at) : mailbox.freeAt;
    next = Math.min(next, Math.max(due, free));
  }
  if (isFull) next = Math.max(next, state.dayEnds);
  if (next === Infinity) return null;
  const tick = Math.ceil(next / TICK_MS) * TICK_MS;
  return unixMs(Math.max(tick, at + TICK_MS));
}

/** When a mailbox that has sent its limit may send more: its next day, or sooner when its ramp rises. */
function refillOf({ row, dayEnds }: SimulatedMailbox, at: UnixMs): number {
  if (!row.rampEnabled) return dayEnds;
  const age = Math.floor((at - row.createdAt) / DAY_MS);
  return Math.min(dayEnds, row.createdAt + (age + 1) * DAY_MS);
}
