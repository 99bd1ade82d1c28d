import type { OutsideText } from "#platform/rules/outside-text.ts";
import { asId, type ThreadId, type UnixMs, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";

/** A place in the list over all workspaces, which is ordered by last message, workspace and id. */
export type AnyThreadPlace = ThreadPlace & { readonly workspaceId: WorkspaceId };

/** The place after a thread of any workspace, opaque to callers. */
export const allThreadsCursor = ({ at, workspaceId, id }: AnyThreadPlace): string =>
  Buffer.from(`threads:${at}:${workspaceId}:${id}`).toString("base64url");

/** The place in a cursor, or null when `allThreadsCursor` did not write it. */
export function readAllThreadsCursor(cursor: OutsideText): AnyThreadPlace | null {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const match = /^threads:(\d{1,15}):(\d{1,15}):(\d{1,15})$/.exec(text);
  return (
    match && {
      at: unixMs(Number(match[1])),
      workspaceId: asId(Number(match[2])),
      id: asId(Number(match[3])),
    }
  );
}

/** A place in the list of threads, which is ordered by last message and id. */
export type ThreadPlace = { readonly at: UnixMs; readonly id: ThreadId };

/** The place after a thread, opaque to callers. */
export const threadCursor = (place: ThreadPlace): string =>
  Buffer.from(`thread:${place.at}:${place.id}`).toString("base64url");

/** The place in a cursor, or null when `threadCursor` did not write it. */
export function readThreadCursor(cursor: OutsideText): ThreadPlace | null {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const match = /^thread:(\d{1,15}):(\d{1,15})$/.exec(text);
  return match ? { at: unixMs(Number(match[1])), id: asId(Number(match[2])) } : null;
}
