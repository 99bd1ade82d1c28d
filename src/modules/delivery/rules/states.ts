/**
 * The life of a send:
 * `queued → leased → sending → sent | failed | unknown`, side exits `skipped` and `cancelled`.
 * A lapsed `leased` is queued again; a lapsed `sending` is `unknown` and never sent again by itself.
 */
export const SEND_STATES = [
  "queued",
  "leased",
  "sending",
  "sent",
  "failed",
  "unknown",
  "skipped",
  "cancelled",
] as const;
export type SendState = (typeof SEND_STATES)[number];
