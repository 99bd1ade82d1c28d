import { nextLocalDay, nextOpening } from "#platform/rules/schedule.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { type ExplainFacts, type ExplainMailbox, rule, type RuleState } from "./explain-facts.ts";
import { mayServe, preferUntil } from "#modules/mailboxes/rules/provider.ts";

/** Whether anybody can send. */
export function senders(facts: ExplainFacts, mailbox: ExplainMailbox | null): RuleState[] {
  const { mailboxes, lead, campaign, isFresh } = facts;
  const active = mailboxes.filter((m) => m.status === "active");
  const named = mailboxes.map((m) => `${m.email} (${m.status})`).join(", ");
  const unmatched = isFresh && active.length > 0 && mailbox === null;
  return [
    rule(
      "no_mailbox",
      mailboxes.length === 0,
      mailboxes.length === 0 ? "Assign a mailbox. The campaign has none." : named,
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
        ? `The lead uses ${lead.provider}, but the campaign has no mailbox there.`
        : `Provider matching: ${campaign.espMatch}.`,
    ),
  ];
}

/** The mailbox that can send first, by its own limits. */
export function firstFree(facts: ExplainFacts): ExplainMailbox | null {
  const { mailboxes, lead, campaign, isFresh } = facts;
  const able = mailboxes.filter(
    (m) =>
      m.status === "active" && (!isFresh || mayServe(campaign.espMatch, lead.provider, m.provider)),
  );
  if (able.length === 0) return isFresh ? null : (mailboxes[0] ?? null);
  const freeAt = (m: ExplainMailbox): number =>
    Math.max(m.usedToday >= m.dayLimit ? refillOf(facts, m) : 0, m.freeAt ?? 0);
  const sooner = (a: ExplainMailbox, b: ExplainMailbox) => (freeAt(b) < freeAt(a) ? b : a);
  const match = waitedFor(facts, able);
  return (match.length > 0 ? match : able).reduce(sooner);
}

/** The mailboxes of its provider that the first in line waits for, where the match is preferred. */
function waitedFor(
  { lead, campaign, enrolment, isFresh, ahead, now }: ExplainFacts,
  able: readonly ExplainMailbox[],
): ExplainMailbox[] {
  if (!isFresh || campaign.espMatch !== "prefer" || lead.provider === null) return [];
  if (ahead.count > 0) return [];
  const until = preferUntil(campaign.schedule, enrolment.nextSendAt ?? now);
  return able.filter(
    (m) => m.provider === lead.provider && m.usedToday < m.dayLimit && (m.freeAt ?? now) <= until,
  );
}

/** When a mailbox that has sent its limit begins anew, in its own zone. */
export function refillOf(
  { now, campaign: { schedule } }: ExplainFacts,
  mailbox: ExplainMailbox,
): UnixMs {
  const begins = nextLocalDay(mailbox.timezone ?? "UTC", now);
  return nextOpening(schedule, begins) ?? begins;
}
