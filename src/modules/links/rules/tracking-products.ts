import type { OutsideText } from "#platform/rules/outside-text.ts";

/** Where other products have tracking domains point to, by their own guides. */
const TARGETS: readonly (readonly [suffix: string, product: string])[] = [
  ["itrackly.com", "Instantly"],
  ["sleadtrack.com", "Smartlead"],
  ["lemlist.com", "lemlist"],
  ["aplolinks.com", "Apollo"],
  ["snov-stream.com", "Snov.io"],
];

/** The product that a CNAME record leads to; null for a name that is not known. */
export function productOf(target: OutsideText): string | null {
  const name = target.toLowerCase().replace(/\.$/, "");
  return TARGETS.find(([suffix]) => name === suffix || name.endsWith(`.${suffix}`))?.[1] ?? null;
}
