import {
  type Candidate,
  type CampaignRoom,
  type ReadyMailbox,
  type RestingMailbox,
  turnOrder,
} from "#modules/campaigns/rules/sending/allocate.ts";
import { isAnySpent } from "#modules/campaigns/rules/pacing/paces.ts";
import { LOOK_AHEAD, LOOK_AROUND } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { hourFrom } from "#modules/campaigns/rules/leaving/ask.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { burstOf } from "#modules/mailboxes/rules/limits.ts";
import { preferUntil } from "#modules/mailboxes/rules/provider.ts";
import type { Heap } from "#platform/rules/heap.ts";
import { asId, type MailboxId, type SendId, type UnixMs, unixMs } from "#platform/rules/ids.ts";
import type { CampaignState, MailboxState, State } from "./state.ts";
import { isBefore, type PlannedLead } from "./world.ts";

/** Behind every forecast's end. */
const NEVER = unixMs(Number.MAX_SAFE_INTEGER);

/** A lead that is due at this moment. */
export type Due = Candidate & { readonly lead: PlannedLead };

/** Who may send at this moment, and how much. */
export function readyMailboxes(state: Pick<State, "mailboxes">, at: UnixMs): ReadyMailbox[] {
  const ready: ReadyMailbox[] = [];
  for (const { row, used, limit, freeAt } of state.mailboxes.values()) {
    if (freeAt > at) continue;
    const capacity = burstOf(row, limit - used);
    if (capacity === 0) continue;
    ready.push({
      id: row.id,
      domain: row.domain,
      provider: row.provider,
      capacity,
      dayLimit: limit,
      usedToday: used,
    });
  }
  return ready;
}

/** Who is in its gap and has mails of the day left, for a campaign that prefers the match. */
function restingMailboxes({ mailboxes, plan }: CampaignState, at: UnixMs): RestingMailbox[] {
  if (plan.campaign.espMatch !== "prefer") return [];
  return [...mailboxes.values()]
    .filter((m) => m.freeAt > at && m.used < m.limit)
    .map(({ row, freeAt }) => ({ id: row.id, provider: row.provider, freeAt }));
}

/** What a campaign's rules leave at this moment; `ready` are those of its mailboxes that are. */
export function roomAt(
  state: CampaignState,
  ready: readonly ReadyMailbox[],
  at: UnixMs,
): CampaignRoom {
  const { campaign } = state.plan;
  const { rotation, espMatch, prioritizeNewLeads, maxPerDomainPerDay: perDomain } = campaign;
  const rows = ready.map(({ id }) => ({
    id,
    lastSentAt: state.mailboxes.get(id)?.lastSentAt ?? null,
  }));
  return {
    mailboxIds: turnOrder(rows, rotation, rotation === "round_robin" ? lastUsed(state) : null),
    resting: restingMailboxes(state, at),
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

/** The mailbox of a campaign that sent last, for whomever: where several did, the first of them. */
function lastUsed({ mailboxes }: CampaignState): MailboxId | null {
  let last: MailboxState | null = null;
  for (const one of mailboxes.values()) {
    const [at, latest] = [one.lastSentAt ?? 0, last?.lastSentAt ?? 0];
    if (at > latest || (at === latest && last !== null && one.row.id < last.row.id)) last = one;
  }
  return last?.row.id ?? null;
}

/** Takes what is due of a campaign off its queues, no more than could be served, in order of due time. */
export function takeDue(
  state: CampaignState,
  room: CampaignRoom,
  ready: readonly ReadyMailbox[],
  at: UnixMs,
): Due[] {
  const { campaign } = state.plan;
  const most = room.remaining ?? Infinity;
  if (most <= 0) return [];
  const taken: PlannedLead[] = [];
  const take = (heap: Heap<PlannedLead> | undefined, count: number): void => {
    for (let i = 0; heap && i < count && (heap.peek()?.dueAt ?? Infinity) <= at;) {
      const lead = heap.pop();
      if (!lead) break;
      const schedule = scheduleFor(campaign.schedule, lead.timezone);
      const opens = hourFrom({ now: at, schedule });
      if (opens !== at) heap.push({ ...lead, dueAt: opens ?? NEVER });
      else {
        taken.push(lead);
        i++;
      }
    }
  };
  const isPaced = isAnySpent(state.paces, at);
  const passes = room.domainLeft !== null || room.espMatch !== "off" || state.paces !== null;
  const ahead = passes ? (isPaced ? LOOK_AROUND : LOOK_AHEAD) + room.resting.length : 0;
  for (const { id, capacity } of ready) {
    take(state.retries.get(id), Math.min(capacity, most) + ahead);
    take(state.sticky.get(id), Math.min(capacity, most) + ahead);
  }
  const all = sum(ready.map((m) => m.capacity));
  take(
    state.fresh,
    passes ? all + ahead : Math.min(all, most, Math.max(0, room.remainingNew ?? Infinity)),
  );
  return taken
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
    .map((lead) => ({
      lead,
      campaignId: campaign.id,
      mailboxId: lead.mailboxId,
      // Which send it is does not matter here.
      sendId: lead.isRetry ? asId<SendId>(lead.enrolmentId) : null,
      isFirst: lead.currentStep === 0,
      enrolmentId: lead.enrolmentId,
      domain: lead.domain,
      group: lead.group,
      provider: lead.isRetry ? null : lead.provider,
      matchUntil:
        room.espMatch === "prefer" && lead.provider !== null
          ? preferUntil(scheduleFor(campaign.schedule, lead.timezone), lead.dueAt)
          : null,
    }));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
