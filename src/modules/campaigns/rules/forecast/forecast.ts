import { allocate, type CampaignRoom } from "#modules/campaigns/rules/sending/allocate.ts";
import { ESP_WAIT_MS, leftOf } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import type { ExplainRule } from "#modules/campaigns/rules/leaving/rule.ts";
import { nextSendAt } from "#modules/campaigns/rules/sending/next-send.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { gapMs } from "#modules/mailboxes/rules/limits.ts";
import type { CampaignId, EnrolmentId, UnixMs } from "#platform/rules/ids.ts";
import { PACE_LOOK_MS, paceKey } from "#modules/campaigns/rules/pacing/pace.ts";
import { paceLeft, paceOf, returnsAt } from "#modules/campaigns/rules/pacing/paces.ts";
import { localDay, nextDay, nextOpening, type Schedule } from "#platform/rules/schedule.ts";
import { later } from "#platform/rules/time.ts";
import type { Block } from "#modules/campaigns/rules/leaving/ask.ts";
import { blocksOn, lastOf } from "./held-by.ts";
import { nextMoment, openingOf } from "./next-moment.ts";
import {
  begin,
  type CampaignState,
  noteGone,
  isAtTask,
  leavesBefore,
  type State,
  turnDays,
  wait,
  waitingIn,
} from "./state.ts";
import { type Due, readyMailboxes, roomAt, takeDue } from "./turn.ts";
import type { Gone, Leave, PlannedLead, PlannedMail, World } from "./world.ts";

/** When a rule takes a lead out that has just had a step, if it does not reply; null: none does. */
function leavesAfter(
  { plan }: CampaignState,
  lead: PlannedLead,
  position: number,
  at: UnixMs,
): Leave | null {
  const own = (plan.leaves ?? []).filter((leave) => leave.position === position);
  const leaves = own.map(({ afterMs, to }): Leave => ({ at: later(at, afterMs), to }));
  const all = lead.leave ? [lead.leave, ...leaves] : leaves;
  return all.reduce<Leave | null>(
    (first, one) => (first === null || one.at < first.at ? one : first),
    null,
  );
}

/** The mean of the gap's jitter, so that two runs agree. */
const MEAN = 0.5;

/** One lead that is followed until its next mail. */
export type Watched = { readonly campaignId: CampaignId; readonly enrolmentId: EnrolmentId };

/** Its next mail, and the rule that held it last: `ready` where nothing did. */
export type Foreseen = { readonly mail: PlannedMail; readonly heldBy: ExplainRule };

export type Outlook = {
  /** Mails. */
  readonly sent: number;
  /** By campaign: leads that have had every step, and leads that still wait. */
  readonly finished: ReadonlyMap<CampaignId, number>;
  /** By campaign: leads that a rule took out of it. */
  readonly left: ReadonlyMap<CampaignId, number>;
  /** By campaign: leads that a rule sends to another one, whenever that is. */
  readonly gone: ReadonlyMap<CampaignId, readonly Gone[]>;
  readonly waiting: ReadonlyMap<CampaignId, number>;
  /** Null: the lead gets none before the end. */
  readonly watched: Foreseen | null;
  /** Where it ended. */
  readonly end: State;
};

/**
 * Plays campaigns forward that share mailboxes, from `from` to `until`, by the rules that the claim
 * uses: schedules, waits, limits, ramps, gaps, rotation, sticky mailboxes. `each` hears of every mail
 * in order. Deterministic: no chance, no clock. Its work grows with the mails and the minutes of
 * sending time, and ends after `atMost` mails, with the mail of the lead that is watched, or when
 * `each` answers "enough".
 */
