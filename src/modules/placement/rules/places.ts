import type { UnixMs } from "#platform/rules/ids.ts";
import { HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";

/** Where a test email came to lie. `unknown`: its seed could not be read. */
export const MAIL_PLACES = ["inbox", "spam", "other", "missing", "unknown"] as const;
export type Place = (typeof MAIL_PLACES)[number];

/** The tabs of Gmail's inbox. */
export const INBOX_TABS = ["primary", "promotions", "social", "updates", "forums"] as const;
export type Tab = (typeof INBOX_TABS)[number];

/** When somebody looks for a mail, after it left. Beyond the fifth it counts as missing, and what comes late is still found. */
const LOOKS_MS = [
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
  3 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
] as const;
/** From this look on a mail that is nowhere is missing. */
export const DECIDING_LOOK = 5;

/** When the mail is looked for next, after so many looks; null: no more. */
export const nextLook = (leftAt: UnixMs, looks: number): UnixMs | null => {
  const after = LOOKS_MS[looks];
  return after === undefined ? null : later(leftAt, after);
};

/** What a look that did not find the mail says of it: nothing before the deciding one. */
export function placeWithout(looks: number, wasRead: boolean): Place | null {
  if (looks < DECIDING_LOOK) return null;
  return wasRead ? "missing" : "unknown";
}
