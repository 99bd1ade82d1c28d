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

/**
 * A draft of a mail that leaves by its provider's API:
 * `making` (its id is not stored yet) → `ready` → `asked` (to be sent: from then on this draft alone
 * may be) → its row goes; `dropping`: it is being deleted, and may not be used again.
 */
export const DRAFT_STATES = ["making", "ready", "asked", "dropping"] as const;
