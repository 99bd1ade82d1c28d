import type { MailboxStatus } from "#platform/rules/mail/mailbox.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import { firstOpeningOf } from "./lead-schedule.ts";
import { nextLocalDay, type Schedule } from "#platform/rules/schedule.ts";
import type { PauseReason, SendingStatusCode } from "./states.ts";
import type { CampaignStatus } from "#platform/rules/choices.ts";

/** Everything that decides whether a campaign sends at this moment. */
export type SendingFacts = {
  readonly now: UnixMs;
  readonly status: CampaignStatus;
  readonly pausedReason: PauseReason | null;
  readonly schedule: Schedule;
  /** Those of the leads that are due first, where they have clocks of their own; else none. */
  readonly leadSchedules: readonly Schedule[];
  readonly steps: number;
  readonly mailboxes: readonly {
    readonly status: MailboxStatus;
    /** It holds its mail because its replies can't be read. */
    readonly repliesUnread?: boolean;
    readonly timezone: string | null;
    /** Sends left today. */
    readonly left: number;
    /** Its gap ends; null when it may send at once. */
    readonly freeAt: UnixMs | null;
    /** Earliest mail to a lead that it wrote to before, a further try included. */
    readonly nextDue: UnixMs | null;
  }[];
  /** Mails left today by the campaign's own limits; null is no limit. */
  readonly campaignLeft: number | null;
  /** Whether it is the ramp that limits the campaign today. */
  readonly byRamp: boolean;
  readonly newLeadsLeft: number | null;
  /** Earliest waiting first mail and follow-up. */
  readonly nextNew: UnixMs | null;
  readonly nextFollowUp: UnixMs | null;
  /** The same of mails that were not taken and are tried again. */
  readonly nextNewAgain: UnixMs | null;
  readonly nextFollowUpAgain: UnixMs | null;
  /** The leads that are due first, where the campaign has rules that hold back single ones; else none. */
  readonly firstInLine: readonly {
    readonly isNew: boolean;
    readonly dueAt: UnixMs;
    readonly heldBack: HeldBack;
  }[];
  readonly hasOpenLeads: boolean;
  readonly hasPausedLeads: boolean;
  readonly inFlight: boolean;
  /** A mail that waits since its step cannot be rendered; null for none. */
  readonly broken: { readonly step: number; readonly detail: string } | null;
};

/** A rule that keeps one lead back while others may go. */
export type HeldBack = "domain_limit" | "esp_match" | null;

export type SendingVerdict = {
  readonly code: SendingStatusCode;
  /** One sentence that tells a person what holds it up and what to do. */
  readonly message: string;
  /** The earliest moment at which something may leave; null when none is foreseen. */
  readonly nextSendAt: UnixMs | null;
};

const verdict = (
  code: SendingStatusCode,
  message: string,
  nextSendAt: UnixMs | null = null,
): SendingVerdict => ({ code, message, nextSendAt });

/**
 * Why a campaign sends or does not. The first rule that holds it up is named; the
 * answer depends on nothing but the facts, so two readings agree.
 */
export function sendingVerdict(facts: SendingFacts): SendingVerdict {
  return (
    standing(facts) ??
    setup(facts) ??
    heldBack(facts) ??
    waiting(passed(facts)) ??
    limits(passed(facts)) ??
    stuck(passed(facts)) ??
    healthy(facts)
  );
}

/** What to do about a pause. */
const PAUSED: Readonly<Record<Exclude<PauseReason, "bounce_rate" | "complaint_rate">, string>> = {
  manual: "The campaign is paused. Start it to continue.",
  no_mailboxes: "Paused: the campaign has no mailbox left. Assign one, then start it.",
  provider_block:
    "Paused: the providers block all its mailboxes. Fix or replace one, then start it.",
  restored:
    "Paused: the database was restored from a backup. Check what was sent since then, then start it.",
};

