const SYLLABLES = [
  ..."ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split(" "),
  ..."mül smi gar and hoff".split(" "),
];
const TITLES = ["CTO", "Head of Sales", "Founder", "VP Marketing", "Managing Director"];
const CITIES = ["Berlin", "New York", "Paris", "São Paulo", "Kraków"];

export type BenchRow = readonly [
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

/** A CSV file of so many rows, made while it is read. */
export async function* csvRows(rows: number): AsyncGenerator<Uint8Array> {
  const utf8 = new TextEncoder();
  let text = `${HEADER}\n`;
  for (let i = 0; i < rows; i++) {
    text += `${rowOf(i).join(",")}\n`;
    if (text.length < 65_536) continue;
    yield utf8.encode(text);
    text = "";
  }
  if (text !== "") yield utf8.encode(text);
}
