import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { isOpen, nextOpening } from "#platform/rules/schedule.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import type { ExplainFacts, ExplainRule, LeadVerdict, RuleState } from "./explain-facts.ts";
import { firstFree, senders } from "./sender-rules.ts";
import { standing } from "./standing-rules.ts";
import { times } from "./time-rules.ts";

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

/** Since when it could leave. */
function dueOf({ send, enrolment, campaign, now }: ExplainFacts): UnixMs {
  const dueAt = (send?.state === "queued" ? send.dueAt : enrolment.nextSendAt) ?? now;
  return nextOpening(campaign.schedule, dueAt) ?? dueAt;
}
