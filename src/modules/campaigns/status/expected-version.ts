import { AppError } from "#platform/rules/errors.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";

/** For the routes that read the header. */
export const IF_MATCH = {
  "If-Match":
    "The record's updated_at in quotes, as it was read: 409 when somebody changed it since. Left out: the last writer wins.",
} as const;

/** The version that a request was made of; null when it names none, or any. */
export function expectedVersion(request: Request): string | null {
  const named = request.headers.get("if-match");
  if (named === null || named.trim() === "*") return null;
  return named.trim().replace(/^(?:W\/)?"|"$/g, "");
}

/** Throws `conflict` unless the record is still of the version that was expected. */
export function assertUnchanged(
  record: { readonly updatedAt: UnixMs },
  expected: string | null,
): void {
  if (expected !== null && iso(record.updatedAt) !== expected) throw changedMeanwhile();
}

export const changedMeanwhile = (): AppError =>
  new AppError(
    "conflict",
    "Someone else changed this in the meantime. Read it again, decide which version to keep, and save again.",
  );
