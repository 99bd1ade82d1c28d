import type { CostSort } from "#modules/operations/rules/cost-order.ts";

/** What can be sorted by. Listed here, since every room loads this file: the rules behind it stay with the page. */
const SORTS: readonly CostSort[] = [
  "cost",
  "name",
  "requests",
  "statements",
  "rows_read",
  "rows_written",
  "queue_operations",
  "storage_bytes",
];

/** What the page of costs shows, by its address. */
export type CostsSearch = {
  /** YYYY-MM (UTC); without it the running one. */
  readonly month?: string;
  readonly sort?: CostSort;
  readonly order?: "asc" | "desc";
};

export function readCostsSearch(search: Record<string, unknown>): CostsSearch {
  const { month } = search;
  const sort = SORTS.find((known) => known === search["sort"]);
  const order = (["asc", "desc"] as const).find((known) => known === search["order"]);
  return {
    ...(typeof month === "string" && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month) && { month }),
    ...(sort && { sort }),
    ...(order && { order }),
  };
}
