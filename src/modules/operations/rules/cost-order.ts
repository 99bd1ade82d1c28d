import { type Cents, type MonthUse, totalCents } from "./costs.ts";

/** What the list of costs can be ordered by. */
export const COST_SORTS = [
  "cost",
  "name",
  "requests",
  "statements",
  "rows_read",
  "rows_written",
  "queue_operations",
  "storage_bytes",
] as const;
export type CostSort = (typeof COST_SORTS)[number];

export type PricedUse = {
  readonly use: MonthUse & { readonly id: number; readonly name: string | null };
  readonly cents: Cents;
};

const COUNTER = {
  requests: "requests",
  statements: "statements",
  rows_read: "rowsRead",
  rows_written: "rowsWritten",
  queue_operations: "queueOperations",
  storage_bytes: "bytes",
} as const satisfies Readonly<Record<Exclude<CostSort, "cost" | "name">, keyof MonthUse>>;

const keyOf = ({ use, cents }: PricedUse, sort: CostSort): string | number | null => {
  if (sort === "cost") return totalCents(cents);
  return sort === "name" ? (use.name?.toLowerCase() ?? null) : use[COUNTER[sort]];
};

/** Those of one price by what they wrote and read, and then by id. */
const byUse = (a: PricedUse, b: PricedUse): number =>
  (b.use.rowsWritten ?? 0) - (a.use.rowsWritten ?? 0) ||
  b.use.statements - a.use.statements ||
  a.use.id - b.use.id;

/** Who comes first: names from A and all others from the most, unless `order` says it; unknown ones last. */
export function inCostOrder(
  sort: CostSort,
  order: "asc" | "desc" = sort === "name" ? "asc" : "desc",
): (a: PricedUse, b: PricedUse) => number {
  const sign = order === "asc" ? 1 : -1;
  return (a, b) => {
    const [x, y] = [keyOf(a, sort), keyOf(b, sort)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || byUse(a, b);
    return x === y ? byUse(a, b) : x < y ? -sign : sign;
  };
}
