import { DEFAULT_PRICES, PRICED, type Priced } from "#modules/operations/rules/costs.ts";
import type { Prices } from "#platform/rules/prices.ts";

type Typed = number | string | null;
type DraftRate = { readonly included: Typed; readonly price: Typed };

/** Prices as a form has them: what is no number yet stays as it was typed. */
export type PricesDraft = {
  readonly as_of: string;
  readonly currency: string;
  readonly base_fee: Typed;
} & Readonly<Record<Priced, DraftRate>>;

/** What the amount and the price of a line are called in the API. */
export const FIELDS: Readonly<Record<Priced, readonly [included: string, price: string]>> = {
  requests: ["included", "per_million"],
  rows_read: ["included", "per_million"],
  rows_written: ["included", "per_million"],
  queue_operations: ["included", "per_million"],
  storage: ["included_gb", "per_gb_month"],
};

const rateOf = (prices: Prices, line: Priced): DraftRate => {
  if (line === "storage") {
    const { storage } = prices;
    return { included: storage?.included_gb ?? null, price: storage?.per_gb_month ?? null };
  }
  return { included: prices[line]?.included ?? null, price: prices[line]?.per_million ?? null };
};

export const pricesDraftOf = (prices: Prices): PricesDraft => ({
  as_of: prices.as_of,
  currency: prices.currency,
  base_fee: prices.base_fee,
  requests: rateOf(prices, "requests"),
  rows_read: rateOf(prices, "rows_read"),
  rows_written: rateOf(prices, "rows_written"),
  queue_operations: rateOf(prices, "queue_operations"),
  storage: rateOf(prices, "storage"),
});

export const DEFAULT_DRAFT = pricesDraftOf(DEFAULT_PRICES);

/** What the API gets: a line without a price costs nothing, and one without an amount includes none. The server says what is wrong. */
export const pricesBodyOf = ({ as_of, currency, base_fee, ...rates }: PricesDraft) => ({
  as_of,
  currency: currency.trim().toUpperCase(),
  base_fee,
  ...Object.fromEntries(
    PRICED.map((line) => {
      const { included, price } = rates[line];
      const [amount, per] = FIELDS[line];
      return [line, price === null ? null : { [amount]: included ?? 0, [per]: price }];
    }),
  ),
});