export function forecast(
  world: World,
  span: { readonly from: UnixMs; readonly until: UnixMs },
  bounds: { readonly atMost: number; readonly watch?: Watched | undefined },
  each: (mail: PlannedMail) => unknown = () => undefined,
): Outlook {
  const state = begin(world, span.from);
  const byId = new Map(state.campaigns.map((one) => [one.plan.campaign.id, one]));
  const watch = watcher(byId, bounds.watch, span.from);
  const dueAfter = memo();
  let sent = 0;
  let heardEnough = false;
  let now = firstMoment(state, span.from);
  while (now !== null && now < span.until && sent < bounds.atMost && !heardEnough) {
    const at: UnixMs = now;
    turnDays(state, at);
    const ready = readyMailboxes(state, at);
    const rooms = new Map<CampaignId, CampaignRoom>();
    const candidates: Due[] = [];
    for (const one of state.campaigns) {
      if (openingOf(one, at) !== at) continue;
      const own = ready.filter(({ id }) => one.mailboxes.has(id));
      const room = roomAt(one, own, at);
      rooms.set(one.plan.campaign.id, room);
      candidates.push(...takeDue(one, room, own, at));
    }
    if (rooms.size > 1) candidates.sort((a, b) => a.lead.dueAt - b.lead.dueAt);
    const { paces } = state;
    const { assigned, deferred } = allocate(
      ready,
      rooms,
      candidates,
      leftOf(state.month),
      paces && ((domain, group) => paceLeft(paces, domain, group, at)),
    );
    const served = new Set<Due>();
    for (const { candidate, mailboxId } of assigned) {
      const one = byId.get(candidate.campaignId);
      const mailbox = state.mailboxes.get(mailboxId);
      const { lead } = candidate;
      const step = one?.plan.steps.find((s) => s.position > lead.currentStep);
      served.add(candidate);
      if (one && leavesBefore(lead, at)) {
        one.left += 1;
        noteGone(one, lead, lead.leave ?? null);
        continue;
      }
      // Who is held takes nobody's place: the mailbox goes on with the next tick.
      if (!one || !mailbox || !step || step.position === lead.heldAt) continue;
      const { schedule } = one.plan.campaign;
      mailbox.used += 1;
      mailbox.freeAt = later(at, gapMs(mailbox.row, MEAN));
      mailbox.lastSentAt = at;
      state.month.used += 1;
      countPaced(state, mailbox.row.domain, lead.group);
      one.used.all += 1;
      one.used.fresh += candidate.isFirst ? 1 : 0;
      const toDomain = one.used.domains.get(candidate.domain) ?? 0;
      one.used.domains.set(candidate.domain, toDomain + 1);
      sent += 1;
      const mail: PlannedMail = {
        at,
        campaignId: candidate.campaignId,
        leadId: lead.leadId,
        enrolmentId: lead.enrolmentId,
        stepId: step.id,
        step: step.position,
        mailboxId,
        isFirst: candidate.isFirst,
        day: localDay(schedule.timezone, at),
      };
      heardEnough ||= each(mail) === "enough";
      watch.left(mail, lead);
      const dueAt = dueAfter(one, scheduleFor(schedule, lead.timezone), step.position, at);
      const leave = leavesAfter(one, lead, step.position, at);
      const leaves = leave !== null && (dueAt === null || leave.at <= dueAt);
      if (leaves) noteGone(one, lead, leave);
      if (dueAt === null) one.finished += 1;
      else if (leaves) one.left += 1;
      else if (isAtTask(one.plan.steps, step.position)) one.atTask += 1;
      else wait(one, { ...onwards(lead, { currentStep: step.position, dueAt, mailboxId }), leave });
    }
    for (const { candidate, reason } of deferred) {
      const one = byId.get(candidate.campaignId);
      if (!one) continue;
      const { schedule } = one.plan.campaign;
      const own = scheduleFor(schedule, candidate.lead.timezone);
      const dueAt =
        reason === "domain_limit"
          ? nextDay(own, at, schedule.timezone)
          : reason === "esp_match"
            ? later(at, ESP_WAIT_MS)
            : pacedUntil(one, candidate.lead, own, at);
      if (dueAt <= at) continue;
      served.add(candidate);
      const late = { ...candidate.lead, dueAt, waitsFor: reason };
      wait(one, late);
      watch.delay(late);
    }
    for (const candidate of candidates) {
      const one = byId.get(candidate.campaignId);
      if (one && !served.has(candidate)) wait(one, candidate.lead);
    }
    watch.look(at);
    heardEnough ||= watch.foreseen() !== null;
    now = nextMoment(state, at);
  }
  const countsOf = (count: (one: CampaignState) => number) =>
    new Map(state.campaigns.map((one) => [one.plan.campaign.id, count(one)]));
  return {
    sent,
    finished: countsOf((one) => one.finished),
    left: countsOf((one) => one.left),
    gone: new Map(state.campaigns.map((one) => [one.plan.campaign.id, one.gone])),
    waiting: countsOf(waitingIn),
    watched: watch.foreseen(),
    end: state,
  };
}

