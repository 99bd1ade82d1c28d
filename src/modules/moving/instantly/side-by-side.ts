import { z } from "zod";
import { Cursor } from "#modules/moving/rivals/cursor.ts";
import { MOST_AT_ONCE } from "#modules/moving/rules/time-left.ts";

/** Where a reader goes on in each of several workspaces, and when it may ask there again. */
export const SideBySide = z.object({
  readings: z.array(z.object({ cursor: Cursor, readyAt: z.number() })).max(MOST_AT_ONCE),
  /** Behind which workspace the next one comes; null: there is none. */
  feed: Cursor.nullable(),
});
export type SideBySide = z.output<typeof SideBySide>;

/** Whether another workspace is to be looked for before one is read. */
export const hasPlace = ({ readings, feed }: SideBySide): boolean =>
  feed !== null && readings.length < MOST_AT_ONCE;

/** The cursor of a page, and how long to wait: until the first of them may be asked again. */
export function onwardsIn(
  state: SideBySide,
  now: number,
  paceMs: number,
): { readonly cursor: string | null; readonly waitMs: number } {
  if (state.readings.length === 0 && state.feed === null) return { cursor: null, waitMs: 0 };
  const ready = Math.min(...state.readings.map(({ readyAt }) => readyAt));
  const waitMs = hasPlace(state) ? paceMs : Math.max(paceMs, ready - now);
  return { cursor: JSON.stringify(state), waitMs };
}
