import type { OutsideText } from "#platform/rules/outside-text.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";

/** A place in the audit log, which is ordered by time and id. */
export type AuditPlace = { readonly at: UnixMs; readonly id: number };

/** The place after a line, opaque to callers. */
export const auditCursor = ({ at, id }: AuditPlace): string =>
  Buffer.from(`audit:${at}:${id}`).toString("base64url");

/** The place in a cursor, or null when `auditCursor` did not write it. */
export function readAuditCursor(cursor: OutsideText): AuditPlace | null {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const match = /^audit:(\d{1,15}):(\d{1,15})$/.exec(text);
  return match && { at: unixMs(Number(match[1])), id: Number(match[2]) };
}
