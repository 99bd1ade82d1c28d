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
});
export type Cursor = z.output<typeof Cursor>;

/** A cursor that is none of ours begins again: everything that is read twice is the same. */
export function openCursor(text: OutsideText | null, first: string): Cursor {
  const begin = { ...Cursor.parse({ phase: first }) };
  if (text === null) return begin;
  try {
    const read = Cursor.safeParse(JSON.parse(text.slice(0, 10_000)));
    return read.success ? read.data : begin;
  } catch {
    return begin;
  }
}

/** From the beginning of a phase. */
export const startOf = (phase: string, from: Partial<Cursor> = {}): Cursor =>
  Cursor.parse({ phase, ...from });

export const closeCursor = (cursor: Cursor): string => JSON.stringify(cursor);
