import type { OverviewSort } from "#modules/operations/rules/overview-order.ts";
import { t } from "#dashboard/words/words.ts";

/** Over how many days the figures are. */
export const SPANS = [7, 30, 90] as const;
export type Span = (typeof SPANS)[number];

/** What can be sorted by, as its column is called. */
export const SORTS = [
  ["attention", t("Attention")],
  ["name", t("Client")],
  ["sent", t("Sent")],
  ["replies", t("Replies")],
  ["positive_replies", t("Positive replies")],
  ["meetings", t("Meetings")],
  ["bounce_rate", t("Bounce rate")],
  ["leads_left", t("Leads left")],
  ["days_left", t("Days left")],
  ["oldest_unanswered", t("Oldest reply")],
] as const satisfies readonly (readonly [OverviewSort, string])[];

/** What the room of all clients shows, by its address. */
export type ClientsSearch = {
  readonly days?: Span;
  readonly sort?: OverviewSort;
  readonly order?: "asc" | "desc";
  readonly q?: string;
};

export function readClientsSearch(search: Record<string, unknown>): ClientsSearch {
  const days = SPANS.find((known) => known === search["days"]);
  const sort = SORTS.find(([name]) => name === search["sort"])?.[0];
  const order = (["asc", "desc"] as const).find((known) => known === search["order"]);
  const q = typeof search["q"] === "string" ? search["q"] : "";
  return {
    ...(days && days !== 30 && { days }),
    ...(sort && sort !== "attention" && { sort }),
    ...(order && { order }),
    ...(q && { q }),
  };
}
