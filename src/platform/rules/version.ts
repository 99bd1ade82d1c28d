import type { OutsideText } from "./outside-text.ts";

/** A released version: three numbers, `1.4.0`. */
export const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

/** Whether `version` comes after `other`; false where either is no version. */
export function isNewer(version: OutsideText, other: string): boolean {
  const a = parts(version);
  const b = parts(other);
  if (!a || !b) return false;
  const i = a.findIndex((n, at) => n !== b[at]);
  return i >= 0 && (a[i] ?? 0) > (b[i] ?? 0);
}

const parts = (version: string): readonly number[] | null =>
  VERSION.exec(version)?.slice(1).map(Number) ?? null;
