/** The place after a lead in a sorted list: the value that it is sorted by, and its id. */
export type LeadPlace = { readonly value: string | number; readonly id: number };

/**
 * Opaque to callers. It remembers the order that it was made for, since a place in one
 * order is none in another.
 */
export const leadCursor = (order: string, place: LeadPlace): string =>
  Buffer.from(JSON.stringify([order, place.value, place.id])).toString("base64url");

/** The place in a cursor; null when `leadCursor` did not write it for this order. */
export function readLeadCursor(order: string, cursor: string): LeadPlace | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (!Array.isArray(parsed) || parsed.length !== 3 || parsed[0] !== order) return null;
    const [, value, id] = parsed as unknown[];
    if (typeof id !== "number" || !Number.isSafeInteger(id)) return null;
    return typeof value === "string" || typeof value === "number" ? { value, id } : null;
  } catch {
    return null;
  }
}
