import type { EnrolmentStatus } from "#modules/campaigns/rules/states.ts";
import { type ExplainFacts, rule, type RuleState } from "./explain-facts.ts";

const DONE: Readonly<Partial<Record<EnrolmentStatus, string>>> = {
  replied: "The lead has answered; its sequence is over.",
  completed: "The lead has had every step.",
  bounced: "The lead's address does not exist.",
  unsubscribed: "The lead wants no more mail.",
  failed: "A mail was refused for good; its sequence is over.",
};

/** What only a change can help. */
export function standing(facts: ExplainFacts): RuleState[] {
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
