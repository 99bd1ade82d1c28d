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
      isPaused ? "The lead is paused. Resume it to continue." : "The lead is not paused.",
      isPaused ? enrolment.heldUntil : null,
    ),
    rule(
      "held",
      heldUntil !== null && heldUntil > now,
      heldUntil !== null && heldUntil > now
        ? "The lead is out of office. Its next step waits until they return."
        : "The lead is not out of office.",
      heldUntil,
    ),
    rule(
      "domain_limit",
      domain !== null && domain.used >= domain.limit,
      domain === null
        ? "No limit per domain."
        : `${domain.used} of ${domain.limit} emails sent to ${facts.lead.domain} today.`,
      tomorrow,
    ),
    rule(
      "campaign_day_limit",
      campaignDay.limit !== null && campaignDay.used >= campaignDay.limit,
      campaignDay.limit === null
        ? "The campaign has no daily limit."
        : `${campaignDay.used} of ${campaignDay.limit} emails used today${campaignDay.byRamp ? " (ramp)" : ""}.`,
      tomorrow,
    ),
    rule(
      "new_lead_limit",
      facts.isFirst && newLeads !== null && newLeads.used >= newLeads.limit,
      newLeads === null
        ? "No limit for new leads."
        : `${newLeads.used} of ${newLeads.limit} new leads used today.`,
      tomorrow,
    ),
    rule(
      "mailbox_day_limit",
      mailbox !== null && mailbox.usedToday >= mailbox.dayLimit,
      mailbox === null
        ? "No mailbox can send."
        : `${mailbox.email} has sent ${mailbox.usedToday} of ${mailbox.dayLimit} emails today.`,
      mailbox && refillOf(facts, mailbox),
    ),
    rule(
      "retry",
      queued !== null && queued.dueAt > now,
      queued === null
        ? "No email is waiting for a retry."
        : `Step ${queued.step} was not accepted and is retried.`,
      queued?.dueAt ?? null,
    ),
    rule(
      "delay",
      dueAt !== null && dueAt > now,
      dueAt !== null && dueAt > now
        ? "Waiting for the delay before this step."
        : "The step is due.",
      dueAt,
    ),
    rule(
      "mailbox_gap",
      mailbox !== null && (mailbox.freeAt ?? now) > now,
      mailbox === null
        ? "No mailbox can send."
        : `${mailbox.email} keeps a minimum gap between emails.`,
      mailbox?.freeAt ?? null,
    ),
    rule("queue", foreseen?.heldBy === "queue", aheadOf(facts), foreseen?.at ?? null),
    scheduleRule(facts),
  ];
}

function scheduleRule({ now, campaign: { schedule } }: ExplainFacts): RuleState {
  const opens = nextOpening(schedule, now);
  if (opens === null)
    return rule("schedule", true, "The schedule has no sending time left. Extend it.");
  return opens > now
    ? rule("schedule", true, "Outside sending hours.", opens)
    : rule("schedule", false, "Within sending hours.");
}

/** How many leads are due before it. */
export function aheadOf({ ahead: { count, bound } }: Pick<ExplainFacts, "ahead">): string {
  if (count === 0) return "No lead is due before this one.";
  if (count === 1) return "One lead is due before this one.";
  return `${count >= bound ? `${bound} or more` : count} leads are due before this one.`;
}
