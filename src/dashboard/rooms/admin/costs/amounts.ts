import type { Costs, MonthUsage } from "#modules/operations/contract/costs.ts";
import { count } from "#dashboard/lib/format.ts";
import { locale, t } from "#dashboard/words/words.ts";
import type { Priced } from "#modules/operations/rules/costs.ts";
import type { Prices } from "#platform/rules/prices.ts";

/** The lines of a bill that are priced by use, in the order of the page. */
export const LINES = [
  ["rows_read", t("Rows read")],
  ["rows_written", t("Rows written")],
  ["queue_operations", t("Queue operations")],
  ["requests", t("Requests")],
  ["storage", t("Storage")],
] as const satisfies readonly (readonly [Priced, string])[];

export const BASE_FEE = t("Base fee");

/** Rows of a database that doesn't count them. */
export const ROWS_UNCOUNTED = t("not counted on one machine");

const moneys = new Map<string, Intl.NumberFormat>();

/** An amount in its currency: "$1.50"; `digits` for prices below a cent. */
export function money(amount: number, currency: Costs["prices"]["currency"], digits = 2): string {
  const key = `${currency} ${digits}`;
  let format = moneys.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: digits,
    });
    moneys.set(key, format);
  }
  return format.format(amount);
}

let shortened: Intl.NumberFormat | undefined;

/** "42,000", and from a million on "2.4M". */
export const shortCount = (n: number): string =>
  n < 1_000_000
    ? count(n)
    : (shortened ??= new Intl.NumberFormat(locale, {
        notation: "compact",
        maximumFractionDigits: 1,
      })).format(n);

let sized: Intl.NumberFormat | undefined;

/** Bytes by powers of a thousand, as storage is priced: "1.2 GB". */
export function storageText(bytes: number): string {
  sized ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return bytes >= 1e9 ? `${sized.format(bytes / 1e9)} GB` : `${sized.format(bytes / 1e6)} MB`;
}

/** How much of a line was used, in its unit; null where it isn't known. */
export const amountOf = (line: Priced, usage: MonthUsage): number | null =>
  line === "storage" ? usage.storage_bytes : usage[line];

/** What was used of a line, in words. */
export function usedWords(line: Priced, usage: MonthUsage): string {
  const used = amountOf(line, usage);
  if (used === null) return line === "storage" ? t("not known") : ROWS_UNCOUNTED;
  return line === "storage" ? storageText(used) : shortCount(used);
}

/** What is included in a line, in words; null: it costs nothing at all. */
export function includedWords(line: Priced, prices: Prices): string | null {
  if (line === "storage") {
    return prices.storage && storageText(prices.storage.included_gb * 1e9);
  }
  const rate = prices[line];
  return rate && shortCount(rate.included);
}
