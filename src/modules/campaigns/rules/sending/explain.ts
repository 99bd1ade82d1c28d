import { everyRule, type RuleState } from "#modules/campaigns/rules/leaving/ask.ts";
import type { Facts } from "#modules/campaigns/rules/leaving/facts.ts";
import type { ExplainRule } from "#modules/campaigns/rules/leaving/rule.ts";
import { aheadOf } from "#modules/campaigns/rules/leaving/rules.ts";
import { nextOpening } from "#platform/rules/schedule.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

export type LeadVerdict = {
  readonly decidedBy: ExplainRule;
  readonly detail: string;
  /** Null when only a change helps, or a mail is on its way. */
  readonly earliestAt: UnixMs | null;
  readonly rules: readonly RuleState[];
};

/**
 * When a lead's next mail leaves and which rule holds it last: what stops it for good, or what the
 * forecast tells. Nothing but the facts goes into it, so two readings agree.
 */
export function explainLead(facts: Facts): LeadVerdict {
  const rules = everyRule(facts);
  const answer = (decidedBy: ExplainRule, detail: string, earliestAt: UnixMs | null) => ({
    decidedBy,
    detail,
    earliestAt,
    rules,
  });
  const stop = rules.find((r) => r.blocks && r.until === null);
  if (stop) return answer(stop.rule, stop.detail, null);
  const { foreseen } = facts;
  if (!foreseen) {
    return answer("queue", "No free slot in the next 90 days.", null);
  }
  if (foreseen.heldBy === "ready") {
    return answer("ready", "Nothing blocks it. It is sent when its turn comes.", dueOf(facts));
  }
  const held = rules.find(({ rule, blocks }) => rule === foreseen.heldBy && blocks);
  return held
    ? answer(held.rule, held.detail, exactly(held.until, foreseen.at))
    : answer(
        foreseen.heldBy,
        `${aheadOf(facts)} ${THEN[foreseen.heldBy] ?? ""}`.trim(),
        foreseen.at,
      );
}

/** Why it waits then, where no rule holds it up yet. */
const THEN: Readonly<Partial<Record<ExplainRule, string>>> = {
  domain_limit: "The limit for its domain will be reached by then.",
  provider_limit: "The limit for its provider will be reached by then.",
  campaign_day_limit: "They use up the daily limit of the campaign.",
  new_lead_limit: "They use up the daily limit for new leads.",
  mailbox_day_limit: "They use up the daily limits of the mailboxes.",
  mailbox_gap: "It is sent after them and the minimum gap of the mailbox.",
  schedule: "Sending hours end before its turn.",
  queue: "It is sent after them.",
};

/** Ticks stand on minutes; what a rule says of its end is exact. */
export const exactly = (until: UnixMs | null, at: UnixMs): UnixMs =>
  until !== null && until <= at && until > later(at, -MINUTE_MS) ? until : at;

/** Since when it could leave. */
function dueOf({ waits, schedule, now }: Facts): UnixMs {
  const dueAt = waits.retry ?? waits.delay ?? now;
  return nextOpening(schedule, dueAt) ?? dueAt;
}
