/** Numbers that the specification gives, each with its section. Ours are in `choices.ts`. */

/** Spec 8: JWT lifetime. */
export const SESSION_DAYS = 7;
/** Spec 6, 8: consecutive failed attempts that deactivate a webhook. */
export const WEBHOOK_FAILURES_TO_DEACTIVATE = 10;
/** Spec 4, 8. */
export const DNS_MX_TIMEOUT_MS = 5_000;
/** Spec 3: from this score on a lead is valid. */
export const VALID_SCORE = 80;
/** Spec 3: from this score on a lead is risky; below it invalid. */
export const RISKY_SCORE = 50;
/** Spec 4, 8: the list of disposable domains is larger than this. */
export const MIN_DISPOSABLE_DOMAINS = 120_000;
