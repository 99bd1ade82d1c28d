/** Numbers that the specification gives, each with its section. Ours are in `choices.ts`. */

/** Spec 8: JWT lifetime. */
export const SESSION_DAYS = 7;
/** Spec 6, 8: consecutive failed attempts that deactivate a webhook. */
export const WEBHOOK_FAILURES_TO_DEACTIVATE = 10;
/** Spec 4, 8. */
export const DNS_MX_TIMEOUT_MS = 5_000;
