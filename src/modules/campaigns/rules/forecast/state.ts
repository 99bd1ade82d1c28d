import { campaignDay } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { effectiveDailyLimit } from "#modules/mailboxes/rules/limits.ts";
import { isStopped } from "#modules/campaigns/rules/leaving/ask.ts";
import { heapOf, type Heap } from "#platform/rules/heap.ts";
import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { nextUtcMonth } from "#platform/rules/time.ts";
import { nextDayOf, nextUtcDay, type Pace } from "#modules/campaigns/rules/pacing/pace.ts";
import type { Paces } from "#modules/campaigns/rules/pacing/paces.ts";
import { nextLocalDay } from "#platform/rules/schedule.ts";
import { turnFacts } from "./held-by.ts";
import {
  type Gone,
  isBefore,
  type Leave,
  type PlannedCampaign,
  type PlannedLead,
  type PlannedMailbox,
  type World,
} from "./world.ts";

/** A mailbox in the course of a forecast. */
export type MailboxState = {
  readonly row: PlannedMailbox;
  used: number;
  limit: number;
  dayEnds: UnixMs;
  freeAt: UnixMs;
  lastSentAt: UnixMs | null;
};

/** The workspace's month in the course of a forecast. */
export type MonthState = { readonly limit: number | null; used: number; ends: UnixMs };

/** How sending domains stand with groups of recipients in the course of a forecast. */
export type PacesState = Omit<Paces, "known"> & {
  readonly known: Map<string, Pace>;
  dayEnds: UnixMs;
};

/** A campaign in the course of a forecast. */
export type CampaignState = {
  readonly plan: PlannedCampaign;
  readonly mailboxes: ReadonlyMap<MailboxId, MailboxState>;
  /** All campaigns share it. */
  readonly month: MonthState;
  readonly paces: PacesState | null;
  readonly fresh: Heap<PlannedLead>;
  readonly sticky: Map<MailboxId, Heap<PlannedLead>>;
  /** Mails that are tried again, by the mailbox that they leave from. */
  readonly retries: Map<MailboxId, Heap<PlannedLead>>;
  /** Those whose turn can't come, until somebody changes something. */
  readonly stopped: readonly PlannedLead[];
  readonly used: { all: number; fresh: number; domains: Map<string, number> };
  dayEnds: UnixMs;
  daysSent: number;
  limit: number | null;
  byRamp: boolean;
  finished: number;
  /** Leads that reached a task in it. */
  atTask: number;
  /** Leads that a rule takes out of it. */
  left: number;
  /** Of those, and of those that have had every step: who goes on elsewhere. */
  readonly gone: Gone[];
};

/** Where a forecast stands. */
export type State = {
  readonly mailboxes: ReadonlyMap<MailboxId, MailboxState>;
  readonly campaigns: readonly CampaignState[];
  readonly month: MonthState;
  readonly paces: PacesState | null;
};

/** Everything as it stands, before the first moment. */
export function begin(world: World, from: UnixMs): State {
  const mailboxes = new Map(
    world.mailboxes.map((row): [MailboxId, MailboxState] => [
      row.id,
      {
        row,
        used: row.usedToday,
        limit: effectiveDailyLimit(row, from),
        dayEnds: nextLocalDay(row.timezone ?? "UTC", from),
        freeAt: row.freeAt ?? from,
        lastSentAt: row.lastSentAt,
      },
    ]),
  );
  const month = { limit: null, used: 0, ...world.month, ends: nextUtcMonth(from) };
  const paces = world.paces
    ? { ...world.paces, known: new Map(world.paces.known), dayEnds: nextUtcDay(from) }
    : null;
  const campaigns = world.campaigns.map((plan) => beginOf(plan, mailboxes, { month, paces }, from));
  return { mailboxes, campaigns, month, paces };
}