function standing({ status, pausedReason }: SendingFacts): SendingVerdict | null {
  switch (status) {
    case "draft":
      return verdict("campaign_draft", "The campaign is not started yet.");
    case "completed":
      return verdict("campaign_completed", "All leads have finished the campaign.");
    case "paused":
      if (pausedReason === "bounce_rate" || pausedReason === "complaint_rate") {
        const what = pausedReason === "bounce_rate" ? "bounces" : "complaints";
        return verdict(
          "bounce_protect",
          `Paused: too many ${what}. Clean the list, then start it.`,
        );
      }
      return verdict("campaign_paused", PAUSED[pausedReason ?? "manual"]);
    case "active":
      return null;
  }
}

function setup(facts: SendingFacts): SendingVerdict | null {
  if (facts.steps === 0)
    return verdict("no_steps", "Add a step. The campaign has nothing to send.");
  if (facts.mailboxes.length === 0) {
    return verdict("no_mailboxes", "Assign a mailbox. The campaign has none.");
  }
  if (!facts.mailboxes.some((m) => m.status === "active")) {
    const unread = facts.mailboxes.some((m) => m.repliesUnread);
    return verdict(
      "all_mailboxes_unhealthy",
      unread
        ? "None of its mailboxes can send, because replies cannot be read (IMAP). Sending resumes automatically once they can."
        : "None of its mailboxes can send. Test their connections.",
    );
  }
  if (facts.broken) {
    const { step, detail } = facts.broken;
    return verdict("template_error", `Step ${step} has a template error (${detail}). Fix it.`);
  }
  if (!facts.hasOpenLeads) {
    return facts.hasPausedLeads
      ? verdict("waiting_for_leads", "All remaining leads are paused.")
      : verdict("waiting_for_leads", "Add leads. No lead is waiting for an email.");
  }
  return null;
}

/** The earliest moment from `at` on at which somebody may be written to. */
const opening = ({ schedule, leadSchedules }: SendingFacts, at: UnixMs): UnixMs | null =>
  firstOpeningOf(leadSchedules.length > 0 ? leadSchedules : [schedule], at);

/** Everybody who would be next is kept back by a rule of his own. */
function heldBack(facts: SendingFacts): SendingVerdict | null {
  const { now, schedule, firstInLine } = facts;
  const begins = nextLocalDay(schedule.timezone, now);
  const tomorrow = opening(facts, begins) ?? begins;
  const next = firstInLine.filter((lead) => lead.dueAt <= tomorrow);
  if (facts.inFlight || next.length === 0 || opening(facts, now) === null) return null;
  if (next.some((lead) => lead.heldBack === null)) return null;
  if (next.some((lead) => lead.heldBack === "domain_limit")) {
    const says = "The leads that are due reached today's limit for their domains.";
    return verdict("domain_limit_reached", says, opening(facts, tomorrow));
  }
  return verdict(
    "waiting_for_esp_match",
    "The campaign has no mailbox with the provider of the leads that are due. Assign one.",
  );
}

/** The facts without the leads that are kept back, where some were looked at. */
function passed(facts: SendingFacts): SendingFacts {
  const free = facts.firstInLine.filter((lead) => lead.heldBack === null);
  if (free.length === 0) return facts;
  const first = (isNew: boolean): UnixMs | null =>
    free
      .filter((lead) => lead.isNew === isNew)
      .reduce<UnixMs | null>((a, lead) => earliest(a, lead.dueAt), null);
  return { ...facts, nextNew: first(true), nextFollowUp: first(false) };
}

/** Nothing is due, or the schedule is shut. */
function waiting(facts: SendingFacts): SendingVerdict | null {
  const { now } = facts;
  const opens = opening(facts, now);
  if (opens === null) {
    return verdict(
      "out_of_schedule",
      "The schedule has no sending time left. Extend its end date.",
    );
  }
  const due = facts.inFlight ? now : earliest(newDue(facts), followUpDue(facts));
  if (due !== null && due > opens) {
    const tries = earliest(facts.nextNewAgain, facts.nextFollowUpAgain) === due;
    const waits = tries
      ? "Failed attempts are retried later. All other leads are waiting for their next step."
      : "All leads are waiting for their next step.";
    return verdict("waiting_for_followup_delay", waits, opening(facts, due));
  }
  if (opens > now) return verdict("out_of_schedule", "Outside sending hours.", opens);
  return null;
}

