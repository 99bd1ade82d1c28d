import { nextDay, nextOpening } from "#platform/rules/schedule.ts";
import {
  type ExplainFacts,
  type ExplainMailbox,
  type LeadFacts,
  rule,
  type RuleState,
} from "./explain-facts.ts";
import { refillOf } from "./sender-rules.ts";

/** What time helps. */
export function times(facts: LeadFacts, mailbox: ExplainMailbox | null): RuleState[] {
  const { now, enrolment, send, campaign, campaignDay, newLeads, domain, foreseen } = facts;
  const { schedule } = campaign;
  const tomorrow = nextDay(schedule, now, campaign.dayZone);
  const isPaused = enrolment.status === "paused";
  const heldUntil = isPaused ? null : enrolment.heldUntil;
  const queued = send?.state === "queued" ? send : null;
  const dueAt = queued ? null : enrolment.nextSendAt;
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
      facts.isFirst && newLeads !== null && newLeads.used >= newLeads.limit,
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
    rule("queue", foreseen?.heldBy === "queue", aheadOf(facts), foreseen?.at ?? null),
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

/** How many leads are due before it. */
export function aheadOf({ ahead: { count, bound } }: Pick<ExplainFacts, "ahead">): string {
  if (count === 0) return "No lead is due before it.";
  if (count === 1) return "One lead is due before it.";
  return `${count >= bound ? `${bound} or more` : count} leads are due before it.`;
}
