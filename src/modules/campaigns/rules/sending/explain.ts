import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { nextOpening } from "#platform/rules/schedule.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import type { ExplainFacts, ExplainMailbox, ExplainRule, LeadVerdict } from "./explain-facts.ts";
import { firstFree, senders } from "./sender-rules.ts";
import { standing } from "./standing-rules.ts";
import { aheadOf, times } from "./time-rules.ts";

/**
 * When a lead's next mail leaves and which rule holds it last: what stops it for good, or what the
 * forecast tells. Nothing but the facts goes into it, so two readings agree.
 */
export function explainLead(given: ExplainFacts): LeadVerdict {
  const dayZone = given.campaign.schedule.timezone;
  const schedule = scheduleFor(given.campaign.schedule, given.lead.timezone);
  const facts = { ...given, campaign: { ...given.campaign, schedule, dayZone } };
  const mailbox = firstFree(facts);
  const rules = [...standing(facts), ...senders(facts, mailbox), ...times(facts, mailbox)];
  const answer = (
    decidedBy: ExplainRule,
    detail: string,
    earliestAt: UnixMs | null,
    by: ExplainMailbox | null = mailbox,
  ) => ({ decidedBy, detail, earliestAt, mailbox: by, rules });
  const stop = rules.find((r) => r.blocks && r.until === null);
  if (stop) return answer(stop.rule, stop.detail, null);
  const { foreseen } = facts;
  if (!foreseen) {
    return answer("queue", "No free slot in the next 90 days.", null);
  }

  const by = facts.mailboxes.find(({ id }) => id === foreseen.mailboxId) ?? mailbox;
  if (foreseen.heldBy === "ready") {
    const detail = "Nothing blocks it. It is sent when its turn comes.";
    return answer("ready", detail, dueOf(facts), by);
  }
  const held = rules.find(({ rule, blocks }) => rule === foreseen.heldBy && blocks);
  return held
    ? answer(held.rule, held.detail, exactly(held.until, foreseen.at), by)
    : answer(
        foreseen.heldBy,
        `${aheadOf(facts)} ${THEN[foreseen.heldBy] ?? ""}`.trim(),
        foreseen.at,
        by,
      );
}

/** Why it waits then, where no rule holds it up yet. */
const THEN: Readonly<Partial<Record<ExplainRule, string>>> = {
  domain_limit: "The limit for its domain will be reached by then.",
  campaign_day_limit: "They use up the daily limit of the campaign.",
  new_lead_limit: "They use up the daily limit for new leads.",
  mailbox_day_limit: "They use up the daily limits of the mailboxes.",
  mailbox_gap: "It is sent after them and the minimum gap of the mailbox.",
  schedule: "Sending hours end before its turn.",
  queue: "It is sent after them.",
};

/** Ticks stand on minutes; what a rule says of its end is exact. */
const exactly = (until: UnixMs | null, at: UnixMs): UnixMs =>
  until !== null && until <= at && until > later(at, -MINUTE_MS) ? until : at;

/** Since when it could leave. */
function dueOf({ send, enrolment, campaign, now }: ExplainFacts): UnixMs {
  const dueAt = (send?.state === "queued" ? send.dueAt : enrolment.nextSendAt) ?? now;
  return nextOpening(campaign.schedule, dueAt) ?? dueAt;
}
