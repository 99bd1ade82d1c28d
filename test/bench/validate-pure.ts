import { readFileSync } from "node:fs";
import { checkLocal } from "#modules/leads/rules/validation/check-local.ts";
import type { ValidationTables } from "#platform/rules/mail/address-sources.ts";
import { NO_ROUTE, type RouteOutcome } from "#platform/rules/dns/route-outcome.ts";
import { scoreLead } from "#modules/leads/rules/validation/score.ts";
import { classifyAddress } from "#modules/leads/rules/validation/syntax/classify-address.ts";
import { collectDisposable } from "#data/collect-disposable.ts";
import { MAIL_PROVIDERS } from "#data/mail-providers.ts";
import { createValidationTables } from "#data/validation-tables.ts";
import { report } from "./report.ts";

/*
 * `npm run bench:validate-pure`: what validation costs without asking anyone, on one core: 20,000
 * addresses as a list of companies has them (6,000 company domains, the same few often; 15 % free
 * providers, 4 % roles, 2 % wrong, 1 % disposable), and 200,000 look-ups in the disposable domains
 * (5 % listed, 1 % under a listed name). Medians of nine rounds.
 */
const ROUNDS = 9;
const ADDRESSES = 20_000;
const COMPANIES = 6_000;
const LOOKUPS = 200_000;

const MX: RouteOutcome = { state: "mx", hosts: ["aspmx.l.google.com"], provider: "google" };
const history = { bounced: false, replied: false };

function scoreAll(addresses: readonly string[], tables: ValidationTables): number {
  let sum = 0;
  for (const address of addresses) {
    const local = checkLocal(address, tables);
    const route = local.domain === null ? NO_ROUTE : MX;
    sum += scoreLead({ local, route, avatar: "off", history }).score;
  }
  return sum;
}

function classifyAll(addresses: readonly string[]): number {
  let good = 0;
  for (const address of addresses) if (classifyAddress(address).reason === null) good++;
  return good;
}

function lookUpAll(domains: readonly string[], tables: ValidationTables): number {
  let found = 0;
  for (const domain of domains) if (tables.disposable.match(domain) !== null) found++;
  return found;
}

/** Runs the work often enough to be compiled, then times it. Its outcome must stay the same. */
function rounds(figure: (ms: number) => number, work: () => number): number[] {
  const outcome = work();
  work();
  return Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    const again = work();
    const ms = performance.now() - began;
    if (again !== outcome) throw new Error("the same work came out differently");
    return figure(ms);
  });
}

const flat = (texts: readonly string[]): string[] => JSON.parse(JSON.stringify(texts)) as string[];

type Random = (below: number) => number;

function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pick = <T>(random: Random, of: readonly T[]): T => {
  const found = of[random(of.length)];
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
};

const FIRST =
  "anna ben carla daniel eva felix greta hugo ines jonas katrin luis maria nils olga".split(" ");
const LAST =
  "novak smith garcia mueller rossi dubois jansen silva kowalski hansen meier ivanov".split(" ");
const WORDS =
  "alpen blue core delta east fast green hanse iron jura kraft lumen metal north opti".split(" ");
const TRADES =
  "bau clinic design energy foods group hotel labs logistics media soft tech works".split(" ");
const ROLES = ["info", "sales", "office", "support", "noreply", "kontakt"];
const WRONG = ["john..doe@acme.com", "anna@", "max mustermann@acme.de", "eva@acme_x.com", "n/a"];
const PROVIDERS = [...MAIL_PROVIDERS];

function companyOf(random: Random): string {
  // The square draws small numbers more often: some companies have many leads.
  const n = Math.floor((random(1_000) ** 2 / 1e6) * COMPANIES);
  const word = WORDS[n % WORDS.length];
  const trade = TRADES[(n >> 4) % TRADES.length];
  return `${word}-${trade}${n}.${["com", "de", "co.uk", "fr", "io"][n % 5]}`;
}

function addressOf(random: Random, disposable: readonly string[]): string {
  const kind = random(100);
  if (kind < 2) return pick(random, WRONG);
  const person = `${pick(random, FIRST)}.${pick(random, LAST)}${kind < 30 ? random(99) : ""}`;
  if (kind < 3) return `${person}@${pick(random, disposable)}`;
  if (kind < 18) return `${person}@${pick(random, PROVIDERS)}`;
  return `${kind < 22 ? pick(random, ROLES) : person}@${companyOf(random)}`;
}

function domainOf(random: Random, disposable: readonly string[]): string {
  const kind = random(100);
  if (kind < 5) return pick(random, disposable);
  if (kind < 6) return `mail.${pick(random, disposable)}`;
  return companyOf(random);
}

const { suffixes } = await collectDisposable();
const random = seeded(11);
const addresses = flat(Array.from({ length: ADDRESSES }, () => addressOf(random, suffixes)));
// Through JSON, as from a database: each in one piece.
const domains = flat(Array.from({ length: LOOKUPS }, () => domainOf(random, suffixes)));
const bytes = new Uint8Array(readFileSync("src/data/disposable.bin")).buffer;
const wordsOf = (file: string): readonly string[] =>
  readFileSync(`src/data/${file}`, "utf8").split("\n").slice(1, -1).join(" ").split(" ");
const words = { roleNames: wordsOf("role-names.txt"), freeNames: wordsOf("free-names.txt") };
const tables = createValidationTables(bytes, words);

report([
  {
    what: "syntax, lists, suggestion and score",
    unit: "addresses/s",
    rounds: rounds(
      (ms) => (ADDRESSES / ms) * 1_000,
      () => scoreAll(addresses, tables),
    ),
    aim: { least: 150_000 },
  },
  {
    what: "syntax alone",
    unit: "ns",
    rounds: rounds(
      (ms) => (ms / ADDRESSES) * 1e6,
      () => classifyAll(addresses),
    ),
  },
  {
    what: "one domain and each parent of it among the disposable ones",
    unit: "ns",
    rounds: rounds(
      (ms) => (ms / LOOKUPS) * 1e6,
      () => lookUpAll(domains, tables),
    ),
    aim: { most: 150 },
  },
  {
    what: "tables loaded",
    unit: "ms",
    rounds: rounds(
      (ms) => ms,
      () => (createValidationTables(bytes, words).disposable.match("a.com") === null ? 1 : 0),
    ),
  },
]);
