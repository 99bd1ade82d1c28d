import type { Zone } from "#test/support/doh-server.ts";
import { seeded } from "./seeded.ts";

/** What is true of a lead's address, by the zone that was made with it. */
export type Truth =
  | "mx"
  | "address_only"
  | "null_mx"
  | "dead"
  | "temporary"
  | "late"
  | "wrong_syntax"
  | "disposable";

export type BenchList = { readonly emails: readonly string[]; readonly truths: readonly Truth[] };

const FREE = [
  "gmail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "gmx.de",
  "web.de",
  "icloud.com",
  "aol.com",
  "mail.ru",
  "qq.com",
  "orange.fr",
  "naver.com",
  "t-online.de",
  "proton.me",
  "comcast.net",
];
const DISPOSABLE = [
  "mailinator.com",
  "yopmail.com",
  "guerrillamail.com",
  "10minutemail.com",
  "temp-mail.org",
];
const ROLES = ["info", "sales", "support", "office", "contact", "admin"];
const FIRST = [
  "anna",
  "ben",
  "carla",
  "david",
  "emma",
  "felix",
  "greta",
  "hugo",
  "ida",
  "jonas",
  "klara",
  "leo",
  "mia",
  "noah",
  "olivia",
  "paul",
];
const LAST = [
  "novak",
  "schmidt",
  "rossi",
  "garcia",
  "martin",
  "jensen",
  "kowalski",
  "silva",
  "murphy",
  "bauer",
  "keller",
  "lopez",
];

/** Company domains to draw from; a list of 20,000 meets about 6,000 of them. */
const COMPANIES = 9_000;
const ZIPF = 0.75;

/**
 * A list as business lists are: company domains by a Zipf law, 15 % at free providers, 1 %
 * disposable, 4 % roles, 2 % wrong, 2 % at names that do not exist. Of the companies 3 % have an
 * address and no MX, 0.6 % say that they take no mail. With faults, 1 % fail (SERVFAIL), 0.5 % answer
 * 1.5 s late and 0.5 % never.
 */
export function makeList(leads: number, withFaults: boolean): BenchList & { readonly zone: Zone } {
  const random = seeded(20_261_118);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const zone: Record<string, Zone[string]> = {};
  const truthOf = new Map<string, Truth>();
  for (const domain of FREE) zone[domain] = { mx: [[10, `mx.${domain}`]] };
  for (const domain of DISPOSABLE) zone[domain] = { mx: [[10, `mx.${domain}`]] };
  const companies = Array.from({ length: COMPANIES }, (_, i) => {
    const domain = `${pick(LAST)}-${pick(["tech", "bau", "foods", "media", "group", "labs"])}${i}.${pick(["com", "de", "io", "eu", "net"])}`;
    const [truth, entry] = companyOf(domain, random, withFaults);
    zone[domain] = entry;
    truthOf.set(domain, truth);
    return domain;
  });
  const drawCompany = zipf(companies, random);
  const emails: string[] = [];
  const truths: Truth[] = [];
  for (let i = 0; i < leads; i++) {
    const person = `${pick(FIRST)}.${pick(LAST)}${i}`;
    const local = random() < 0.04 ? `${pick(ROLES)}+${i}` : person;
    const kind = random();
    const [email, truth] =
      kind < 0.15
        ? ([`${local}@${pick(FREE)}`, "mx"] as const)
        : kind < 0.16
          ? ([`${local}@${pick(DISPOSABLE)}`, "disposable"] as const)
          : kind < 0.18
            ? ([wrong(person, pick(companies), i), "wrong_syntax"] as const)
            : kind < 0.2
              ? ([`${local}@gone-company${i}.com`, "dead"] as const)
              : atCompany(local, drawCompany(), truthOf);
    emails.push(email);
    truths.push(truth);
  }
  return { emails, truths, zone };
}

function companyOf(
  domain: string,
  random: () => number,
  withFaults: boolean,
): [Truth, Zone[string]] {
  const draw = random();
  const mx = [
    [10, `mx1.${domain}`],
    [20, `mx2.${domain}`],
  ] as const;
  if (draw < 0.03) return ["address_only", { a: ["93.184.216.34"] }];
  if (draw < 0.036) return ["null_mx", { mx: [[0, "."]] }];
  if (!withFaults || draw >= 0.056) return ["mx", { mx }];
  if (draw < 0.046) return ["temporary", { rcode: "SERVFAIL" }];
  if (draw < 0.051) return ["late", { mx, delayMs: 1_500 }];
  return ["temporary", { hang: true }];
}

const atCompany = (local: string, domain: string, truthOf: ReadonlyMap<string, Truth>) =>
  [`${local}@${domain}`, truthOf.get(domain) ?? "dead"] as const;

/** Ways in which addresses are mistyped beyond doubt; none looks like another. */
function wrong(person: string, domain: string, i: number): string {
  switch (i % 6) {
    case 0:
      return person.replace(".", "..") + `@${domain}`;
    case 1:
      return `.${person}@${domain}`;
    case 2:
      return `${person}@${domain.replace(".", "..")}`;
    case 3:
      return `${person.replace(".", " ")}@${domain}`;
    case 4:
      return `${person}@@${domain}`;
    default:
      return `${person}@-${domain}`;
  }
}

function zipf(names: readonly string[], random: () => number): () => string {
  let sum = 0;
  const upTo = names.map((_, rank) => (sum += 1 / (rank + 1) ** ZIPF));
  return () => {
    const at = random() * sum;
    let low = 0;
    let high = upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return names[low] ?? "";
  };
}
