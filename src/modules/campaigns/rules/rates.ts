/** What a rate divides by. */
export const RATE_DENOMINATORS = {
  open_rate: "delivered",
  click_rate: "delivered",
  reply_rate: "contacted",
  positive_reply_rate: "contacted",
  bounce_rate: "sent + refused",
  unsubscribe_rate: "delivered",
  complaint_rate: "delivered",
  meeting_rate: "contacted",
} as const;

const NUMERATORS = {
  open_rate: "unique_opens",
  click_rate: "unique_clicks",
  reply_rate: "unique_replies",
  positive_reply_rate: "positive_replies",
  bounce_rate: "bounces",
  unsubscribe_rate: "unsubscribes",
  complaint_rate: "complaints",
  meeting_rate: "meetings_booked",
} as const;

type RateName = keyof typeof RATE_DENOMINATORS;
type Counts = Readonly<
  Record<"sent" | "refused" | "delivered" | "contacted" | (typeof NUMERATORS)[RateName], number>
>;
export type Rates = Record<RateName, number | null>;

/** Mails that a server answered for good: it took them, or said that the address does not exist. */
export const triedOf = ({ sent, refused }: Pick<Counts, "sent" | "refused">): number =>
  sent + refused;

/** Mails that were accepted and did not come back. Those that were refused are among the bounces. */
export const deliveredOf = (counts: Pick<Counts, "sent" | "refused" | "bounces">): number =>
  Math.max(0, triedOf(counts) - counts.bounces);

/** Shares from 0 to 1, to four places; null where there is nothing to divide by. */
export function ratesOf(counts: Counts): Rates {
  const bases = { ...counts, "sent + refused": triedOf(counts) };
  const rate = (name: RateName): number | null => {
    const base = bases[RATE_DENOMINATORS[name]];
    return base > 0 ? Math.round((counts[NUMERATORS[name]] / base) * 10_000) / 10_000 : null;
  };
  return {
    open_rate: rate("open_rate"),
    click_rate: rate("click_rate"),
    reply_rate: rate("reply_rate"),
    positive_reply_rate: rate("positive_reply_rate"),
    bounce_rate: rate("bounce_rate"),
    unsubscribe_rate: rate("unsubscribe_rate"),
    complaint_rate: rate("complaint_rate"),
    meeting_rate: rate("meeting_rate"),
  };
}
