/** What an inbound mail wants, or says. */
export const REPLY_CATEGORIES = [
  "interested",
  "meeting_request",
  "question",
  "referral",
  "not_now",
  "not_interested",
  "wrong_person",
  "left_company",
  "do_not_contact",
  "hostile",
  "out_of_office",
  "automatic",
  "bounce",
  "other",
] as const;
export type ReplyCategory = (typeof REPLY_CATEGORIES)[number];

/** The categories of a positive reply: what every statistic counts as one. */
export const POSITIVE_CATEGORIES = [
  "interested",
  "meeting_request",
] as const satisfies readonly ReplyCategory[];
