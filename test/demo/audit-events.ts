import { LINKS, type LinkName } from "./copy.ts";
import { type Deed, type Person, stopsAfterFirst } from "./people.ts";
import type { Delivery } from "./receiver.ts";
import { REPLY } from "./reply.ts";
import { type Row, row } from "./report.ts";

/** Whether webhooks told of the right people, messages and links, and told it rightly. */
export function auditEvents(people: readonly Person[], deliveries: readonly Delivery[]): Row[] {
  const planned = people.flatMap(plannedFor);
  const told = deliveries.filter(({ event }) => event.startsWith("lead."));
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const of = (event: string) => told.filter((delivery) => delivery.event === event);
  const all = (name: string, some: readonly Delivery[], holds: (one: Delivery) => boolean) =>
    row(name, some.length, some.filter(holds).length);
  return [
    row(
      "events of the right person, mail and link",
      planned.length,
      inBoth(planned, told.map(nameOf)),
    ),
    all("events that name lead and company", told, (one) => {
      const person = byEmail.get(field(one, "lead_email"));
      if (!person) return false;
      const name = `${person.firstName} ${person.lastName}`.trim();
      return (
        field(one, "lead_name") === name && flat(field(one, "company")) === flat(person.company)
      );
    }),
    all(
      "replies told without the quoted mail",
      of("lead.replied"),
      (one) => field(one, "snippet") === REPLY,
    ),
    all(
      "bounces told as hard, 5.1.1",
      of("lead.bounced"),
      (one) => field(one, "bounce_type") === "hard" && field(one, "code") === "5.1.1",
    ),
  ];
}

/** The events that a person's plan makes, each by a name that says all that matters. */
function plannedFor(person: Person): string[] {
  const { email, habit } = person;
  if (habit.refuses === true) return [`lead.bounced ${email} 1`];
  const first = habit.first.flatMap((deed) => eventOf(deed, email, 1));
  const second = stopsAfterFirst(person)
    ? []
    : habit.second.flatMap((deed) => eventOf(deed, email, 2));
  return [...new Set([...first, ...second])];
}

function eventOf(deed: Deed, email: string, step: number): string[] {
  switch (deed) {
    case "open":
      return [`lead.opened ${email} ${step}`];
    case "click guide":
    case "click cases":
    case "click call": {
      // The second word of the deed is the name of the link.
      const name = deed.slice("click ".length) as LinkName;
      return [`lead.clicked ${email} ${step} ${LINKS[name].url}`];
    }
    case "reply":
      return [`lead.replied ${email} ${step}`];
    case "one-click unsubscribe":
      return [`lead.unsubscribed ${email} ${step} one_click`];
    case "unsubscribe by the page":
      return [`lead.unsubscribed ${email} ${step} link`];
    case "answer by machine":
      return [];
  }
}

/** The one field beside person and step that tells two events apart. */
const DETAIL: Readonly<Record<string, string>> = {
  "lead.clicked": "url",
  "lead.unsubscribed": "source",
};

function nameOf(one: Delivery): string {
  const detail = field(one, DETAIL[one.event] ?? "");
  return `${one.event} ${field(one, "lead_email")} ${field(one, "step")} ${detail}`.trim();
}

/** How many of the names are in both lists, each as often as in the rarer one. */
function inBoth(planned: readonly string[], told: readonly string[]): number {
  const left = [...told];
  return planned.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

/** A field of the event's data as text; "" where it is absent or none. */
function field({ data }: Delivery, name: string): string {
  const value = data[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

const flat = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
