import type { UnixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later, MINUTE_MS } from "#platform/rules/time.ts";

/** How old a mail is when the Sent folder is asked for it, the first time and the last. */
export const FIRST_LOOK_MS = 2 * MINUTE_MS;
export const LAST_LOOK_MS = 15 * MINUTE_MS;

/** What a mailbox that could not be read for longer has sent is not looked for. */
const MOST_MS = DAY_MS;

/** Looks up to here were taken: until the last check, or as far back as it is worth it. */
export const firstLookAfter = (checkedAt: UnixMs | null, now: UnixMs): UnixMs => {
  const earliest = later(now, -MOST_MS);
  return checkedAt === null || checkedAt < earliest ? earliest : checkedAt;
};
