import { z } from "zod";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/** Where a reader goes on. */
export const Cursor = z.object({
  phase: z.string(),
  /** The workspace or the campaign that is read, and what leads to the one behind it. */
  parent: z.string().nullable().default(null),
  parentAfter: z.string().nullable().default(null),
  parentName: z.string().default(""),
  /** Where the page begins, in the rival's word. */
  after: z.string().nullable().default(null),
  /** From 1. */
  page: z.int().default(1),
  /** Whatever else a phase needs, short. */
  note: z.string().nullable().default(null),
  /** Places in a campaign's sequence that are no step here, for the few campaigns that have some. */
  gaps: z.record(z.string(), z.array(z.number())).default({}),
});
export type Cursor = z.output<typeof Cursor>;

/** Of several workspaces that are read side by side. */
const MOST_CHARS = 20_000;

/** Campaigns with gaps that a cursor remembers. */
const GAPPED = 40;

/** Remembers the gaps of one more campaign, as far as they fit. */
export const gapsWith = (
  gaps: Cursor["gaps"],
  campaign: string,
  own: readonly number[],
): Cursor["gaps"] =>
  own.length === 0 || (Object.keys(gaps).length >= GAPPED && !(campaign in gaps))
    ? gaps
    : { ...gaps, [campaign]: own.slice(0, 10) };

/** A cursor as a reader's own shape; null for none, and for one that is none of ours: then all is read again. */
export function readCursor<T>(shape: z.ZodType<T>, text: OutsideText | null): T | null {
  if (text === null || text.length > MOST_CHARS) return null;
  try {
    const read = shape.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** From the beginning of a phase. */
export const startOf = (phase: string, from: Partial<Cursor> = {}): Cursor =>
  Cursor.parse({ phase, ...from });
