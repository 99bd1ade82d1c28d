import type { UnixMs } from "#platform/rules/ids.ts";
import { later, SECOND_MS } from "#platform/rules/time.ts";

/** Of a token's life, however short: the rest is for what takes long, and for clocks that differ. */
const GOOD_FOR = 0.8;

/** When a token that was just given, for so many seconds, is renewed. */
export const renewAtOf = (now: UnixMs, lifetimeSeconds: number): UnixMs =>
  later(now, Math.floor(lifetimeSeconds * SECOND_MS * GOOD_FOR));