function beginOf(
  plan: PlannedCampaign,
  all: ReadonlyMap<MailboxId, MailboxState>,
  { month, paces }: Pick<State, "month" | "paces">,
  from: UnixMs,
): CampaignState {
  const { campaign, steps, usedToday } = plan;
  const last = steps.at(-1)?.position ?? 0;
  const open = plan.leads.filter((lead) => lead.currentStep < last);
  const staying = open.filter((lead) => !leavesBefore(lead, lead.dueAt));
  const mailboxes = new Map(
    plan.mailboxIds.flatMap((id) => {
      const mailbox = all.get(id);
      return mailbox ? [[id, mailbox] as const] : [];
    }),
  );
  const bare: CampaignState = {
    plan,
    mailboxes,
    month,
    paces,
    fresh: heapOf([], isBefore),
    sticky: new Map(),
    retries: new Map(),
    stopped: [],
    used: { all: usedToday.all, fresh: usedToday.fresh, domains: new Map(usedToday.domains) },
    dayEnds: nextLocalDay(campaign.schedule.timezone, from),
    daysSent: plan.daysSent,
    ...campaignDay(campaign, plan.daysSent),
    finished: plan.leads.length - open.length,
    atTask: 0,
    left: open.length - staying.length,
    gone: [],
  };
  for (const lead of open) {
    if (leavesBefore(lead, lead.dueAt)) noteGone(bare, lead, lead.leave ?? null);
  }
  const stops = stopsOf(bare, from);
  const waits = Map.groupBy(staying, (lead) => isAtTask(steps, lead.currentStep) || stops(lead));
  const going = waits.get(false) ?? [];
  const state = {
    ...bare,
    stopped: waits.get(true) ?? [],
    fresh: heapOf(
      going.filter((lead) => lead.mailboxId === null),
      isBefore,
    ),
  };
  for (const [isRetry, heaps] of [
    [false, state.sticky],
    [true, state.retries],
  ] as const) {
    const tied = going.filter((lead) => (lead.isRetry ?? false) === isRetry);
    const byMailbox = Map.groupBy(tied, (lead) => lead.mailboxId);
    for (const [id, leads] of byMailbox) if (id !== null) heaps.set(id, heapOf(leads, isBefore));
  }
  return state;
}

/** Whether a rule takes the lead away before its mail is due. */
export const leavesBefore = ({ leave }: PlannedLead, dueAt: UnixMs): boolean =>
  leave != null && leave.at <= dueAt;

/** Notes who goes on in another campaign. */
export function noteGone({ gone }: CampaignState, lead: PlannedLead, leave: Leave | null): void {
  if (!leave || leave.to === null) return;
  gone.push({ leadId: lead.leadId, timezone: lead.timezone, at: leave.at, to: leave.to });
}

/** Whether the step behind a position is done by a person. */
export const isAtTask = (steps: PlannedCampaign["steps"], position: number): boolean =>
  (steps.find((step) => step.position > position)?.task ?? null) !== null;

/** Whether only a change lets a lead's turn come: decided once for all who share a sender, a provider and a clock. */
function stopsOf(state: CampaignState, from: UnixMs): (lead: PlannedLead) => boolean {
  const known = new Map<string, boolean>();
  return (lead) => {
    const key = `${lead.mailboxId} ${lead.provider} ${lead.group} ${lead.timezone} ${lead.waitsFor}`;
    let stops = known.get(key);
    if (stops === undefined) known.set(key, (stops = isStopped(turnFacts(state, lead, from))));
    return stops;
  };
}

/** Begins the days that have come, of each campaign and each mailbox in its own zone, and the month. */
export function turnDays(state: State, at: UnixMs): void {
  const { month } = state;
  if (at >= month.ends) {
    month.used = 0;
    month.ends = nextUtcMonth(at);
  }
  if (state.paces && at >= state.paces.dayEnds) {
    const { known } = state.paces;
    for (const [key, pace] of known) known.set(key, nextDayOf(pace));
    state.paces.dayEnds = nextUtcDay(at);
  }
  for (const mailbox of state.mailboxes.values()) {
    if (mailbox.row.rampEnabled) mailbox.limit = effectiveDailyLimit(mailbox.row, at);
    if (at < mailbox.dayEnds) continue;
    mailbox.used = 0;
    mailbox.dayEnds = nextLocalDay(mailbox.row.timezone ?? "UTC", at);
  }
  for (const one of state.campaigns) {
    if (at < one.dayEnds) continue;
    const { campaign } = one.plan;
    one.daysSent += one.used.all > 0 ? 1 : 0;
    one.used.all = 0;
    one.used.fresh = 0;
    one.used.domains.clear();
    Object.assign(one, campaignDay(campaign, one.daysSent));
    one.dayEnds = nextLocalDay(campaign.schedule.timezone, at);
  }
}

/** Puts a lead where it waits for its next mail. */
export function wait(state: CampaignState, lead: PlannedLead): void {
  if (lead.mailboxId === null) {
    state.fresh.push(lead);
    return;
  }
  const heaps = lead.isRetry ? state.retries : state.sticky;
  const heap = heaps.get(lead.mailboxId);
  if (heap) heap.push(lead);
  else heaps.set(lead.mailboxId, heapOf([lead], isBefore));
}

/** How many leads wait for a mail. */
export const waitingIn = ({ fresh, sticky, retries, stopped, atTask }: CampaignState): number =>
  [fresh, ...sticky.values(), ...retries.values()].reduce(
    (all, heap) => all + heap.size(),
    stopped.length + atTask,
  );
