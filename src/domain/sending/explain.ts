import { scheduleFor } from "#domain/campaigns/lead-schedule.ts";
import { isOpen, nextDay, nextLocalDay, nextOpening } from "#domain/campaigns/schedule.ts";
import type { Schedule } from "#domain/campaigns/schedule.ts";
import type { CampaignStatus, EnrolmentStatus, PauseReason } from "#domain/campaigns/states.ts";
import type { MailboxId, UnixMs } from "#domain/ids.ts";
import type { MailboxStatus } from "#domain/mail/mailbox.ts";
import type { CampaignDay } from "./limits.ts";
import { type EspMatch, type MatchedProvider, mayServe } from "./provider.ts";
import type { SEND_STATES } from "./states.ts";

/**
 * The rules that decide when a lead's next mail leaves, in the order in which they are asked; of
 * several that end at the same time the first is named. `ready`: none holds it up.
 */
export const EXPLAIN_RULES = [
  "finished",
  "campaign",
  "no_step",
  "unsubscribed",
  "bounced",
  "suppressed",
  "invalid",
  "risky",
  "company_answered",
  "contacted",
  "missing_variable",
  "template_error",
  "in_flight",
  "unknown",
  "no_mailbox",
  "mailbox",
  "esp_match",
  "paused",
  "held",
  "domain_limit",
  "campaign_day_limit",
  "new_lead_limit",
  "mailbox_day_limit",
  "retry",
  "delay",
  "mailbox_gap",
  "queue",
  "schedule",
  "ready",
] as const;
export type ExplainRule = (typeof EXPLAIN_RULES)[number];

export type ExplainMailbox = {
  readonly id: MailboxId;
  readonly email: string;
  readonly status: MailboxStatus;
  readonly timezone: string | null;
  readonly provider: MatchedProvider | null;
  readonly dayLimit: number;
  readonly usedToday: number;
  /** Its gap ends. */
  readonly freeAt: UnixMs | null;
};

/** Everything that decides about one lead at this moment. */
export type ExplainFacts = {
  readonly now: UnixMs;
  readonly campaign: {
    readonly status: CampaignStatus;
    readonly pausedReason: PauseReason | null;
    readonly schedule: Schedule;
    readonly allowRisky: boolean;
    readonly espMatch: EspMatch;
    readonly skipIfContactedDays: number;
  };
  readonly enrolment: {
    readonly status: EnrolmentStatus;
    readonly skipReason: string | null;
    readonly skipDetail: string | null;
    readonly heldUntil: UnixMs | null;
    readonly nextSendAt: UnixMs | null;
  };
  readonly lead: {
    readonly domain: string;
    /** IANA, as its custom fields tell; null for none. */
    readonly timezone: string | null;
    readonly provider: MatchedProvider | null;
    readonly unsubscribed: boolean;
    readonly bounced: boolean;
    readonly suppressed: boolean;
    readonly validationStatus: "valid" | "risky" | "invalid" | null;
    readonly companyAnswered: boolean;
    readonly contacted: boolean;
  };
  readonly hasStep: boolean;
  /** Variables of the next mail that have no value. */
  readonly missing: readonly string[];
  /** What stops the next mail from being rendered; null for nothing. */
  readonly templateError: string | null;
  /** The latest send of the lead in this campaign. */
  readonly send: {
    readonly state: (typeof SEND_STATES)[number];
    readonly step: number;
    readonly dueAt: UnixMs;
  } | null;
  /** The sticky sender alone, or all of the campaign's mailboxes for a lead that has none yet. */
  readonly mailboxes: readonly ExplainMailbox[];
  readonly isFresh: boolean;
  readonly campaignDay: CampaignDay & { readonly used: number };
  /** Null: no limit. */
  readonly newLeads: { readonly limit: number; readonly used: number } | null;
  readonly domain: { readonly limit: number; readonly used: number } | null;
  /** Leads of the same kind that are due before it, counted to a bound. */
  readonly ahead: { readonly count: number; readonly bound: number };
};

/** With the schedule of the lead, whose days are counted by the campaign's clock. */
type LeadFacts = ExplainFacts & { readonly campaign: { readonly dayZone: string } };

