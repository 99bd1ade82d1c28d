import type { Place } from "./places.ts";

/** From so many mails on a rate says something. */
export const RATE_FROM = 8;
/** 95 of 100. */
const Z = 1.959964;

/** What of a cell's mails is known. */
export type Counts = Readonly<Record<Place, number>> & {
  /** Not looked for to the end yet, or not sent yet. */
  readonly waiting: number;
  /** Refused, or ended before they left. */
  readonly failed: number;
};
export const NO_COUNTS: Counts = {
  inbox: 0,
  spam: 0,
  other: 0,
  missing: 0,
  unknown: 0,
  waiting: 0,
  failed: 0,
};

/** Mails of which it is known where they lie, or that they lie nowhere. */
export const placedOf = ({ inbox, spam, other, missing }: Counts): number =>
  inbox + spam + other + missing;

export type Rate = { readonly rate: number; readonly low: number; readonly high: number };

/** The share in the inbox with its range (Wilson's, 95 of 100); null where there are too few mails. */
export function inboxRate(counts: Counts): Rate | null {
  const n = placedOf(counts);
  if (n < RATE_FROM) return null;
  const rate = counts.inbox / n;
  const middle = (rate + (Z * Z) / (2 * n)) / (1 + (Z * Z) / n);
  const half = (Z * Math.sqrt((rate * (1 - rate)) / n + (Z * Z) / (4 * n * n))) / (1 + (Z * Z) / n);
  const rounded = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000;
  return { rate: rounded(rate), low: rounded(middle - half), high: rounded(middle + half) };
}

/** "6 of 8 in the inbox", never more than is known. */
export function countsInWords(counts: Counts): string {
  const n = placedOf(counts);
  if (n === 0) {
    if (counts.waiting > 0) return "Not known yet";
    return counts.unknown > 0 ? "Unknown: the seeds could not be read" : "None was sent";
  }
  return `${counts.inbox} of ${n} in the inbox`;
}
