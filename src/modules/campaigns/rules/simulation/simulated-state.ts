import { heapOf, type Heap } from "#platform/rules/heap.ts";
import { nextLocalDay } from "#platform/rules/schedule.ts";
import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { effectiveDailyLimit } from "#modules/mailboxes/rules/limits.ts";
import { campaignDay } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import type { Plan, PlannedLead, PlannedMailbox } from "#modules/campaigns/rules/sending/plan.ts";

/** A mailbox in the course of a simulation. */
export type SimulatedMailbox = {
  readonly row: PlannedMailbox;
  used: number;
  limit: number;
  dayEnds: UnixMs;
  freeAt: UnixMs;
  lastSentAt: UnixMs | null;
};

/** Where a simulation stands. */
export type State = {
  readonly mailboxes: ReadonlyMap<MailboxId, SimulatedMailbox>;
  readonly fresh: Heap<PlannedLead>;
  readonly sticky: Map<MailboxId, Heap<PlannedLead>>;
  readonly used: { all: number; fresh: number; domains: Map<string, number> };
  dayEnds: UnixMs;
  daysSent: number;
  limit: number | null;
  finished: number;
  lastUsed: MailboxId | null;
};

/** The order in which leads are served. */
export const isBefore = (a: PlannedLead, b: PlannedLead): boolean =>
  a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.enrolmentId < b.enrolmentId);

/** Everything as the plan says, before the first moment. */
export function begin(plan: Plan, from: UnixMs): State {
  const { campaign, steps } = plan;
  const last = steps.at(-1)?.position ?? 0;
  const open = plan.leads.filter((lead) => lead.currentStep < last);
  const sticky = Map.groupBy(
    open.filter((lead) => lead.mailboxId !== null),
    (lead) => lead.mailboxId as MailboxId, // Not null, by the line above.
  );
  const mailboxes = plan.mailboxes.map((row): [MailboxId, SimulatedMailbox] => [
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
export function turnDays(state: State, { campaign }: Plan, at: UnixMs): void {
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

/** Puts a lead where it waits for its next mail. */
export function wait(state: State, lead: PlannedLead): void {
  if (lead.mailboxId === null) {
    state.fresh.push(lead);
    return;
  }
  const heap = state.sticky.get(lead.mailboxId);
  if (heap) heap.push(lead);
  else state.sticky.set(lead.mailboxId, heapOf([lead], isBefore));
}

/** How many leads wait for a mail. */
export const waitingIn = ({ fresh, sticky }: State): number =>
  [...sticky.values()].reduce((all, heap) => all + heap.size(), fresh.size());