export type RuleState = {
  readonly rule: ExplainRule;
  readonly blocks: boolean;
  /** When it stops by itself; null when it does not block, or not by itself. */
  readonly until: UnixMs | null;
  /** One sentence. */
  readonly detail: string;
};

export type LeadVerdict = {
  readonly decidedBy: ExplainRule;
  readonly detail: string;
  /** Null when only a change helps, or a mail is on its way. */
  readonly earliestAt: UnixMs | null;
  readonly mailbox: ExplainMailbox | null;
  readonly rules: readonly RuleState[];
};

/**
 * When a lead's next mail can leave and which rule decides. Nothing but the facts goes into it: no
 * chance, and the clock only where a rule's time has come, so two readings agree. The earliest time
 * is a bound from below: others may be served first.
 */
export function explainLead(given: ExplainFacts): LeadVerdict {
  const { now } = given;
  const dayZone = given.campaign.schedule.timezone;
  const schedule = scheduleFor(given.campaign.schedule, given.lead.timezone);
  const facts = { ...given, campaign: { ...given.campaign, schedule, dayZone } };
  const mailbox = firstFree(facts);
  const rules = [...standing(facts), ...senders(facts, mailbox), ...times(facts, mailbox)];
  const answer = (decidedBy: ExplainRule, detail: string, earliestAt: UnixMs | null) => ({
    decidedBy,
    detail,
    earliestAt,
    mailbox,
    rules,
  });
  const stop = rules.find((r) => r.blocks && r.until === null);
  if (stop) return answer(stop.rule, stop.detail, null);

  let last: RuleState | null = null;
  for (const rule of rules) {
    if (rule.blocks && rule.until !== null && rule.until > (last?.until ?? now)) last = rule;
  }
  if (last?.until) {
    if (isOpen(schedule, last.until)) return answer(last.rule, last.detail, last.until);
    const opens = nextOpening(schedule, last.until);
    const detail =
      opens === null ? "The schedule has no sending time left." : "Outside the sending hours.";
    return answer("schedule", detail, opens);
  }
  const dueAt = dueOf(facts);
  return answer("ready", "Nothing holds it up: it leaves when its turn comes.", dueAt);
}

const rule = (
  name: ExplainRule,
  blocks: boolean,
  detail: string,
  until: UnixMs | null = null,
): RuleState => ({ rule: name, blocks, until: blocks ? until : null, detail });

const DONE: Readonly<Partial<Record<EnrolmentStatus, string>>> = {
  replied: "The lead has answered; its sequence is over.",
  completed: "The lead has had every step.",
  bounced: "The lead's address does not exist.",
  unsubscribed: "The lead wants no more mail.",
  failed: "A mail was refused for good; its sequence is over.",
};

/** What only a change can help. */
function standing(facts: ExplainFacts): RuleState[] {
  const { campaign, enrolment, lead, send } = facts;
  const { skipReason, skipDetail } = enrolment;
  const why = [skipReason, skipDetail].filter((text) => text !== null && text !== "").join(": ");
  const done =
    DONE[enrolment.status] ?? (enrolment.status === "skipped" ? `Left out: ${why}.` : undefined);
  const flying = send?.state === "leased" || send?.state === "sending";
  return [
    rule("finished", done !== undefined, done ?? "The lead is in its sequence."),
    rule("campaign", campaign.status !== "active", campaignDetail(campaign)),
    rule(
      "no_step",
      !facts.hasStep && done === undefined && !flying,
      facts.hasStep ? "A step follows." : "No step follows.",
    ),
    rule("unsubscribed", lead.unsubscribed, yesNo(lead.unsubscribed, "unsubscribed")),
    rule("bounced", lead.bounced, yesNo(lead.bounced, "undeliverable")),
    rule("suppressed", lead.suppressed, yesNo(lead.suppressed, "suppressed")),
    rule(
      "invalid",
      lead.validationStatus === "invalid",
      `Validation: ${lead.validationStatus ?? "not done"}.`,
    ),
    rule(
      "risky",
      lead.validationStatus === "risky" && !campaign.allowRisky,
      campaign.allowRisky
        ? "The campaign writes to risky addresses."
        : "Risky addresses are left out.",
    ),
    rule(
      "company_answered",
      lead.companyAnswered,
      lead.companyAnswered
        ? `Somebody at ${lead.domain} has answered this campaign.`
        : "Nobody of the lead's company has answered, or the campaign does not mind.",
    ),
    rule(
      "contacted",
      lead.contacted,
      lead.contacted
        ? `Another campaign wrote to the lead in the last ${campaign.skipIfContactedDays} days.`
        : "No other campaign wrote to the lead lately, or the campaign does not mind.",
    ),
    rule(
      "missing_variable",
      facts.missing.length > 0,
      facts.missing.length > 0
        ? `The mail would be held; the lead has no ${facts.missing.join(", ")}.`
        : "Every variable has a value.",
    ),
    rule(
      "template_error",
      facts.templateError !== null,
      facts.templateError === null
        ? "The step can be rendered."
        : `The step cannot be rendered (${facts.templateError}); mend it.`,
    ),
    rule(
      "in_flight",
      flying,
      flying ? `Step ${send.step} is on its way now.` : "Nothing is on its way.",
    ),
    rule(
      "unknown",
      false,
      send?.state === "unknown"
        ? `Whether step ${send.step} arrived is not known; it is not sent again, and the sequence goes on.`
        : "The outcome of what was sent is known.",
    ),
  ];
}

