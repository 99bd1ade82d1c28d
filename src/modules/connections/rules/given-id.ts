import type { OutsideText } from "#platform/rules/outside-text.ts";

/** Longer headers are read by their end, where the nearest ancestor stands. */
const MAX_TEXT = 1_000;

/** The Message-ID of a header's value, without angle brackets; null for what is none that a header of ours could name. */
export const givenId = (text: OutsideText): string | null =>
  /^\s{0,10}<([^<>\s]{3,250})>\s{0,10}$/.exec(text.slice(0, MAX_TEXT))?.[1] ?? null;

/** Whether this id stands last in References, as ours does in the mails that we send by an API. */
export const isLastReference = (references: OutsideText, id: string): boolean =>
  references.slice(-MAX_TEXT).trimEnd().endsWith(`<${id}>`);
