import type { ReportRates, Sums } from "#modules/operations/contract/report.ts";
import { deliveredOf, ratesOf } from "#modules/campaigns/rules/rates.ts";

const NAMES = [
  "contacted",
  "sent",
  "refused",
  "unique_opens",
  "unique_clicks",
  "unique_replies",
  "positive_replies",
  "bounces",
  "unsubscribes",
  "meetings_booked",
] as const;
type Counted = Readonly<Record<(typeof NAMES)[number], number>>;

/** Several lines as one: the counters that are shown to everybody, and no other. */
export function sumsOf(lines: readonly Counted[]): Sums {
  const sum = (name: (typeof NAMES)[number]): number =>
    lines.reduce((total, line) => total + line[name], 0);
  const sent = sum("sent");
  const refused = sum("refused");
  const bounces = sum("bounces");
  return {
    contacted: sum("contacted"),
    sent,
    refused,
    delivered: deliveredOf({ sent, refused, bounces }),
    unique_opens: sum("unique_opens"),
    unique_clicks: sum("unique_clicks"),
    unique_replies: sum("unique_replies"),
    positive_replies: sum("positive_replies"),
    bounces,
    unsubscribes: sum("unsubscribes"),
    meetings_booked: sum("meetings_booked"),
  };
}

export function shownRates(sums: Sums): ReportRates {
  const { complaint_rate: _, ...rates } = ratesOf({ ...sums, complaints: 0 });
  return rates;
}
