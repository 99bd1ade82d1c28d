/** Numbers that the specification gives, each with its section. Ours are in `choices.ts`. */

/** JWT lifetime. */
export const SESSION_DAYS = 7;
/** Consecutive failed attempts that deactivate a webhook. */
export const WEBHOOK_FAILURES_TO_DEACTIVATE = 10;
export const DNS_MX_TIMEOUT_MS = 5_000;
/** From this score on a lead is valid. */
export const VALID_SCORE = 80;
/** From this score on a lead is risky; below it invalid. */
export const RISKY_SCORE = 50;
/** The list of disposable domains is larger than this. */
export const MIN_DISPOSABLE_DOMAINS = 120_000;
