import type { OutsideText } from "#platform/rules/outside-text.ts";
import { plainLine } from "./plain-line.ts";

const MAX_NAME = 120;
/** Characters of a name that are looked at. */
const MAX_READ = 1_000;
/** Longer endings are no types of files. */
const MAX_ENDING = 12;
/** Names of devices, which Windows opens whatever their ending is. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=$|\.)/i;

/**
 * The name of a file as it may be shown and saved: without a path, control characters, marks that turn
 * the direction of text, and signs that file systems reserve; at most 120 characters, its ending kept.
 */
export function fileName(name: OutsideText): string {
  const last = name.slice(-MAX_READ).split(/[/\\]/).at(-1) ?? "";
  const plain = plainLine(last.replaceAll("\u061C", ""), MAX_READ)
    .replace(/[<>:"|?*]/g, "_")
    .replace(/^[. ]+/, "");
  const trimmed = withoutEnd(plain);
  const whole = trimmed === "" ? "attachment" : trimmed;
  const safe = DEVICE.test(whole) ? `_${whole}` : whole;
  if (safe.length <= MAX_NAME) return safe;
  const dot = safe.lastIndexOf(".");
  const ending = safe.length - dot <= MAX_ENDING ? safe.slice(dot) : "";
  return withoutEnd(safe.slice(0, MAX_NAME - ending.length).toWellFormed()) + ending;
}

/** Windows drops dots and spaces at the end, and what was checked would be another name then. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && ". ".includes(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}
