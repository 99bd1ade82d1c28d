import { MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";

/** Longer than all SMTP time-outs together. */
export const SEND_LEASE_MS = 10 * MINUTE_MS;

/** From the claim to the hand-over: time for a queue message. A lost one is found again after it. */
export const CLAIM_LEASE_MS = MINUTE_MS;

/** What nobody took, or the gate refused, is offered again after this. */
export const AWAY_MS = 10 * SECOND_MS;

/** A mailbox in trouble is tried again after this; meanwhile its status keeps claims away. */
export const MAILBOX_TROUBLE_WAIT_MS = 5 * MINUTE_MS;

const RUN = "run:";

/** The `evidence` of what is being sent: which start of the companion was granted it; null where it did not say. */
export const runMark = (run: string | null): string | null => (run === null ? null : RUN + run);

/** SQL GLOB of any such mark. */
export const RUN_MARKS = `${RUN}*`;
