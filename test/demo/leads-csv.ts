import { pick, randomFrom, shuffled } from "./random.ts";

/** A lead as the file tells it; empty strings where it tells nothing. */
export type LeadRow = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly jobTitle: string;
  readonly phone: string;
  readonly city: string;
  readonly note: string;
};

export type LeadsFile = {
  readonly bytes: Uint8Array;
  /** Rows below the header. */
  readonly rows: number;
  /** The rows that make leads, each address once. */
  readonly leads: readonly LeadRow[];
  readonly duplicates: number;
  /** First lines of the rows that cannot be stored, from 1. */
  readonly invalidLines: readonly number[];
};

const FIRST_NAMES = [
  "Anna",
  "Björn",
  "Çelik",
  "Dörte",
  "Émile",
  "Fatma",
  "Günther",
  "Håkon",
  "Irène",
  "Jörg",
  "Kateřina",
  "Łukasz",
  "María José",
  "Niamh",
  "Øystein",
  "Pia",
  "Quirin",
  "René",
  "Sören",
  "Þóra",
] as const;
const LAST_NAMES = [
  "Ackermann",
  "Böhm",
  "Castaño",
  "D'Angelo",
  "Eßer",
  "Frøland",
  "Groß",
  "Håkansson",
  "Ivić",
  "Jäger",
  "Köhler",
  "Løvås",
  "Müller-Lüdenscheidt",
  "Nuñez",
  "O'Brien",
  "Păun",
  "Rüegg",
  "Şahin",
  "Thévenet",
  "Weiß",
] as const;
const COMPANIES = [
  'Müller & Söhne "Nord" GmbH',
  "Café Zoë",
  "Smith; Sons & Partners",
  "Brüder Groß KG",
  "O'Neill <Labs>",
  "Nordlicht\r\nEnergie AG",
  "100% Papier",
  "Ångström Optik AB",
  "Żubr Sp. z o.o.",
  "Plain Widgets Ltd",
] as const;
const JOBS = [
  "Managing Director",
  "Head of Sales",
  "Geschäftsführerin",
  "Directeur général",
  "Owner",
  "VP, Growth",
] as const;
const CITIES = ["Köln", "Zürich", "Málaga", "Århus", "Łódź", "Leeds", ""] as const;
const NOTES = [
  "",
  "",
  "",
  "Met at the fair",
  'Said: "call me\nin autumn"',
  "prefers mail; not phone",
  "Zeile 1\r\nZeile 2",
] as const;
const DOMAINS = [
  "nordwerk.example",
  "muster-handel.example",
  "cafe-zoe.example",
  "optik.example",
  "papier.example",
] as const;

/** Rows that no address can be made of. */
const BAD_ADDRESSES = ["", "no-at-sign", "@no-name.example", "no-domain@"] as const;

const HEADER = [
  "E-mail",
  "First Name",
  "Last Name",
  "Company",
  "Job Title",
  "Phone",
  "City",
  "Note",
];

/**
 * A file as spreadsheets write it: BOM, semicolons, CRLF, quotes and line breaks inside fields, about
 * three in a hundred addresses twice (in another spelling) and two in a hundred rows without a
 * usable address. The same seed makes the same bytes.
 */
export function createLeadsFile(rows: number, seed: number): LeadsFile {
  const random = randomFrom(seed);
  const duplicates = Math.max(2, Math.round(rows * 0.03));
  const invalid = Math.max(2, Math.round(rows * 0.02));
  const [first, ...others] = Array.from({ length: rows - duplicates - invalid }, (_, index) =>
    createLead(index + 1, random),
  );
  if (!first) throw new Error("too few rows for a lead");
  const leads = [first];
  const invalidLines: number[] = [];
  let text = `${HEADER.join(";")}\r\n${line(first)}`;

  const kinds = [
    ...others.map((lead) => ({ kind: "lead", lead }) as const),
    ...Array.from({ length: duplicates }, () => ({ kind: "duplicate" }) as const),
    ...Array.from({ length: invalid }, () => ({ kind: "invalid" }) as const),
  ];
  for (const row of shuffled(kinds, random)) {
    if (row.kind === "lead") {
      leads.push(row.lead);
      text += line(row.lead);
    } else if (row.kind === "duplicate") {
      const { email } = pick(leads, random);
      text += line({ ...createLead(0, random), email: ` ${email.toUpperCase()} ` });
    } else {
      invalidLines.push(text.split("\n").length);
      text += line({
        ...createLead(0, random),
        email: BAD_ADDRESSES[invalidLines.length % 4] ?? "",
      });
    }
  }
  const bytes = new TextEncoder().encode(`\uFEFF${text}`);
  return { bytes, rows, leads, duplicates, invalidLines };
}

function line({
  email,
  firstName,
  lastName,
  company,
  jobTitle,
  phone,
  city,
  note,
}: LeadRow): string {
  const fields = [email, firstName, lastName, company, jobTitle, phone, city, note];
  return `${fields.map(quoteField).join(";")}\r\n`;
}

function createLead(number: number, random: () => number): LeadRow {
  const firstName = random() < 0.1 ? "" : pick(FIRST_NAMES, random);
  const lastName = pick(LAST_NAMES, random);
  const name = lastName
    .normalize("NFD")
    .replaceAll(/[^A-Za-z]/g, "")
    .toLowerCase();
  return {
    email: `${name}.${number}@${pick(DOMAINS, random)}`,
    firstName,
    lastName,
    company: random() < 0.1 ? "" : pick(COMPANIES, random),
    jobTitle: pick(JOBS, random),
    phone: `+49 221 ${String(Math.floor(random() * 1e6)).padStart(6, "0")}`,
    city: pick(CITIES, random),
    note: pick(NOTES, random),
  };
}

const quoteField = (value: string): string =>
  /[;"\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