function limits(facts: SendingFacts): SendingVerdict | null {
  const { now, schedule } = facts;
  const tomorrow = nextLocalDay(schedule.timezone, now);
  if (facts.campaignLeft !== null && facts.campaignLeft <= 0) {
    const says = facts.byRamp
      ? "The campaign reached today's ramp-up limit."
      : "The campaign reached today's limit.";
    return verdict("campaign_daily_limit_met", says, opening(facts, tomorrow));
  }
  const active = facts.mailboxes.filter((m) => m.status === "active");
  if (active.every((m) => m.left <= 0)) {
    const refills = active.map((m) => nextLocalDay(m.timezone ?? "UTC", now));
    const next = opening(
      facts,
      refills.reduce((a, b) => (a < b ? a : b)),
    );
    return verdict("mailbox_daily_limit_met", "All mailboxes reached today's limit.", next);
  }
  const followUp = followUpDue(facts);
  const onlyNew = !facts.inFlight && (followUp === null || followUp > now);
  if (onlyNew && facts.newLeadsLeft !== null && facts.newLeadsLeft <= 0) {
    const says = "Today's limit for new leads is reached. Only follow-ups are sent.";
    const next = earliest(tomorrow, followUp) ?? tomorrow;
    return verdict("new_lead_limit_met", says, opening(facts, next));
  }
  return null;
}

/** Whoever is due was written to from a mailbox that cannot send now, and stays with it. */
function stuck(facts: SendingFacts): SendingVerdict | null {
  const { now, mailboxes, newLeadsLeft } = facts;
  const fresh = newDue(facts);
  const mayBegin = newLeadsLeft === null || newLeadsLeft > 0;
  if (facts.inFlight || (mayBegin && fresh !== null && fresh <= now)) return null;
  const due = mailboxes.filter((m) => m.nextDue !== null && m.nextDue <= now);
  const able = (m: SendingFacts["mailboxes"][number]) => m.status === "active";
  if (due.length === 0 || due.some((m) => able(m) && m.left > 0)) return null;
  const next = mailboxes
    .filter((m) => able(m) && m.nextDue !== null)
    .map((m) => (m.left > 0 ? m.nextDue : nextLocalDay(m.timezone ?? "UTC", now)))
    .reduce(earliest, mayBegin ? fresh : null);
  const at = next === null ? null : opening(facts, next);
  return due.some(able)
    ? verdict(
        "mailbox_daily_limit_met",
        "The mailboxes of the leads that are due reached today's limit.",
        at,
      )
    : verdict(
        "all_mailboxes_unhealthy",
        "The mailboxes of the leads that are due cannot send. Test their connections.",
        at,
      );
}

/** The earliest mail to somebody new, and to somebody who had one. */
const newDue = (facts: SendingFacts) => earliest(facts.nextNew, facts.nextNewAgain);
const followUpDue = (facts: SendingFacts) => earliest(facts.nextFollowUp, facts.nextFollowUpAgain);

function healthy(facts: SendingFacts): SendingVerdict {
  const { now, mailboxes } = facts;
  const free = mailboxes
    .filter((m) => m.status === "active" && m.left > 0)
    .map((m) => (m.freeAt !== null && m.freeAt > now ? m.freeAt : now));
  const next = free.reduce<UnixMs>((a, b) => (a < b ? a : b), free[0] ?? later(now, 0));
  return verdict("healthy", "Sending.", opening(facts, next));
}

const earliest = (a: UnixMs | null, b: UnixMs | null): UnixMs | null =>
  a === null ? b : b === null ? a : a < b ? a : b;
