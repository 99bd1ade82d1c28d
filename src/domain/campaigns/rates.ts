/** What a rate divides by (contract 2.13 asks to say so). */
export const RATE_DENOMINATORS = {
  open_rate: "delivered",
  click_rate: "delivered",
  reply_rate: "contacted",
  bounce_rate: "sent",
  unsubscribe_rate: "delivered",
  complaint_rate: "delivered",
  meeting_rate: "contacted",
} as const;

const NUMERATORS = {
  open_rate: "unique_opens",
  click_rate: "unique_clicks",
  reply_rate: "unique_replies",
  bounce_rate: "bounces",
  unsubscribe_rate: "unsubscribes",
  complaint_rate: "complaints",
  meeting_rate: "meetings_booked",
} as const;

type RateName = keyof typeof RATE_DENOMINATORS;
type Counts = Readonly<
  Record<(typeof RATE_DENOMINATORS)[RateName] | (typeof NUMERATORS)[RateName], number>
>;
export type Rates = Record<RateName, number | null>;

/** Shares from 0 to 1, to four places; null where there is nothing to divide by. */
export function ratesOf(counts: Counts): Rates {
  const rate = (name: RateName): number | null => {
    const base = counts[RATE_DENOMINATORS[name]];
    return base > 0 ? Math.round((counts[NUMERATORS[name]] / base) * 10_000) / 10_000 : null;
  };
  return {
    open_rate: rate("open_rate"),
    click_rate: rate("click_rate"),
    reply_rate: rate("reply_rate"),
    bounce_rate: rate("bounce_rate"),
    unsubscribe_rate: rate("unsubscribe_rate"),
    complaint_rate: rate("complaint_rate"),
    meeting_rate: rate("meeting_rate"),
  };
}
