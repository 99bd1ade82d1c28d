import type { OutsideText } from "#platform/rules/outside-text.ts";
import {
  definitionOf,
  LEAD_FIELDS,
  type LeadField,
  MAX_FIELD_CHARS,
} from "#modules/leads/rules/fields.ts";
import { normalizeEmail } from "#modules/leads/rules/email.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";

/** What the cells of a column are, by their looks: a field of a lead, or the name of a custom field. */
export type Meaning = LeadField | "website" | "country";

/** Whether a cell is an address and nothing else. */
export const isAddress = (cell: OutsideText): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(normalizeEmail(cell) ?? "");

/** So many of a column's filled cells have to look alike. */
const MOST = 0.6;
/** Names and firms are found again in addresses, and of these many are `info@`. */
const MANY = 0.4;

/**
 * What a column means by its cells, beside the addresses of the same rows; null where they tell
 * nothing. A person's names are those that their address is made of, a firm's is in its domain.
 */
export function meaningOfValues(
  cells: readonly OutsideText[],
  addresses: readonly OutsideText[],
): Meaning | null {
  const rows = cells.flatMap((cell, row) => {
    const value = cell.slice(0, MAX_FIELD_CHARS).trim();
    return value === "" ? [] : [{ value, address: addresses[row] ?? "" }];
  });
  const share = (is: (row: { value: string; address: string }) => boolean): number =>
    rows.length === 0 ? 0 : rows.filter(is).length / rows.length;
  for (const [meaning, is, least] of LOOKS) {
    if (share(({ value, address }) => is(value, address)) >= least) return meaning;
  }
  return null;
}

type Look = readonly [Meaning, (value: string, address: string) => boolean, least: number];
const LOOKS: readonly Look[] = [
  ...LEAD_FIELDS.flatMap((field): readonly Look[] => {
    const { values } = definitionOf(field);
    return values === undefined ? [] : [[field, (value) => values.test(value), MOST]];
  }),
  ["website", isWebsite, MOST],
  ["phone", isPhone, MOST],
  ["country", isCountry, MOST],
  ["first_name", (value, address) => isNameIn(value, address, "first"), MANY],
  ["last_name", (value, address) => isNameIn(value, address, "last"), MANY],
  ["job_title", isJobTitle, MANY],
  ["company", isCompany, MANY],
];

function isWebsite(value: string): boolean {
  if (/[\s@]/.test(value)) return false;
  const host = value.replace(/^https?:\/\//i, "").split(/[/?#]/, 1)[0] ?? "";
  const labels = host.split(".");
  return (
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}-]+$/u.test(label)) &&
    /^\p{L}{2,18}$/u.test(labels.at(-1) ?? "")
  );
}

/** Digits with what telephone numbers have besides; a bare number may be anything. */
function isPhone(value: string): boolean {
  const digits = value.replace(/\D/g, "").length;
  if (digits < 7 || digits > 15 || !/^[+(\d][\d\s().\-/]*$/.test(value)) return false;
  const isDate = /^\d{4}-\d{2}-\d{2}|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/.test(value);
  return !isDate && (/^[+(0]/.test(value) || /\d[\s()\-/]+\d/.test(value));
}

/** Letters alone, without accents and case, as they stand in addresses. */
const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^a-z0-9\s]/g, "");
/** The same as German names are written in addresses. */
const umlauts = (text: string): string =>
  folded(
    text
      .toLowerCase()
      .normalize("NFC")
      .replaceAll("ä", "ae")
      .replaceAll("ö", "oe")
      .replaceAll("ü", "ue"),
  );

const MAX_NAME_WORDS = 3;

function isNameIn(value: string, address: string, which: "first" | "last"): boolean {
  if (/\d/.test(value) || value.split(/\s+/).length > MAX_NAME_WORDS) return false;
  const local = address.slice(0, Math.max(0, address.lastIndexOf("@"))).split("+", 1)[0] ?? "";
  const parts = local
    .toLowerCase()
    .split(/[._-]/)
    .filter((part) => part !== "");
  const at = which === "first" ? parts[0] : parts.at(-1);
  if (at === undefined) return false;
  return [folded(value), umlauts(value)].some((name) => {
    const joined = name.replaceAll(/\s/g, "");
    if (joined.length < 2) return false;
    if (at === joined) return parts.length > 1 || which === "first";
    // `alee@` and `annlee@`.
    if (parts.length > 1 || at.length <= joined.length) return false;
    return which === "first" ? at.startsWith(joined) : at.endsWith(joined);
  });
}

const LEGAL =
  /(?:^|[\s,.])(?:inc|llc|ltd|limited|corp|gmbh|ag|kg|ug|e\.?k|ohg|sarl|sas|s\.?a|s\.?l|lda|ltda|s\.?r\.?l|s\.?p\.?a|b\.?v|n\.?v|sp\. z o\.o|a\.?s|oy|ab|co)\.?$|株式会社|有限会社|有限公司|公司$/i;

function isCompany(value: string, address: string): boolean {
  if (value.length > 120) return false;
  if (LEGAL.test(value)) return true;
  const first =
    umlauts(value)
      .split(/\s+/)
      .find((word) => word.length > 2) ?? "";
  const name = domainOf(address).split(".").slice(0, -1).join(".").replaceAll("-", "");
  return first.length > 2 && name.includes(first);
}

const TITLES =
  /\b(?:c[efotim]o|founder|owner|manager|director|head|vp|president|engineer|developer|consultant|analyst|assistant|executive|lead|partner|geschäftsführer|leiter|inhaber|vorstand|prokurist|berater|directeur|directrice|gérant|responsable|chargée?|gerente|director|diretora?|sócio|direttore|direttrice|responsabile|titolare|eigenaar|directeur|kierownik|dyrektor|prezes|właściciel|specjalista)\b|leiter(?:in)?\b|manager(?:in)?\b|部長|課長|社長|取締役|代表|担当|经理|总监|总裁|主管|董事/i;
function isJobTitle(value: string): boolean {
  return value.length <= 120 && TITLES.test(value);
}

const LANGUAGES = ["en", "de", "fr", "es", "pt", "it", "nl", "pl", "ja", "zh"];
let countries: ReadonlySet<string> | null = null;

/** Names of countries in the languages above, and their codes. */
function isCountry(value: string): boolean {
  countries ??= new Set(countryNames());
  return value.length <= 60 && countries.has(value.toLowerCase());
}

function* countryNames(): Generator<string> {
  const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  yield* ["usa", "uk", "england"];
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    for (const code of codes) {
      const name = names.of(code);
      if (name === undefined) continue;
      yield name.toLowerCase();
      yield code.toLowerCase();
    }
  }
}
