import { shareLeft } from "./allowance.ts";
import { showsAllChanges } from "./written.ts";

/*
 * How long an answer stays fresh. With enough of the rate limit left, everything is reloaded
 * freely; when little is left, it is kept for what the person does next.
 */

/** Sixty requests a minute are everybody's budget: what was read is good for so long. */
const USUAL_MS = 20_000;
/** As long as the limit's window: what was read in it is not read twice. */
export const LONGEST_MS = 60_000;

/** Whether a third of the limit is used up. */
export const isShort = (): boolean => shareLeft() < 2 / 3;

/** For how long, in ms, the open page takes what was read then as it is. */
export const staleAfter = (readAt: number): number =>
  isShort() && showsAllChanges(readAt) ? LONGEST_MS : USUAL_MS;

/**
 * How old, in ms, an answer may be that is shown after a reload. A reload should show fresh data.
 */
export function oldestAfterReload(): number {
  if (!isShort()) return 0;
  return shareLeft() < 1 / 2 ? LONGEST_MS : USUAL_MS;
}
