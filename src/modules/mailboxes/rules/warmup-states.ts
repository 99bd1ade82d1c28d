/**
 * What a mailbox shows of its warmup. `not_started` has no row. `throttled` sends half and does not grow; `quarantined`
 * sends nothing for a week, then goes on throttled until a fresh sample is clean.
 */
export const WARMUP_STATES = [
  "not_started",
  "warming",
  "maintaining",
  "paused",
  "throttled",
  "quarantined",
] as const;
export type WarmupState = (typeof WARMUP_STATES)[number];
