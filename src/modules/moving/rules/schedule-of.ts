import type { FoundOf } from "./found.ts";

type Windows = FoundOf<"campaign">["windows"];

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** `9:00` as `09:00`; null for what is no time of day. */
function clockOf(text: string): string | null {
  const time = /^\d:\d\d/.test(text.trim()) ? `0${text.trim()}` : text.trim();
  const short = time.slice(0, 5);
  if (short === "24:00") return short;
  return CLOCK.test(short) ? short : null;
}

/** Their windows as ours: Sunday is 7, an end at the end of the day is 24:00. What can't be read is left out. */
export const ourWindows = (windows: Windows) =>
  windows.flatMap(({ days, from, to }) => {
    const start = clockOf(from);
    const end = clockOf(to);
    const ours = [...new Set(days.map((day) => (day === 0 ? 7 : day)))].toSorted((a, b) => a - b);
    if (start === null || start === "24:00" || end === null || ours.length === 0) return [];
    return [{ days: ours, start, end: end === "23:59" || end === "00:00" ? "24:00" : end }];
  });

/** A wait in the largest unit that says it exactly. */
export function waitOf(minutes: number): {
  delay: number;
  delayUnit: "minutes" | "hours" | "days";
} {
  const most = Math.min(minutes, 365 * 24 * 60);
  if (most % 1_440 === 0) return { delay: most / 1_440, delayUnit: "days" };
  if (most % 60 === 0) return { delay: most / 60, delayUnit: "hours" };
  return { delay: most, delayUnit: "minutes" };
}
