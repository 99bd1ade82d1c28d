/** The place after one entry of a lead's timeline, opaque to callers. */
export const activityCursor = (at: number, type: string, ref: number): string =>
  Buffer.from(JSON.stringify(["activity", at, type, ref])).toString("base64url");

/** The place in a cursor; null when `activityCursor` did not write it. */
export function readActivityCursor(
  cursor: string,
): readonly [at: number, type: string, ref: number] | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (!Array.isArray(parsed) || parsed.length !== 4 || parsed[0] !== "activity") return null;
    const [, at, type, ref] = parsed as unknown[];
    if (!Number.isSafeInteger(at) || typeof type !== "string" || !Number.isSafeInteger(ref)) {
      return null;
    }
    return [Number(at), type, Number(ref)];
  } catch {
    return null;
  }
}
