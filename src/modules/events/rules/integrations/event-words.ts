import type { EventType } from "#modules/events/rules/event.ts";

/** An event as it was stored: the body of a delivery, whose data differs by type. */
export type StoredEvent = {
  readonly event: EventType;
  readonly workspace_id: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** An event as people read it in a chat or a CRM: plain text, for the service to escape. */
export type EventWords = {
  readonly title: string;
  /** A quotation, such as what the lead wrote; empty for none. */
  readonly quote: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
};

/** Whose event it is; null for a campaign's. */
export type EventLead = { readonly email: string; readonly name: string; readonly company: string };

/** A field of the event's data as text; "" where it is none. */
export const textOf = (event: StoredEvent, field: string): string => {
  const value = event.data[field];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
};

export function leadOf(event: StoredEvent): EventLead | null {
  const email = textOf(event, "lead_email");
  if (email === "") return null;
  return { email, name: textOf(event, "lead_name"), company: textOf(event, "company") };
}

const VERBS: Readonly<Record<EventType, string>> = {
  "lead.replied": "replied",
  "lead.bounced": "bounced",
  "lead.opened": "opened the mail",
  "lead.clicked": "clicked a link",
  "lead.unsubscribed": "unsubscribed",
  "campaign.started": "was started",
  "campaign.paused": "was paused",
  "campaign.completed": "is completed",
  "meeting.booked": "booked a meeting",
};

/** What an event says to a person. A made-up one says that it is a test. */
export function eventWords(event: StoredEvent): EventWords {
  const lead = leadOf(event);
  const campaign = textOf(event, "campaign_name");
  const who = lead ? lead.name || lead.email : `Campaign ${campaign}`;
  const at = lead && lead.company !== "" ? ` (${lead.company})` : "";
  const test = event.data["test"] === true ? "[Test] " : "";
  const facts: [string, string][] = lead
    ? [
        ["Lead", lead.email],
        ["Campaign", campaign],
        ["Mailbox", textOf(event, "mailbox")],
        ["Subject", textOf(event, "subject")],
        ["Link", textOf(event, "url")],
        ["Bounce", [textOf(event, "bounce_type"), textOf(event, "code")].join(" ").trim()],
        ["Reason", textOf(event, "reason")],
      ]
    : [
        ["Status", textOf(event, "status")],
        ["Reason", textOf(event, "reason")],
      ];
  return {
    title: `${test}${who}${at} ${VERBS[event.event]}`,
    quote: textOf(event, "snippet"),
    facts: facts.filter(([, value]) => value !== ""),
  };
}

/** Text of at most so many UTF-16 units, with an ellipsis where it was cut; never half a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 2)) ? most - 2 : most - 1;
  return `${text.slice(0, end)}…`;
}