/** Counts a mail to what its sending domain sends to its recipient's provider today. */
function countPaced({ paces }: State, domain: string, group: string | null): void {
  if (!paces || group === null) return;
  const pace = paceOf(paces, domain, group);
  paces.known.set(paceKey(domain, group), { ...pace, used: pace.used + 1 });
}

/** When a lead is due again that its pace keeps back: with the first mailbox that may write to it. */
function pacedUntil(one: CampaignState, lead: PlannedLead, own: Schedule, at: UnixMs): UnixMs {
  const { paces, mailboxes } = one;
  if (!paces || lead.group === null) return at;
  const may = lead.mailboxId === null ? [...mailboxes.values()] : [mailboxes.get(lead.mailboxId)];
  const senders = may.flatMap((mailbox) =>
    mailbox ? [{ domain: mailbox.row.domain, freeAt: mailbox.freeAt }] : [],
  );
  const free = returnsAt(paces, lead.group, senders, at);
  return free === null ? later(at, PACE_LOOK_MS) : (nextOpening(own, free) ?? free);
}

/** A lead behind its mail: nothing of what it waited for stays. */
function onwards(
  lead: PlannedLead,
  next: Pick<PlannedLead, "currentStep" | "dueAt" | "mailboxId">,
): PlannedLead {
  return { ...lead, ...next, isRetry: false, waitsFor: "delay" };
}

function firstMoment(state: State, from: UnixMs): UnixMs | null {
  const moments = state.campaigns.flatMap((one) => openingOf(one, from) ?? []);
  return moments.reduce<UnixMs | null>((a, b) => (a === null || b < a ? b : a), null);
}

/** Follows one lead: what keeps it back behind each moment, until it leaves. */
function watcher(
  campaigns: ReadonlyMap<CampaignId, CampaignState>,
  watched: Watched | undefined,
  from: UnixMs,
) {
  const one = watched && campaigns.get(watched.campaignId);
  const lead = one?.plan.leads.find(({ enrolmentId }) => enrolmentId === watched?.enrolmentId);
  let foreseen: Foreseen | null = null;
  let waits = lead;
  let blocks: readonly Block[] | null = one && lead ? blocksOn(one, lead, from) : null;
  return {
    foreseen: () => foreseen,
    /** A lead was delayed. */
    delay(as: PlannedLead): void {
      if (as.enrolmentId === lead?.enrolmentId) waits = as;
    },
    look(at: UnixMs): void {
      if (one && waits && !foreseen) blocks = blocksOn(one, waits, at);
    },
    left(mail: PlannedMail, as: PlannedLead): void {
      if (foreseen || !one || mail.enrolmentId !== lead?.enrolmentId) return;
      if (mail.campaignId !== one.plan.campaign.id) return;
      const own = scheduleFor(one.plan.campaign.schedule, as.timezone);
      const isFree = blocks !== null && blocks.length === 0 && mail.at <= from;
      foreseen = { mail, heldBy: isFree ? "ready" : lastOf(blocks ?? [], own, mail.at) };
    },
  };
}

/** Remembers the answers of one moment: many mails of a tick wait equally long. */
function memo(): (one: CampaignState, own: Schedule, step: number, at: UnixMs) => UnixMs | null {
  let moment = -1;
  const known = new Map<string, UnixMs | null>();
  return ({ plan }, own, step, at) => {
    if (at !== moment) known.clear();
    moment = at;
    const key = `${plan.campaign.id} ${step} ${own.timezone}`;
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    const made = nextSendAt(plan.steps, step, own, at);
    known.set(key, made);
    return made;
  };
}
