import { unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, lastDays } from "#platform/rules/time.ts";
import { locale, t } from "#dashboard/words/words.ts";

const make = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
/** A format that is made when it is first used: each costs the first load milliseconds. */
function format(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let made: Intl.DateTimeFormat | undefined;
  return () => (made ??= make(options));
}
const clockFormat = format({ hour: "2-digit", minute: "2-digit" });
const dayFormat = format({ day: "numeric", month: "short" });
const yearFormat = format({ day: "numeric", month: "short", year: "numeric" });
const weekdayFormat = format({ weekday: "short", day: "numeric", month: "short" });
const monthFormat = format({ month: "short", year: "numeric", timeZone: "UTC" });
const longFormat = format({ dateStyle: "full", timeStyle: "short" });
const longWeekdayFormat = format({ weekday: "long" });

const startOfDay = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Whole local days from now; -1 is yesterday. */
const daysAway = (date: Date): number =>
  Math.round((startOfDay(date) - startOfDay(new Date())) / DAY_MS);

/** "14:32", in the reader's zone. */
export const clock = (iso: string): string => clockFormat().format(new Date(iso));

/** "11 Nov", with the year when it is another one. */
export function day(iso: string): string {
  const date = new Date(iso);
  const same = date.getFullYear() === new Date().getFullYear();
  return (same ? dayFormat : yearFormat)().format(date);
}

/** So many days in UTC as YYYY-MM-DD, the oldest first; the last is today. */
export const pastDays = (days: number): string[] => lastDays(unixMs(Date.now()), days);

/** A date as YYYY-MM-DD, out of what an address says. */
export const dateOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !isNaN(Date.parse(value))
    ? value
    : undefined;

/** "Nov 2026" of a month as `YYYY-MM`. */
export const monthOfYear = (month: string): string =>
  monthFormat().format(new Date(`${month}-01T00:00:00Z`));

/** "Wed 11 Nov" of a date without a time, or of a moment in the reader's zone. */
export const weekday = (at: string): string =>
  weekdayFormat().format(new Date(at.includes("T") ? at : `${at}T12:00:00`));

/** As short as it stays exact: "14:32" today, "Mon 16 Nov" this week, "16 Nov" before. */
export function moment(iso: string): string {
  const date = new Date(iso);
  const away = daysAway(date);
  if (away === 0) return clock(iso);
  return Math.abs(away) < 7 ? weekdayFormat().format(date) : day(iso);
}

/** In a sentence: "at 14:32", "tomorrow at 09:00", "Monday at 09:00", "on 4 Dec at 09:00". */
export function when(iso: string): string {
  const date = new Date(iso);
  const away = daysAway(date);
  const time = clock(iso);
  if (away === 0) return t("at {time}", { time });
  if (away === 1) return t("tomorrow at {time}", { time });
  if (away === -1) return t("yesterday at {time}", { time });
  if (away > 1 && away < 7)
    return t("{weekday} at {time}", { weekday: longWeekdayFormat().format(date), time });
  return t("on {date} at {time}", { date: day(iso), time });
}

/** Everything, for a title: "Wednesday, 11 November 2026 at 14:32 (Europe/Berlin)"; in `zone` when given. */
export function fully(iso: string, zone?: string): string {
  const shown = zone
    ? make({ dateStyle: "full", timeStyle: "short", timeZone: zone })
    : longFormat();
  return `${shown.format(new Date(iso))} (${zone ?? ownZone()})`;
}

/** "Wed, 11:57" as clocks in `zone` show that moment; null where the reader's own show the same. */
export function inZone(iso: string, zone: string): string | null {
  const as = (timeZone: string): string =>
    make({ weekday: "short", hour: "2-digit", minute: "2-digit", timeZone }).format(new Date(iso));
  const there = as(zone);
  return there === as(ownZone()) ? null : there;
}

/** The reader's zone. */
export const ownZone = (): string => longFormat().resolvedOptions().timeZone;

/** "in 2 minutes", "in 3 h 20 min", "now"; for the past "12 minutes ago". */
export function distance(iso: string, now = Date.now()): string {
  const minutes = Math.round((new Date(iso).getTime() - now) / 60_000);
  if (minutes === 0) return t("now");
  const isAhead = minutes > 0;
  const size = Math.abs(minutes);
  if (size < 60) {
    return isAhead
      ? t("in {size, plural, one {# minute} other {# minutes}}", { size })
      : t("{size, plural, one {# minute} other {# minutes}} ago", { size });
  }
  if (size >= 48 * 60) {
    const days = Math.round(size / 1_440);
    return isAhead ? t("in {days} days", { days }) : t("{days} days ago", { days });
  }
  const hours = Math.floor(size / 60);
  const rest = size % 60;
  if (rest === 0) return isAhead ? t("in {hours} h", { hours }) : t("{hours} h ago", { hours });
  return isAhead
    ? t("in {hours} h {minutes} min", { hours, minutes: rest })
    : t("{hours} h {minutes} min ago", { hours, minutes: rest });
}

/** Every time zone that this browser knows, after the chosen one, if any, and the reader's own. */
export const zones = (chosen: string | null): string[] => [
  ...new Set([
    ...(chosen === null ? [] : [chosen]),
    ownZone(),
    ...Intl.supportedValuesOf("timeZone"),
    "UTC",
  ]),
];

/** As a field for date and time has it: `2026-11-26T09:00`, in local time. */
export const localText = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
