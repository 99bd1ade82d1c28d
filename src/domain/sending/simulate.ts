import {
  type DelayUnit,
  nextDay,
  nextLocalDay,
  nextOpening,
  localDay,
  type Schedule,
} from "#domain/campaigns/schedule.ts";
import { scheduleFor } from "#domain/campaigns/lead-schedule.ts";
import { heapOf, type Heap } from "#domain/heap.ts";
import {
  type CampaignId,
  type EnrolmentId,
  type LeadId,
  type MailboxId,
  type StepId,
  type UnixMs,
  unixMs,
} from "#domain/ids.ts";
import type { HeldState } from "#domain/mail/health-bands.ts";
import { DAY_MS, later, MINUTE_MS } from "#domain/time.ts";
import {
  allocate,
  type Candidate,
  type CampaignRoom,
  type ReadyMailbox,
  type Rotation,
  turnOrder,
} from "./allocate.ts";
import {
  burstOf,
  campaignDay,
  type CampaignRamp,
  effectiveDailyLimit,
  ESP_WAIT_MS,
  gapMs,
  LOOK_AHEAD,
} from "./limits.ts";
import { nextSendAt } from "./next-send.ts";
import type { EspMatch, MatchedProvider } from "./provider.ts";

/** How often due work is looked for; a host that looks more often is a little earlier. */
const TICK_MS = MINUTE_MS;
/** The mean of the gap's jitter, so that two runs agree. */
const MEAN = 0.5;
/** Behind every simulation's end. */
const NEVER = unixMs(Number.MAX_SAFE_INTEGER);

export type PlannedMailbox = {
  readonly id: MailboxId;
  readonly provider: MatchedProvider | null;
  readonly minGapSeconds: number;
  readonly gapJitterSeconds: number;
  readonly dailyLimit: number;
  readonly heldState: HeldState | null;
  readonly rampEnabled: boolean;
  readonly rampIncrement: number;
  readonly createdAt: UnixMs;
  readonly timezone: string | null;
  /** Its gap ends. */
  readonly freeAt: UnixMs | null;
  readonly lastSentAt: UnixMs | null;
  readonly usedToday: number;
};

export type PlannedLead = {
  readonly leadId: LeadId;
  readonly enrolmentId: EnrolmentId;
  /** Position of the last step that left. */
  readonly currentStep: number;
  readonly dueAt: UnixMs;
  readonly mailboxId: MailboxId | null;
  readonly domain: string;
  /** IANA, as its custom fields tell; null for none. */
  readonly timezone: string | null;
  readonly provider: MatchedProvider | null;
};

/** A campaign as it stands, as if it were active, and as if its mailboxes sent for it alone. */
export type Plan = {
  readonly campaign: {
    readonly id: CampaignId;
    readonly schedule: Schedule;
    readonly dailyLimit: number | null;
    readonly ramp: CampaignRamp | null;
    readonly maxNewLeadsPerDay: number;
    readonly prioritizeNewLeads: boolean;
    readonly rotation: Rotation;
    readonly espMatch: EspMatch;
    readonly maxPerDomainPerDay: number;
  };
  readonly steps: readonly {
    readonly id: StepId;
    readonly position: number;
    readonly delay: number;
    readonly delayUnit: DelayUnit;
  }[];
  readonly mailboxes: readonly PlannedMailbox[];
  readonly leads: readonly PlannedLead[];
  /** Days before today on which it sent. */
  readonly daysSent: number;
  readonly usedToday: {
    readonly all: number;
    readonly fresh: number;
    readonly domains: ReadonlyMap<string, number>;
  };
};

export type PlannedMail = {
  readonly at: UnixMs;
  readonly leadId: LeadId;
  readonly stepId: StepId;
  readonly step: number;
  readonly mailboxId: MailboxId;
};
export type DayCount = { sent: number; fresh: number };

export type Outlook = {
  /** The first mails, as many as were asked for. */
  readonly mails: readonly PlannedMail[];
  /** By calendar day of the campaign's zone, in order. */
  readonly days: ReadonlyMap<string, DayCount>;
  readonly byMailbox: ReadonlyMap<MailboxId, number>;
  readonly sent: number;
  readonly fresh: number;
  /** Leads that have had every step by the end. */
  readonly finished: number;
  /** When the last of all leads gets its last mail; null when that is not reached. */
  readonly finishesAt: UnixMs | null;
  /** `atMost` mails were planned before the end. */
  readonly truncated: boolean;
};

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
    const room = roomAt(state, plan, ready);
    const candidates = takeDue(state, plan, room, ready, at);
    const { assigned, deferred } = allocate(ready, new Map([[campaign.id, room]]), candidates);
    const today = assigned.length === 0 ? null : countOf(days, localDay(schedule.timezone, at));
    for (const { candidate, mailboxId } of assigned) {
      const mailbox = state.mailboxes.get(mailboxId);
      const step = steps.find((s) => s.position > candidate.lead.currentStep);
      if (!mailbox || !step || !today) continue;
      const isFresh = candidate.mailboxId === null;
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
  const waiting = state.fresh.size() + sum([...state.sticky.values()].map((heap) => heap.size()));
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

type Mailbox = {
  readonly row: PlannedMailbox;
  used: number;
  limit: number;
  dayEnds: UnixMs;
  freeAt: UnixMs;
  lastSentAt: UnixMs | null;
};
type Due = Candidate & { readonly lead: PlannedLead };
type State = {
  readonly mailboxes: ReadonlyMap<MailboxId, Mailbox>;
  readonly fresh: Heap<PlannedLead>;
  readonly sticky: Map<MailboxId, Heap<PlannedLead>>;
  readonly used: { all: number; fresh: number; domains: Map<string, number> };
  dayEnds: UnixMs;
  daysSent: number;
  limit: number | null;
  finished: number;
  lastUsed: MailboxId | null;
};

const isBefore = (a: PlannedLead, b: PlannedLead): boolean =>
  a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.enrolmentId < b.enrolmentId);

