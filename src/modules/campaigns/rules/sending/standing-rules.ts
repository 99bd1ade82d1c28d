import type { EnrolmentStatus } from "#modules/campaigns/rules/states.ts";
import { type ExplainFacts, rule, type RuleState } from "./explain-facts.ts";

const DONE: Readonly<Partial<Record<EnrolmentStatus, string>>> = {
  replied: "The lead has replied. Its sequence is finished.",
  completed: "The lead has received all steps.",
  bounced: "The address of the lead does not exist.",
  unsubscribed: "The lead has unsubscribed.",
  failed: "An email was rejected permanently. Its sequence is finished.",
};

/** What only a change can help. */
export function standing(facts: ExplainFacts): RuleState[] {
  const { campaign, enrolment, lead, send } = facts;
  const { skipReason, skipDetail } = enrolment;
  const why = [skipReason, skipDetail].filter((text) => text !== null && text !== "").join(": ");
  const done =
    DONE[enrolment.status] ?? (enrolment.status === "skipped" ? `Skipped: ${why}.` : undefined);
  const flying = send?.state === "leased" || send?.state === "sending";
  return [
    rule("finished", done !== undefined, done ?? "The lead is not finished."),
    rule("campaign", campaign.status !== "active", campaignDetail(campaign)),
    rule(
      "no_step",
      !facts.hasStep && done === undefined && !flying,
      facts.hasStep ? "A next step exists." : "There is no next step.",
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
        ? "The campaign sends to risky addresses."
        : "Risky addresses are skipped.",
    ),
    rule(
      "company_answered",
      lead.companyAnswered,
      lead.companyAnswered
        ? `A lead at ${lead.domain} has replied to this campaign.`
        : "No reply from the same company, or the campaign ignores it.",
    ),
    rule(
      "contacted",
      lead.contacted,
      lead.contacted
        ? `Another campaign contacted the lead in the last ${campaign.skipIfContactedDays} days.`
        : "No recent contact by another campaign, or the campaign ignores it.",
    ),
    rule(
      "missing_variable",
      facts.missing.length > 0,
      facts.missing.length > 0
        ? `The lead has no value for ${facts.missing.join(", ")}.`
        : "All variables have a value.",
    ),
    rule(
      "template_error",
      facts.templateError !== null,
      facts.templateError === null
        ? "The step has no template errors."
        : `The step has a template error (${facts.templateError}). Fix it.`,
    ),
    rule(
      "in_flight",
      flying,
      flying ? `Step ${send.step} is being sent now.` : "No email is being sent.",
    ),
    rule(
      "unknown",
      false,
      send?.state === "unknown"
        ? `The delivery of step ${send.step} is unknown. It is not sent again, and the sequence continues.`
        : "All sent emails have a known result.",
    ),
  ];
}

function campaignDetail({ status, pausedReason }: ExplainFacts["campaign"]): string {
  switch (status) {
    case "active":
      return "The campaign is active.";
    case "draft":
      return "The campaign is not started yet.";
    case "paused":
      return `The campaign is paused${pausedReason === null ? "" : ` (${pausedReason})`}. Start it to continue.`;
    case "completed":
      return "The campaign is completed. Start it again to send to this lead.";
  }
}

const yesNo = (yes: boolean, what: string): string =>
  yes ? `The address is ${what}.` : `The address is not ${what}.`;
