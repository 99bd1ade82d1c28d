import { t } from "#dashboard/words/words.ts";
export type Window = { days: number[]; start: string; end: string };
/** Minutes of one day, from and until. */
export type Range = readonly [number, number];

export const DAYS = [
  t("Monday"),
  t("Tuesday"),
  t("Wednesday"),
  t("Thursday"),
  t("Friday"),
  t("Saturday"),
  t("Sunday"),
] as const;
export const SHORT_DAYS = [
  t("Mon"),
  t("Tue"),
  t("Wed"),
  t("Thu"),
  t("Fri"),
  t("Sat"),
  t("Sun"),
] as const;

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
};
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** What is open on each of the seven days, joined and in order. A window over midnight is split. */
export function rangesOf(windows: readonly Window[]): Range[][] {
  const week: Range[][] = DAYS.map(() => []);
  for (const { days, start, end } of windows) {
    const [from, until] = [minutesOf(start), minutesOf(end)];
    for (const day of days) {
      const put = (index: number, range: Range): void => void week[index % 7]?.push(range);
      if (from < until) put(day - 1, [from, until]);
      else if (from === until) put(day - 1, [0, 24 * 60]);
      else {
        put(day - 1, [from, 24 * 60]);
        if (until > 0) put(day, [0, until]);
      }
    }
  }
  return week.map(joinedRanges);
}

/** Touching and overlapping ranges become one. */
export function joinedRanges(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const [from, until] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], until)];
    else result.push([from, until]);
  }
  return result;
}

/** The fewest windows that say the same: days with an equal range share one. */
export function windowsOf(week: readonly (readonly Range[])[]): Window[] {
  const byRange = new Map<string, number[]>();
  week.forEach((ranges, index) => {
    for (const [from, until] of ranges) {
      const key = `${clockOf(from)} ${clockOf(until)}`;
      byRange.set(key, [...(byRange.get(key) ?? []), index + 1]);
    }
  });
  return [...byRange].map(([key, days]) => {
    const [start = "", end = ""] = key.split(" ");
    return { days, start, end };
  });
}

/** Whether the half hour is open, all of it or in part. */
export const slotIsOpen = (ranges: readonly Range[], slot: number): boolean =>
  ranges.some(([from, until]) => from < (slot + 1) * 30 && until > slot * 30);

/** Opens or closes the half hours from `first` to `last`. */
export function paint(
  ranges: readonly Range[],
  first: number,
  last: number,
  open: boolean,
): Range[] {
  const [from, until] = [Math.min(first, last) * 30, (Math.max(first, last) + 1) * 30];
  if (open) return joinedRanges([...ranges, [from, until]]);
  return ranges.flatMap(([a, b]): Range[] => {
    const left: Range[] = a < from ? [[a, Math.min(b, from)]] : [];
    const right: Range[] = b > until ? [[Math.max(a, until), b]] : [];
    return [...left, ...right];
  });
}

/** "09:00 to 12:00, 13:00 to 17:30", or "closed". */
export const inWords = (ranges: readonly Range[]): string =>
  ranges.length === 0
    ? t("closed")
    : ranges
        .map(([from, until]) =>
          t("{from} to {until}", { from: clockOf(from), until: clockOf(until) }),
        )
        .join(", ");