function campaignDetail({ status, pausedReason }: ExplainFacts["campaign"]): string {
  switch (status) {
    case "active":
      return "The campaign is active.";
    case "draft":
      return "The campaign was not started yet.";
    case "paused":
      return `The campaign is paused${pausedReason === null ? "" : ` (${pausedReason})`}; start it to go on.`;
    case "completed":
      return "The campaign is completed; start it again to write to this lead.";
  }
}

const yesNo = (yes: boolean, what: string): string =>
  yes ? `The address is ${what}.` : `The address is not ${what}.`;

function senders(facts: ExplainFacts, mailbox: ExplainMailbox | null): RuleState[] {
  const { mailboxes, lead, campaign, isFresh } = facts;
  const active = mailboxes.filter((m) => m.status === "active");
  const named = mailboxes.map((m) => `${m.email} (${m.status})`).join(", ");
  const unmatched = isFresh && active.length > 0 && mailbox === null;
  return [
    rule(
      "no_mailbox",
      mailboxes.length === 0,
      mailboxes.length === 0 ? "Assign a mailbox: there is nobody to send from." : named,
    ),
    rule(
      "mailbox",
      mailboxes.length > 0 && active.length === 0,
      active.length === 0 ? `No mailbox can send: ${named}.` : `${active.length} can send.`,
    ),
    rule(
      "esp_match",
      unmatched,
      unmatched
        ? `The lead is at ${lead.provider}, and no mailbox of the campaign is.`
        : `Matching is ${campaign.espMatch}.`,
    ),
  ];
}

