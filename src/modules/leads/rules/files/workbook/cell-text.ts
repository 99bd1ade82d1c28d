import { unixMs } from "#platform/rules/ids.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";
import { DAY_MS, utcDay } from "#platform/rules/time.ts";

/** How the number of a cell is meant: as it is, as a point in time, or as digits of a fixed count. */
export type NumberFormat = "plain" | "time" | { readonly digits: number; readonly plus: boolean };

/** Formats of dates and times that have a number instead of a code (ECMA-376 part 1, 18.8.30), those of East Asia included. */
const TIMES: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];
export const builtInFormat = (id: number): NumberFormat =>
  TIMES.some(([from, to]) => id >= from && id <= to) ? "time" : "plain";

const MAX_CODE = 300;

/** What a number format such as `dd.mm.yyyy` or `00000` makes of a number. */
export function numberFormat(code: OutsideText): NumberFormat {
  const first = code.slice(0, MAX_CODE).split(";", 1)[0] ?? "";
  const fixed = /^(\+|\\\+|"\+")?(0{2,20})$/.exec(first);
  if (fixed?.[2] !== undefined) {
    return { digits: fixed[2].length, plus: fixed[1] !== undefined };
  }
  const elapsed = /\[(?:h+|m+|s+)\]/i.test(first);
  // Without texts in quotes, escaped signs, fill signs, and conditions or colours in brackets.
  const signs = first.replace(/"[^"]*"|\\.|[_*].|\[[^[\]]*\]/g, "");
  const isText = /^(?:general|@)$/i.test(signs.trim());
  return !isText && (elapsed || /[ymdhs]/i.test(signs)) ? "time" : "plain";
}

/** A number as it stands in the file, by its format. Numbers of telephones and the like come in all their digits. */
export function numberText(
  written: OutsideText,
  format: NumberFormat,
  epoch: "1900" | "1904",
): string {
  const value = written.length > 40 ? Number.NaN : Number(written);
  if (written.trim() === "" || !Number.isFinite(value)) return written.trim();
  if (format === "time") return timeText(value, epoch) ?? plainNumber(value);
  if (format === "plain") return plainNumber(value);
  const digits = Number.isInteger(value) && value >= 0 ? plainNumber(value) : null;
  if (digits === null) return plainNumber(value);
  return `${format.plus ? "+" : ""}${digits.padStart(format.digits, "0")}`;
}

/** Without an exponent where the digits are known, as up to 21 of them are. */
const plainNumber = (value: number): string => String(value);

const DAY_SECONDS = 86_400;
/** 1 January 1970 as days from 30 December 1899. */
const UNIX_DAY = 25_569;
/** 31 December 9999, the last day that a spreadsheet knows. */
const LAST_DAY = 2_958_465;

/** Days since an epoch as ISO 8601: a date, a time of day, or both. Null outside of what spreadsheets know. */
function timeText(serial: number, epoch: "1900" | "1904"): string | null {
  if (serial < 0 || serial > LAST_DAY) return null;
  let days = Math.floor(serial);
  let seconds = Math.round((serial - days) * DAY_SECONDS);
  if (seconds === DAY_SECONDS) {
    days++;
    seconds = 0;
  }
  if (days === 0 && epoch === "1900") return clock(seconds);
  const time = seconds === 0 ? "" : `T${clock(seconds)}`;
  return `${dateText(epoch === "1904" ? days + 1_462 : days)}${time}`;
}

/** Day 60 is 29 February 1900, which never was: the days before it count from one day later. */
const dateText = (days: number): string =>
  utcDay(unixMs((days - (days < 60 ? UNIX_DAY - 1 : UNIX_DAY)) * DAY_MS));

const clock = (seconds: number): string =>
  [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
