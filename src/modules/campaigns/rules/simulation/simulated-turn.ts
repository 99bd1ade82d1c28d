import {
  type Candidate,
  type CampaignRoom,
  type ReadyMailbox,
  type RestingMailbox,
  turnOrder,
} from "#modules/campaigns/rules/sending/allocate.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { nextOpening } from "#platform/rules/schedule.ts";
import type { Heap } from "#platform/rules/heap.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { burstOf } from "#modules/mailboxes/rules/limits.ts";
import { LOOK_AHEAD } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { preferUntil } from "#modules/mailboxes/rules/provider.ts";
import type { Plan, PlannedLead } from "#modules/campaigns/rules/sending/plan.ts";
import { isBefore, type State } from "./simulated-state.ts";

/** Behind every simulation's end. */
const NEVER = unixMs(Number.MAX_SAFE_INTEGER);

/** A lead that is due at this moment. */
export type Due = Candidate & { readonly lead: PlannedLead };

/** Who may send at this moment, and how much. */
export function readyMailboxes(state: State, at: UnixMs): ReadyMailbox[] {
  const ready: ReadyMailbox[] = [];
  for (const { row, used, limit, freeAt } of state.mailboxes.values()) {
    if (freeAt > at) continue;
    const capacity = burstOf(row, limit - used);
    if (capacity === 0) continue;
    ready.push({ id: row.id, provider: row.provider, capacity, dayLimit: limit, usedToday: used });
  }
  return ready;
}

/** Who is in its gap and has mails of the day left, for a campaign that prefers the match. */
function restingMailboxes({ mailboxes }: State, { campaign }: Plan, at: UnixMs): RestingMailbox[] {
  if (campaign.espMatch !== "prefer") return [];
  return [...mailboxes.values()]
    .filter((m) => m.freeAt > at && m.used < m.limit)
    .map(({ row, freeAt }) => ({ id: row.id, provider: row.provider, freeAt }));
}

/** What the campaign's rules leave at this moment. */
export function roomAt(
  state: State,
  plan: Plan,
  ready: readonly ReadyMailbox[],
  at: UnixMs,
): CampaignRoom {
  const { campaign } = plan;
  const { rotation, espMatch, prioritizeNewLeads, maxPerDomainPerDay: perDomain } = campaign;
  const rows = ready.map(({ id }) => ({
    id,
    lastSentAt: state.mailboxes.get(id)?.lastSentAt ?? null,
  }));
  return {
    mailboxIds: turnOrder(rows, rotation, state.lastUsed),
    resting: restingMailboxes(state, plan, at),
    rotation,
    espMatch,
    prioritizeNewLeads,
    remaining: state.limit === null ? null : state.limit - state.used.all,
    remainingNew:
      campaign.maxNewLeadsPerDay === 0 ? null : campaign.maxNewLeadsPerDay - state.used.fresh,
    domainLeft:
      perDomain === 0 ? null : (domain) => perDomain - (state.used.domains.get(domain) ?? 0),
  };
}

/** Takes what is due off the queues, no more than could be served, in order of due time. */
export function takeDue(
  state: State,
  { campaign }: Plan,
  room: CampaignRoom,
  ready: readonly ReadyMailbox[],
  at: UnixMs,
): Due[] {
  const most = room.remaining ?? Infinity;
  if (most <= 0) return [];
  const taken: PlannedLead[] = [];
  const take = (heap: Heap<PlannedLead> | undefined, count: number): void => {
    for (let i = 0; heap && i < count && (heap.peek()?.dueAt ?? Infinity) <= at;) {
      const lead = heap.pop();
      if (!lead) break;
      const opens = nextOpening(scheduleFor(campaign.schedule, lead.timezone), at);
      if (opens !== at) heap.push({ ...lead, dueAt: opens ?? NEVER });
      else {
        taken.push(lead);
        i++;
      }
    }
  };
  for (const { id, capacity } of ready) take(state.sticky.get(id), Math.min(capacity, most));
  const all = sum(ready.map((m) => m.capacity));
  const passes = room.domainLeft !== null || room.espMatch !== "off";
  take(
    state.fresh,
    passes
      ? all + LOOK_AHEAD + room.resting.length
      : Math.min(all, most, room.remainingNew ?? Infinity),
  );
  return taken
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
    .map((lead) => ({
      lead,
      campaignId: campaign.id,
      mailboxId: lead.mailboxId,
      sendId: null,
      isFirst: lead.currentStep === 0,
      enrolmentId: lead.enrolmentId,
      domain: lead.domain,
      provider: lead.provider,
      matchUntil:
        room.espMatch === "prefer" && lead.provider !== null
          ? preferUntil(scheduleFor(campaign.schedule, lead.timezone), lead.dueAt)
          : null,
    }));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
