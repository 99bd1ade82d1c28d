import { MINUTE_MS } from "#platform/rules/time.ts";

/** Longer than all SMTP time-outs together. */
export const SEND_LEASE_MS = 10 * MINUTE_MS;

/** From the claim to the hand-over: time for a queue message. A lost one is found again after it. */
export const CLAIM_LEASE_MS = MINUTE_MS;
