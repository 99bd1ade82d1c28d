import { COST_SORTS, type CostSort } from "#modules/operations/rules/cost-order.ts";

/** What the page of costs shows, by its address. */
export type CostsSearch = {
  /** YYYY-MM (UTC); without it the running one. */
  readonly month?: string;
  readonly sort?: CostSort;
  readonly order?: "asc" | "desc";
};

export function readCostsSearch(search: Record<string, unknown>): CostsSearch {
  const { month } = search;
  const sort = COST_SORTS.find((known) => known === search["sort"]);
  const order = (["asc", "desc"] as const).find((known) => known === search["order"]);
  return {
    ...(typeof month === "string" && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month) && { month }),
    ...(sort && { sort }),
    ...(order && { order }),
  };
}
