import { sampleAddress } from "#platform/rules/mail/sandbox.ts";

/** What a sample lead does with the first email. */
const BEHAVIOURS = [
  "interested",
  "not_now",
  "out_of_office",
  "opt_out",
  "bounce",
  "click",
  "open",
  "silent",
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** A person who does not exist. */
export type Person = {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly role: string;
  readonly city: string;
  readonly team_size: string;
  readonly behaviour: Behaviour;
};

const ROWS: readonly (readonly [
  name: string,
  company: string,
  role: string,
  city: string,
  size: string,
  behaviour: Behaviour,
])[] = [
  ["Ada Lindqvist", "Harbor Bikes", "Head of Sales", "Gothenburg", "48", "interested"],
  ["Marco Bellini", "Quarry Stone", "Managing Director", "Verona", "120", "not_now"],
  ["Sofia Duarte", "Lantern Books", "Marketing Lead", "Porto", "26", "out_of_office"],
  ["Henrik Aas", "Fjord Freight", "Operations Manager", "Bergen", "310", "opt_out"],
  ["Claire Fontaine", "Atelier Nord", "Office Manager", "Lille", "14", "bounce"],
  ["Tomasz Zielinski", "Amber Optics", "Purchasing", "Gdansk", "85", "click"],
  ["Nora Hassan", "Palm Clinics", "Practice Manager", "Rotterdam", "64", "click"],
  ["Peter Novak", "Old Mill Foods", "Export Manager", "Brno", "210", "click"],
  ["Julia Brandt", "Kiefer Fenster", "Sales Manager", "Kassel", "95", "open"],
  ["Owen Price", "Slate Roofing", "Owner", "Cardiff", "18", "open"],
  ["Ines Molina", "Olivar Export", "Commercial Director", "Jaen", "72", "open"],
  ["Lukas Steiner", "Alpine Lifts", "Service Manager", "Innsbruck", "140", "open"],
  ["Emma Virtanen", "Birch Studio", "Partner", "Tampere", "9", "open"],
  ["David Okafor", "Northgate Legal", "Partner", "Leeds", "33", "open"],
  ["Katarina Horvat", "Blue Cove Tours", "Founder", "Split", "12", "silent"],
  ["Jonas Petersen", "Windrow Energy", "Project Manager", "Aarhus", "260", "silent"],
  ["Amelie Girard", "Verger Drinks", "Brand Manager", "Nantes", "41", "silent"],
  ["Ravi Menon", "Copperline Tools", "Plant Manager", "Birmingham", "175", "silent"],
  ["Elena Popescu", "Danube Textiles", "Production Lead", "Galati", "230", "silent"],
  ["Sean Murphy", "Kerry Dairy", "Supply Manager", "Tralee", "58", "silent"],
];

/** The twenty sample leads. */
export const PEOPLE: readonly Person[] = ROWS.map(
  ([name, company, role, city, team_size, behaviour]) => {
    const [first_name = "", last_name = ""] = name.split(" ");
    const slug = company.toLowerCase().replaceAll(" ", "-");
    const email = sampleAddress(`${first_name}.${last_name}`.toLowerCase(), slug);
    return { email, first_name, last_name, company, role, city, team_size, behaviour };
  },
);
export const PEOPLE_EMAILS: readonly string[] = PEOPLE.map(({ email }) => email);
export const PEOPLE_DOMAINS: readonly string[] = PEOPLE_EMAILS.map((email) =>
  email.slice(email.indexOf("@") + 1),
);

const BY_EMAIL = new Map(PEOPLE.map((person, place) => [person.email, { person, place }]));
export const samplePerson = (email: string): Person | null => BY_EMAIL.get(email)?.person ?? null;

/** One thing that a person does, seconds after the email came. */
export type Act = {
  readonly after: number;
  readonly kind: "open" | "click" | "reply" | "away" | "bounce";
};

const ACTS: Readonly<Record<Behaviour, readonly Act[]>> = {
  interested: [
    { after: 4, kind: "open" },
    { after: 7, kind: "click" },
    { after: 10, kind: "reply" },
  ],
  not_now: [
    { after: 30, kind: "open" },
    { after: 70, kind: "reply" },
  ],
  out_of_office: [{ after: 10, kind: "away" }],
  opt_out: [
    { after: 35, kind: "open" },
    { after: 55, kind: "reply" },
  ],
  bounce: [{ after: 8, kind: "bounce" }],
  click: [
    { after: 20, kind: "open" },
    { after: 32, kind: "click" },
  ],
  open: [{ after: 45, kind: "open" }],
  silent: [],
};
const NOTHING: readonly Act[] = [];

/** What a person does with an email, in order; with a later step only who opens still does. */
export function actsOf(mail: {
  readonly toEmail: string;
  readonly isFirst: boolean;
}): readonly Act[] {
  const found = BY_EMAIL.get(mail.toEmail);
  if (!found) return NOTHING;
  const { person, place } = found;
  const isOpener = person.behaviour === "open" || person.behaviour === "click";
  const acts = mail.isFirst ? ACTS[person.behaviour] : isOpener ? ACTS.open : NOTHING;
  // People do not act in the same second.
  return acts.map((act) => ({ ...act, after: act.after + place }));
}
