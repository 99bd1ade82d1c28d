import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";

/** How long a provider that was asked to send may take to do so: sooner, a draft that is still there proves nothing. */
export const ASKED_AGE_MS = MINUTE_MS;

/** From the grant to the request: a process that stood still for longer asks no more. */
export const MAX_ASK_MS = MINUTE_MS;

/** A draft of a mail that waits is kept for so long, for its next try. */
export const KEPT_DRAFT_MS = 15 * MINUTE_MS;

const LONGEST_MS = HOUR_MS;

/** When what is still unknown is looked at again: after one minute, then ever later up to an hour. */
export const nextLookMs = (looks: number): number =>
  Math.min(LONGEST_MS, MINUTE_MS * 2 ** Math.min(looks, 10));

/**
 * A draft of a mail that leaves by its provider's API:
 * `making` (its id is not stored yet) → `ready` → `asked` (to be sent: from then on this draft alone
 * may be) → its row goes; `dropping`: it is being deleted, and may not be used again.
 */
export const DRAFT_STATES = ["making", "ready", "asked", "dropping"] as const;
