import { LEAD_EVENTS, type LeadStands } from "#modules/leads/rules/standing.ts";
import type { CampaignStatus } from "#platform/rules/choices.ts";
import type { CampaignId, UnixMs } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import type { ExplainRule } from "./leaving/rule.ts";
import { type EnrolmentStatus, TERMINAL_ENROLMENT_STATUSES } from "./states.ts";

/** The rules of an explanation that a list can tell without asking all of them. */
export const LISTED_RULES = [
  "finished",
  "campaign",
  "task",
  "unsubscribed",
  "bounced",
  "suppressed",
  "invalid",
  "risky",
  "in_flight",
  "paused",
  "held",
] as const satisfies readonly ExplainRule[];
type ListedRule = (typeof LISTED_RULES)[number];

/** When each event happened last. */
export type EventTimes = Readonly<Record<(typeof LEAD_EVENTS)[number], UnixMs | null>>;

/** The newest of them; of several at one time the one that says more, which stands later in the list. */
export function lastEventOf(
  times: EventTimes,
  campaignId: CampaignId,
): { type: keyof EventTimes; at: string; campaign_id: CampaignId } | null {
  let last: { type: keyof EventTimes; at: UnixMs } | null = null;
  for (const type of LEAD_EVENTS) {
    const at = times[type];
    if (at !== null && (last === null || at >= last.at)) last = { type, at };
  }
  return last && { type: last.type, at: iso(last.at), campaign_id: campaignId };
}

/** A lead's place in a campaign, as a list reads it. */
export type ListedPlace = {
  readonly status: EnrolmentStatus;
  readonly nextSendAt: UnixMs | null;
  readonly heldUntil: UnixMs | null;
  readonly hasTask: boolean;
};

/**
 * What keeps a lead's next email back, in the order of the rules: what is known from the place, the
 * lead and the status of the campaign. Limits, mailboxes and hours are left to the explanation.
 */
export function keptBackBy(
  place: ListedPlace,
  lead: LeadStands,
  campaign: { readonly status: CampaignStatus; readonly allowRisky: boolean },
  now: UnixMs,
): ListedRule | null {
  const ended: readonly EnrolmentStatus[] = TERMINAL_ENROLMENT_STATUSES;
  const rules: readonly (readonly [ListedRule, boolean])[] = [
    ["finished", ended.includes(place.status)],
    ["campaign", campaign.status !== "active"],
    ["task", place.hasTask && place.nextSendAt === null],
    ["unsubscribed", lead.unsubscribed],
    ["bounced", lead.bounced],
    ["suppressed", lead.suppressed],
    ["invalid", lead.validation === "invalid"],
    ["risky", lead.validation === "risky" && !campaign.allowRisky],
    ["in_flight", place.status !== "paused" && place.nextSendAt === null],
    ["paused", place.status === "paused"],
    ["held", place.heldUntil !== null && place.heldUntil > now],
  ];
  return rules.find(([, blocks]) => blocks)?.[0] ?? null;
}
