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
export const eventTextOf = (event: StoredEvent, field: string): string => {
  const value = event.data[field];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
};

export function leadOf(event: StoredEvent): EventLead | null {
  const email = eventTextOf(event, "lead_email");
  if (email === "") return null;
  return { email, name: eventTextOf(event, "lead_name"), company: eventTextOf(event, "company") };
}

const VERBS: Readonly<Record<EventType, string>> = {
  "lead.replied": "replied",
  "lead.bounced": "bounced",
  "lead.opened": "opened the email",
  "lead.clicked": "clicked a link",
  "lead.unsubscribed": "unsubscribed",
  "campaign.started": "was started",
  "campaign.paused": "was paused",
  "campaign.completed": "is completed",
  "meeting.booked": "booked a meeting",
  "reply.positive": "gave a positive reply",
  "rule.matched": "matched a follow-up rule",
  "task.due": "has a task that is due",
  "receipts.head": "has final receipts",
};

/** What an event says to a person. A made-up one says that it is a test. */
export function eventWords(event: StoredEvent): EventWords {
  const lead = leadOf(event);
  const campaign = eventTextOf(event, "campaign_name");
  const who = lead
    ? lead.name || lead.email
    : event.event === "receipts.head"
      ? `Day ${eventTextOf(event, "day")}`
      : `Campaign ${campaign}`;
  const at = lead && lead.company !== "" ? ` (${lead.company})` : "";
  const test = event.data["test"] === true ? "[Test] " : "";
  const facts: [string, string][] = lead
    ? [
        ["Lead", lead.email],
        ["Campaign", campaign],
        ["Mailbox", eventTextOf(event, "mailbox")],
        ["Subject", eventTextOf(event, "subject")],
        ["Category", eventTextOf(event, "category").replaceAll("_", " ")],
        ["Link", eventTextOf(event, "url")],
        ["Task", eventTextOf(event, "text")],
        [
          "Bounce",
          [eventTextOf(event, "bounce_type"), eventTextOf(event, "code")].join(" ").trim(),
        ],
        ["Reason", eventTextOf(event, "reason")],
      ]
    : [
        ["Status", eventTextOf(event, "status")],
        ["Reason", eventTextOf(event, "reason")],
      ];
  return {
    title: `${test}${who}${at} ${VERBS[event.event]}`,
    quote: eventTextOf(event, "snippet"),
    facts: facts.filter(([, value]) => value !== ""),
  };
}

/** Text of at most so many UTF-16 units, with an ellipsis where it was cut; never half a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 2)) ? most - 2 : most - 1;
  return `${text.slice(0, end)}…`;
}
