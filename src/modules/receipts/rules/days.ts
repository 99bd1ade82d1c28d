import { unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later, parseIso, utcDay } from "#platform/rules/time.ts";

/** The next day of the calendar, in UTC. */
const dayAfter = (day: string): string =>
  utcDay(later(parseIso(`${day}T00:00:00Z`) ?? unixMs(0), DAY_MS));

/**
 * The day of the next row: never one that is closed, nor one before the open one, whatever the clock
 * says.
 */
export function dayToWrite(
  chain: { readonly day: string; readonly count: number },
  today: string,
): string {
  if (chain.day === "" || today > chain.day) return today;
  return chain.count > 0 ? chain.day : dayAfter(chain.day);
}