function begin(plan: Plan, from: UnixMs): State {
  const { campaign, steps } = plan;
  const last = steps.at(-1)?.position ?? 0;
  const open = plan.leads.filter((lead) => lead.currentStep < last);
  const sticky = Map.groupBy(
    open.filter((lead) => lead.mailboxId !== null),
    (lead) => lead.mailboxId as MailboxId, // Not null, by the line above.
  );
  const mailboxes = plan.mailboxes.map((row): [MailboxId, Mailbox] => [
    row.id,
    {
      row,
      used: row.usedToday,
      limit: effectiveDailyLimit(row, from),
      dayEnds: nextLocalDay(row.timezone ?? "UTC", from),
      freeAt: row.freeAt ?? from,
      lastSentAt: row.lastSentAt,
    },
  ]);
  const lastUsed = plan.mailboxes.reduce<PlannedMailbox | null>(
    (a, b) => ((b.lastSentAt ?? 0) > (a?.lastSentAt ?? 0) ? b : a),
    null,
  );
  return {
    mailboxes: new Map(mailboxes),
    fresh: heapOf(
      open.filter((lead) => lead.mailboxId === null),
      isBefore,
    ),
    sticky: new Map([...sticky].map(([id, leads]) => [id, heapOf(leads, isBefore)])),
    used: {
      all: plan.usedToday.all,
      fresh: plan.usedToday.fresh,
      domains: new Map(plan.usedToday.domains),
    },
    dayEnds: nextLocalDay(campaign.schedule.timezone, from),
    daysSent: plan.daysSent,
    limit: campaignDay(campaign, plan.daysSent).limit,
    finished: plan.leads.length - open.length,
    lastUsed: lastUsed?.id ?? null,
  };
}

/** Begins the days that have come: of the campaign, and of each mailbox in its own zone. */
function turnDays(state: State, { campaign }: Plan, at: UnixMs): void {
  for (const mailbox of state.mailboxes.values()) {
    if (at < mailbox.dayEnds) continue;
    mailbox.used = 0;
    mailbox.dayEnds = nextLocalDay(mailbox.row.timezone ?? "UTC", at);
  }
  for (const mailbox of state.mailboxes.values()) {
    if (mailbox.row.rampEnabled) mailbox.limit = effectiveDailyLimit(mailbox.row, at);
  }
  if (at < state.dayEnds) return;
  state.daysSent += state.used.all > 0 ? 1 : 0;
  state.used.all = 0;
  state.used.fresh = 0;
  state.used.domains.clear();
  state.limit = campaignDay(campaign, state.daysSent).limit;
  state.dayEnds = nextLocalDay(campaign.schedule.timezone, at);
}

function readyMailboxes(state: State, at: UnixMs): ReadyMailbox[] {
  const ready: ReadyMailbox[] = [];
  for (const { row, used, limit, freeAt } of state.mailboxes.values()) {
    if (freeAt > at) continue;
    const capacity = burstOf(row, limit - used);
    if (capacity === 0) continue;
    ready.push({ id: row.id, provider: row.provider, capacity, dayLimit: limit, usedToday: used });
  }
  return ready;
}

function roomAt(state: State, { campaign }: Plan, ready: readonly ReadyMailbox[]): CampaignRoom {
  const { rotation, espMatch, prioritizeNewLeads, maxPerDomainPerDay: perDomain } = campaign;
  const rows = ready.map(({ id }) => ({
    id,
    lastSentAt: state.mailboxes.get(id)?.lastSentAt ?? null,
  }));
  return {
    mailboxIds: turnOrder(rows, rotation, state.lastUsed),
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
function takeDue(
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
  const passes = room.domainLeft !== null || room.espMatch === "strict";
  take(state.fresh, passes ? all + LOOK_AHEAD : Math.min(all, most, room.remainingNew ?? Infinity));
  return taken
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
    .map((lead) => ({
      lead,
      campaignId: campaign.id,
      mailboxId: lead.mailboxId,
      sendId: null,
      enrolmentId: lead.enrolmentId,
      domain: lead.domain,
      provider: lead.provider,
    }));
}

function wait(state: State, lead: PlannedLead): void {
  if (lead.mailboxId === null) {
    state.fresh.push(lead);
    return;
  }
  const heap = state.sticky.get(lead.mailboxId);
  if (heap) heap.push(lead);
  else state.sticky.set(lead.mailboxId, heapOf([lead], isBefore));
}

/** The next tick at which anything can be sent; null when nothing waits that ever could. */
function nextMoment(state: State, { campaign }: Plan, at: UnixMs): UnixMs | null {
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
function refillOf({ row, dayEnds }: Mailbox, at: UnixMs): number {
  if (!row.rampEnabled) return dayEnds;
  const age = Math.floor((at - row.createdAt) / DAY_MS);
  return Math.min(dayEnds, row.createdAt + (age + 1) * DAY_MS);
}

function countOf(days: Map<string, DayCount>, day: string): DayCount {
  let count = days.get(day);
  if (!count) days.set(day, (count = { sent: 0, fresh: 0 }));
  return count;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

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
