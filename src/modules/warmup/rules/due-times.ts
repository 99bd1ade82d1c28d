import { nextOpening, type Schedule } from "#platform/rules/schedule.ts";
import { momentOf, wallClock } from "#platform/rules/zone.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import type { WarmupSettings } from "./states.ts";

/** Between two mails of a mailbox, however late the day began. */
const SPACING_MS = 5 * MINUTE_MS;

type Hours = Pick<WarmupSettings, "weekdaysOnly" | "windowStart" | "windowEnd">;

/** The hours of a mailbox's warmup as a schedule in its zone; null is UTC. */
export const hoursOf = (warmup: Hours, timezone: string | null): Schedule => ({
  timezone: timezone ?? "UTC",
  windows: [
    {
      days: warmup.weekdaysOnly ? [1, 2, 3, 4, 5] : [1, 2, 3, 4, 5, 6, 7],
      start: warmup.windowStart,
      end: warmup.windowEnd,
    },
  ],
  start_date: null,
  end_date: null,
  use_lead_timezone: false,
  holidays: [],
});

/** When the window that is open now closes. */
export function closingOf(hours: Schedule, now: UnixMs): UnixMs {
  const [hour, minute] = (hours.windows[0]?.end ?? "24:00").split(":");
  const midnight = Math.floor(wallClock(hours.timezone, now) / DAY_MS) * DAY_MS;
  const wall = midnight + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS;
  return momentOf(hours.timezone, wall);
}

/** When the next day's window opens, whatever is left of this one. */
export function nextDayOpening(hours: Schedule, now: UnixMs): UnixMs {
  const midnight = (Math.floor(wallClock(hours.timezone, now) / DAY_MS) + 1) * DAY_MS;
  const begins = momentOf(hours.timezone, midnight);
  return nextOpening(hours, begins) ?? begins;
}

/**
 * When a day's mails leave: spread over what is left of the window, each somewhere in a part of its
 * own. Fewer than `count` where they would come closer than five minutes.
 */
export function dueTimes(
  span: { readonly from: UnixMs; readonly until: UnixMs },
  count: number,
  pick: (below: number) => number,
): UnixMs[] {
  const length = Math.max(0, span.until - span.from);
  const n = Math.min(count, Math.floor(length / SPACING_MS));
  const part = length / Math.max(n, 1);
  return Array.from({ length: n }, (_, i) => {
    const room = Math.max(1, Math.floor(part - SPACING_MS));
    return unixMs(Math.floor(span.from + i * part + pick(room)));
  });
}

/** Somebody reads the mail between two and twenty minutes after it came. */
export const READ_AFTER_MS = { min: 2 * MINUTE_MS, spread: 18 * MINUTE_MS } as const;
/** An answer that could not be sent for so long is left out. */
export const ANSWER_EXPIRES_MS = 2 * DAY_MS;

/** People answer after some time, seldom after a week. */
export const ANSWER_AFTER_MS = { min: 45 * MINUTE_MS, max: 7 * DAY_MS } as const;

/** How long an answer takes: most come within hours. `chance` in [0, 1). */
export const answerDelayMs = (chance: number): number => {
  const { min, max } = ANSWER_AFTER_MS;
  return Math.round(min * (max / min) ** chance);
};

/** What waits for the morning does not all leave as the window opens. */
const MORNING_MS = 90 * MINUTE_MS;

/**
 * When an answer leaves: so long after the mail came, moved into the answering mailbox's hours,
 * and never later than a week. `chance` in [0, 1) spreads what waited for the morning.
 */
export function answerDueAt(
  hours: Schedule,
  receivedAt: UnixMs,
  delayMs: number,
  chance: number,
): UnixMs {
  const last = later(receivedAt, ANSWER_AFTER_MS.max);
  for (let delay = delayMs; ; delay /= 2) {
    const wanted = later(receivedAt, Math.max(Math.round(delay), ANSWER_AFTER_MS.min));
    const opening = nextOpening(hours, wanted) ?? wanted;
    if (opening > last && delay > ANSWER_AFTER_MS.min) continue;
    if (opening === wanted) return opening;
    const spread = later(opening, Math.floor(chance * MORNING_MS));
    return spread <= last ? spread : opening;
  }
}
