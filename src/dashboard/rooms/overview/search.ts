import { DAY_MS } from "#platform/rules/time.ts";
import { dateOf, pastDays } from "#dashboard/lib/time.ts";
import { t } from "#dashboard/words/words.ts";

export const PERIODS = {
  7: t("in the last 7 days"),
  30: t("in the last 30 days"),
  90: t("in the last 90 days"),
} as const;
export type PeriodDays = keyof typeof PERIODS;
export const PERIOD_DAYS: readonly PeriodDays[] = [7, 30, 90];

export type OverviewSearch = {
  days?: PeriodDays;
  show?: string;
  /** Dates of one's own, YYYY-MM-DD. */
  from?: string;
  to?: string;
};

/** Undefined takes it out of the address. */
export type SearchChange = { readonly [K in keyof OverviewSearch]?: OverviewSearch[K] | undefined };

/** The API counts so many days back. */
export const OLDEST = 366;

export function readOverviewSearch(search: Record<string, unknown>): OverviewSearch {
  const days = PERIOD_DAYS.find((known) => known === search["days"]);
  const { show } = search;
  const [from, to] = [dateOf(search["from"]), dateOf(search["to"])];
  return {
    ...(days && { days }),
    ...(typeof show === "string" && show && { show }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** Both days are shown. */
export type OwnDays = { readonly days: number; readonly from: string; readonly to: string };

/** The days that were chosen, within those that the API gives; null: none of one's own. */
export function ownDays({ from, to }: OverviewSearch): OwnDays | null {
  if (from === undefined && to === undefined) return null;
  const known = pastDays(OLDEST);
  const [oldest = "", today = ""] = [known[0], known.at(-1)];
  const within = (date: string): string => (date < oldest ? oldest : date > today ? today : date);
  const last = within(to ?? today);
  const first = within(from ?? oldest);
  const [begin, end] = first <= last ? [first, last] : [last, first];
  return {
    from: begin,
    to: end,
    days: Math.round((Date.parse(end) - Date.parse(begin)) / DAY_MS) + 1,
  };
}

/** Days of history from that day until today. */
export const daysSince = (date: string): number =>
  Math.max(0, Math.round((Date.parse(pastDays(1)[0] ?? date) - Date.parse(date)) / DAY_MS));

/** As many as the API gives. */
export const atMost = (days: number): number => Math.min(OLDEST, days);
