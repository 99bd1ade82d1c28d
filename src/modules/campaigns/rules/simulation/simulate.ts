import { allocate } from "#modules/campaigns/rules/sending/allocate.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { localDay, nextDay, nextOpening, type Schedule } from "#platform/rules/schedule.ts";
import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import { gapMs } from "#modules/mailboxes/rules/limits.ts";
import { ESP_WAIT_MS } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { nextMoment } from "#modules/campaigns/rules/sending/next-moment.ts";
import { nextSendAt } from "#modules/campaigns/rules/sending/next-send.ts";
import type {
  DayCount,
  Outlook,
  Plan,
  PlannedMail,
} from "#modules/campaigns/rules/sending/plan.ts";
import { begin, turnDays, wait, waitingIn } from "./simulated-state.ts";
import { readyMailboxes, roomAt, takeDue } from "./simulated-turn.ts";

/** The mean of the gap's jitter, so that two runs agree. */
const MEAN = 0.5;

/**
 * Plays a campaign forward from `from` to `until` by the rules that sending uses: schedule, waits,
 * limits, ramps, gaps, rotation, sticky mailboxes. Deterministic: no chance, no clock. Its work
 * grows with the mails and the minutes of sending time, and ends after `atMost` mails.
 */
export function simulate(
  plan: Plan,
  span: { readonly from: UnixMs; readonly until: UnixMs },
  bounds: { readonly show: number; readonly atMost: number },
): Outlook {
  const { campaign, steps } = plan;
  const { schedule } = campaign;
  const state = begin(plan, span.from);
  const mails: PlannedMail[] = [];
  const days = new Map<string, DayCount>();
  const byMailbox = new Map<MailboxId, number>();
  let sent = 0;
  let fresh = 0;
  let lastAt: UnixMs | null = null;
  const dueAfter = memo((own: Schedule, step: number, at: UnixMs) =>
    nextSendAt(steps, step, own, at),
  );
  // With clocks of their own, leads are let in one by one.
  const opening = (at: UnixMs): UnixMs | null =>
    schedule.use_lead_timezone ? at : nextOpening(schedule, at);

  let now = opening(span.from);
  while (now !== null && now < span.until && sent < bounds.atMost) {
    const at: UnixMs = now;
    turnDays(state, plan, at);
    const ready = readyMailboxes(state, at);
    const room = roomAt(state, plan, ready, at);
    const candidates = takeDue(state, plan, room, ready, at);
    const { assigned, deferred } = allocate(ready, new Map([[campaign.id, room]]), candidates);
    const today = assigned.length === 0 ? null : countOf(days, localDay(schedule.timezone, at));
    for (const { candidate, mailboxId } of assigned) {
      const mailbox = state.mailboxes.get(mailboxId);
      const step = steps.find((s) => s.position > candidate.lead.currentStep);
      // Who is held takes nobody's place: the mailbox goes on with the next tick.
      if (!mailbox || !step || !today || step.position === candidate.lead.heldAt) continue;
      const isFresh = candidate.isFirst;
      mailbox.used += 1;
      mailbox.freeAt = later(at, gapMs(mailbox.row, MEAN));
      mailbox.lastSentAt = at;
      state.lastUsed = mailboxId;
      state.used.all += 1;
      state.used.fresh += isFresh ? 1 : 0;
      const toDomain = state.used.domains.get(candidate.domain) ?? 0;
      state.used.domains.set(candidate.domain, toDomain + 1);
      today.sent += 1;
      today.fresh += isFresh ? 1 : 0;
      sent += 1;
      fresh += isFresh ? 1 : 0;
      lastAt = at;
      byMailbox.set(mailboxId, (byMailbox.get(mailboxId) ?? 0) + 1);
      if (mails.length < bounds.show) {
        const { leadId } = candidate.lead;
        mails.push({ at, leadId, stepId: step.id, step: step.position, mailboxId });
      }
      const dueAt = dueAfter(scheduleFor(schedule, candidate.lead.timezone), step.position, at);
      if (dueAt === null) state.finished += 1;
      else wait(state, { ...candidate.lead, currentStep: step.position, dueAt, mailboxId });
    }
    const served = new Set(assigned.map((a) => a.candidate));
    for (const { candidate, reason } of deferred) {
      served.add(candidate);
      const dueAt = reason === "domain_limit" ? nextDay(schedule, at) : later(at, ESP_WAIT_MS);
      wait(state, { ...candidate.lead, dueAt });
    }
    for (const candidate of candidates) if (!served.has(candidate)) wait(state, candidate.lead);
    const next = nextMoment(state, plan, at);
    now = next === null ? null : opening(next);
  }
  const waiting = waitingIn(state);
  return {
    mails,
    days,
    byMailbox,
    sent,
    fresh,
    finished: state.finished,
    finishesAt: waiting === 0 ? lastAt : null,
    truncated: sent >= bounds.atMost && waiting > 0,
  };
}

function countOf(days: Map<string, DayCount>, day: string): DayCount {
  let count = days.get(day);
  if (!count) days.set(day, (count = { sent: 0, fresh: 0 }));
  return count;
}

/** Remembers the answers of one moment: many mails of a tick wait equally long. */
function memo(
  ask: (own: Schedule, step: number, at: UnixMs) => UnixMs | null,
): (own: Schedule, step: number, at: UnixMs) => UnixMs | null {
  let moment = -1;
  const known = new Map<string, UnixMs | null>();
  return (own, step, at) => {
    if (at !== moment) known.clear();
    moment = at;
    const key = `${step} ${own.timezone}`;
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    const made = ask(own, step, at);
    known.set(key, made);
    return made;
  };
}
