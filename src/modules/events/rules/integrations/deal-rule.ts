import type { EventType } from "#modules/events/rules/event.ts";
import { eventTextOf, leadOf, type StoredEvent } from "./event-words.ts";

/** Events that can make or move a deal; of replies, only positive ones do. */
export const DEAL_EVENTS = ["lead.replied", "meeting.booked"] as const;
export type DealEvent = (typeof DEAL_EVENTS)[number];

/** Whose deal it is: nobody's, a fixed person's, of whom the contact is, or of whom the conversation is. */
export const DEAL_OWNERS = ["none", "fixed", "contact", "member"] as const;
export type DealOwner = (typeof DEAL_OWNERS)[number];

/** What the template of a title may name. */
export const TITLE_VARIABLES = ["lead_name", "lead_email", "company", "campaign"] as const;

/** When a CRM gets a deal, and which. */
export type DealRule = {
  readonly events: readonly DealEvent[];
  readonly pipeline: string;
  readonly stage: string;
  /** Where a booked meeting moves the deal; null: nowhere. */
  readonly meeting_stage: string | null;
  readonly title: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly owner: DealOwner;
  readonly owner_id: string | null;
};

/** The rule as it is stored, with where the CRM keeps our key of a deal. */
export type StoredDealRule = DealRule & { readonly key_field: string };

/** What a rule means for one event. */
export type DealWish = {
  /** A deal is made if there is none. */
  readonly makes: boolean;
  /** The stage of a new deal. */
  readonly stage: string;
  /** Where a deal that is there goes, if that is ahead of where it is; null: it stays. */
  readonly moveTo: string | null;
};

/** What a rule wants of an event; null: nothing. `isPositive`: the reply is one that makes deals. */
export function dealWish(rule: DealRule, event: StoredEvent, isPositive: boolean): DealWish | null {
  // A reply that turns out to be positive later is a reply to the rule.
  const sent = event.event === "reply.positive" ? "lead.replied" : event.event;
  const type = DEAL_EVENTS.find((one) => one === sent);
  if (!type || (type === "lead.replied" && !isPositive)) return null;
  const moveTo = type === "meeting.booked" ? rule.meeting_stage : null;
  const makes = rule.events.includes(type);
  if (!makes && moveTo === null) return null;
  return { makes, stage: moveTo ?? rule.stage, moveTo };
}

/** The events without which a rule does nothing. */
export const dealEventsOf = (rule: DealRule | null): readonly EventType[] =>
  rule === null
    ? []
    : DEAL_EVENTS.filter(
        (type) =>
          rule.events.includes(type) || (type === "meeting.booked" && rule.meeting_stage !== null),
      );

/** A deal to find, to make or to move; what both CRMs need to know. */
export type DealTask = {
  readonly rule: StoredDealRule;
  readonly wish: DealWish;
  /** Our name of the deal: one for a lead in a campaign. */
  readonly key: string;
  /** The CRM's id of the deal, where it is known. */
  readonly known: string | null;
  /** The CRM's id of the lead's contact. */
  readonly contact: string;
  readonly title: string;
  /** Address of who has the conversation; null: nobody. */
  readonly memberEmail: string | null;
};

/** Longer titles are cut. */
const TITLE = 250;

/** The title of a deal. What is unknown of a lead is replaced by what is known. */
export function dealTitle(template: string, event: StoredEvent): string {
  const lead = leadOf(event);
  const email = lead?.email ?? "";
  const name = lead?.name || email;
  const values: Readonly<Record<string, string>> = {
    lead_name: name,
    lead_email: email,
    company: lead?.company || name,
    campaign: eventTextOf(event, "campaign_name"),
  };
  const title = template.replace(
    /\{\{(\w{1,20})\}\}/g,
    (whole, one: string) => values[one] ?? whole,
  );
  return title.trim().slice(0, TITLE).trim() || email;
}

/** The variables of a template that do not exist. */
export const unknownVariables = (template: string): string[] =>
  [...template.matchAll(/\{\{([^{}]{0,100})\}\}/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !TITLE_VARIABLES.some((known) => known === name));

/** A pipeline with its stages in their order, and people who can own deals. */
export type DealChoices = {
  readonly pipelines: readonly {
    readonly id: string;
    readonly name: string;
    readonly stages: readonly {
      readonly id: string;
      readonly name: string;
      /** Won or lost. */
      readonly is_closed: boolean;
    }[];
  }[];
  readonly owners: readonly {
    readonly id: string;
    readonly name: string;
    readonly email: string;
  }[];
};
