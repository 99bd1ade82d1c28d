import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const SYLLABLES = [
  ..."ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split(" "),
  ..."mül smi gar and hoff".split(" "),
];
const TITLES = ["CTO", "Head of Sales", "Founder", "VP Marketing", "Managing Director"];
const CITIES = ["Berlin", "New York", "Paris", "São Paulo", "Kraków"];

type BenchRow = readonly [
  email: string,
  firstName: string,
  lastName: string,
  company: string,
  jobTitle: string,
  phone: string,
  city: string,
];
export const HEADER = "email,first_name,last_name,company,job_title,phone,city";

/** The `i`th row: as varied as a real file, in no order, without a repeat, always the same. */
export function rowOf(i: number): BenchRow {
  // A permutation of the 32-bit numbers.
  const n = Math.imul(i ^ 0x5bd1e995, 0x9e3779b1) >>> 0;
  const first = nameOf(n % 625, 2);
  const last = nameOf((n >>> 5) % 15_625, 3);
  const company = nameOf((n >>> 3) % 390_625, 4);
  return [
    `${first}.${last}${i}@${company}.example`.toLowerCase(),
    first,
    last,
    `${company} Ltd`,
    TITLES[n % TITLES.length] ?? "",
    `+49 30 ${1_000_000 + (n % 9_000_000)}`,
    CITIES[n % CITIES.length] ?? "",
  ];
}

function nameOf(n: number, syllables: number): string {
  let name = "";
  for (let left = n, i = 0; i < syllables; i++) {
    name += SYLLABLES[left % SYLLABLES.length];
    left = Math.floor(left / SYLLABLES.length);
  }
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** A CSV file of so many rows, made while it is read, from the `first` on. */
export async function* csvRows(rows: number, first = 0): AsyncGenerator<Uint8Array> {
  const utf8 = new TextEncoder();
  let text = `${HEADER}\n`;
  for (let i = first; i < first + rows; i++) {
    text += `${rowOf(i).join(",")}\n`;
    if (text.length < 65_536) continue;
    yield utf8.encode(text);
    text = "";
  }
  if (text !== "") yield utf8.encode(text);
}

export type CsvFile = { readonly path: string; readonly rows: number };

/** The same in a file. */
export async function csvFile(path: string, rows: number, first = 0): Promise<CsvFile> {
  await pipeline(Readable.from(csvRows(rows, first)), createWriteStream(path));
  return { path, rows };
}

const ROWS_PER_CALL = 1_000;

/** The same rows as bodies of the JSON API. */
export function* jsonBodies(rows: number, first = 0): Generator<{ body: string; rows: number }> {
  for (let at = 0; at < rows; at += ROWS_PER_CALL) {
    const size = Math.min(ROWS_PER_CALL, rows - at);
    const leads = Array.from({ length: size }, (_, i) => {
      const [email, first_name, last_name, company, job_title, phone, city] = rowOf(first + at + i);
      return { email, first_name, last_name, company, job_title, phone, custom: { city } };
    });
    yield { body: JSON.stringify({ leads }), rows: size };
  }
}

/** A row as a table has it: the domain behind the address. */
export const withDomain = ([email = "", ...others]: readonly string[]): string[] => [
  email,
  email.slice(email.indexOf("@") + 1),
  ...others,
];

const ROWS_PER_CHUNK = 5_000;

/** The rows as the JSON parameters of `BULK_SQL`. */
export function* chunks(rows: number): Generator<string> {
  for (let at = 0; at < rows; at += ROWS_PER_CHUNK) {
    const size = Math.min(ROWS_PER_CHUNK, rows - at);
    yield JSON.stringify(Array.from({ length: size }, (_, i) => withDomain(rowOf(at + i))));
  }
}

const INTO = `INSERT INTO leads (workspace_id, email, domain, first_name, last_name, company, job_title,
  phone, custom, created_at, updated_at)`;

/** The quickest way to store many rows at once. */
export const BULK_SQL = `${INTO}
  SELECT 1, v->>0, v->>1, v->>2, v->>3, v->>4, v->>5, v->>6, json_object('city', v->>7), 1, 1
  FROM (SELECT value AS v FROM json_each(?) LIMIT -1) WHERE true
  ON CONFLICT (workspace_id, email) DO NOTHING`;

/** How a script stores one. */
export const ONE_SQL = `${INTO} VALUES (1, ?, ?, ?, ?, ?, ?, ?, json_object('city', ?), 1, 1)
  ON CONFLICT (workspace_id, email) DO NOTHING`;
