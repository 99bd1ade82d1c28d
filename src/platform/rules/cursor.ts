import type { OutsideText } from "./outside-text.ts";

/**
 * The place after a row in a list ordered by id, opaque to callers. Only the list that
 * wrote a cursor reads it.
 */
export const idCursor = (id: number): string => Buffer.from(`id:${id}`).toString("base64url");

/** The id in a cursor, or null when `idCursor` did not write it. */
export function readIdCursor(cursor: OutsideText): number | null {
  const match = /^id:(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("utf8"));
  return match ? Number(match[1]) : null;
}