/** What time helps. */
function times(facts: LeadFacts, mailbox: ExplainMailbox | null): RuleState[] {
  const { now, enrolment, send, campaign, campaignDay, newLeads, domain, ahead } = facts;
  const { schedule } = campaign;
  const tomorrow = nextDay(schedule, now, campaign.dayZone);
  const isPaused = enrolment.status === "paused";
  const heldUntil = isPaused ? null : enrolment.heldUntil;
  const queued = send?.state === "queued" ? send : null;
  const dueAt = queued ? null : enrolment.nextSendAt;
  const room = Math.min(
    campaignDay.limit === null ? Infinity : campaignDay.limit - campaignDay.used,
    newLeads && facts.isFresh ? newLeads.limit - newLeads.used : Infinity,
    sumOfLeft(facts.mailboxes),
  );
  return [
    rule(
      "paused",
      isPaused,
      isPaused ? "The lead is paused; make it active to go on." : "The lead is not paused.",
      isPaused ? enrolment.heldUntil : null,
    ),
    rule(
      "held",
      heldUntil !== null && heldUntil > now,
      heldUntil !== null && heldUntil > now
        ? "The lead is away; its next step waits for the return."
        : "The lead is not held.",
      heldUntil,
    ),
    rule(
      "domain_limit",
      domain !== null && domain.used >= domain.limit,
      domain === null
        ? "No limit by domain."
        : `${domain.used} of ${domain.limit} mails went to ${facts.lead.domain} today.`,
      tomorrow,
    ),
    rule(
      "campaign_day_limit",
      campaignDay.limit !== null && campaignDay.used >= campaignDay.limit,
      campaignDay.limit === null
        ? "No limit of the campaign's own."
        : `${campaignDay.used} of ${campaignDay.limit} mails of the day are used${campaignDay.byRamp ? " (ramp)" : ""}.`,
      tomorrow,
    ),
    rule(
      "new_lead_limit",
      facts.isFresh && newLeads !== null && newLeads.used >= newLeads.limit,
      newLeads === null
        ? "No limit of new leads."
        : `${newLeads.used} of ${newLeads.limit} new leads of the day are used.`,
      tomorrow,
    ),
    rule(
      "mailbox_day_limit",
      mailbox !== null && mailbox.usedToday >= mailbox.dayLimit,
      mailbox === null
        ? "No mailbox to ask."
        : `${mailbox.email} has used ${mailbox.usedToday} of ${mailbox.dayLimit} today.`,
      mailbox && refillOf(facts, mailbox),
    ),
    rule(
      "retry",
      queued !== null && queued.dueAt > now,
      queued === null
        ? "No mail waits for another try."
        : `Step ${queued.step} was not taken and is tried again.`,
      queued?.dueAt ?? null,
    ),
    rule(
      "delay",
      dueAt !== null && dueAt > now,
      dueAt !== null && dueAt > now ? "The wait before the step is not over." : "The step is due.",
      dueAt,
    ),
    rule(
      "mailbox_gap",
      mailbox !== null && (mailbox.freeAt ?? now) > now,
      mailbox === null ? "No mailbox to ask." : `${mailbox.email} keeps a gap between mails.`,
      mailbox?.freeAt ?? null,
    ),
    rule(
      "queue",
      ahead.count > 0 && ahead.count >= room && room > 0,
      ahead.count === 0
        ? "No lead is due before it."
        : `${ahead.count >= ahead.bound ? `${ahead.bound} or more` : ahead.count} leads are due before it.`,
      tomorrow,
    ),
    scheduleRule(facts),
  ];
}

function scheduleRule({ now, campaign: { schedule } }: ExplainFacts): RuleState {
  const opens = nextOpening(schedule, now);
  if (opens === null)
    return rule("schedule", true, "The schedule has no sending time left; extend it.");
  return opens > now
    ? rule("schedule", true, "Outside the sending hours.", opens)
    : rule("schedule", false, "Inside the sending hours.");
}

/** The mailbox that can send first, by its own limits. */
function firstFree(facts: ExplainFacts): ExplainMailbox | null {
  const { mailboxes, lead, campaign, isFresh } = facts;
  const able = mailboxes.filter(
    (m) =>
      m.status === "active" && (!isFresh || mayServe(campaign.espMatch, lead.provider, m.provider)),
  );
  if (able.length === 0) return isFresh ? null : (mailboxes[0] ?? null);
  const freeAt = (m: ExplainMailbox): number =>
    Math.max(m.usedToday >= m.dayLimit ? refillOf(facts, m) : 0, m.freeAt ?? 0);
  return able.reduce((a, b) => (freeAt(b) < freeAt(a) ? b : a));
}

/** When a mailbox that has sent its limit begins anew, in its own zone. */
function refillOf({ now, campaign: { schedule } }: ExplainFacts, mailbox: ExplainMailbox): UnixMs {
  const begins = nextLocalDay(mailbox.timezone ?? "UTC", now);
  return nextOpening(schedule, begins) ?? begins;
}

const sumOfLeft = (mailboxes: readonly ExplainMailbox[]): number =>
  mailboxes
    .filter((m) => m.status === "active")
    .reduce((sum, m) => sum + Math.max(0, m.dayLimit - m.usedToday), 0);

/** Since when it could leave. */
function dueOf({ send, enrolment, campaign, now }: ExplainFacts): UnixMs {
  const dueAt = (send?.state === "queued" ? send.dueAt : enrolment.nextSendAt) ?? now;
  return nextOpening(campaign.schedule, dueAt) ?? dueAt;
}
