import { visibleWorkspaces } from "#modules/accounts/workspaces/list-workspaces.ts";
import type { AllThreadsQuery } from "#modules/inbox/contract/threads.ts";
import {
  allThreadsCursor,
  type AnyThreadPlace,
  readAllThreadsCursor,
} from "#modules/inbox/rules/thread-cursor.ts";
import { byDatabase, type CallerCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { COUNTED_TO, pageOf } from "#platform/http/paging.ts";
import { countAllThreads, selectAllThreads } from "./store.ts";
import { findThreads, matchesOf } from "#modules/inbox/search/find-threads.ts";
import { presentThread } from "#modules/inbox/threads/present.ts";
import type { ThreadRow } from "#modules/inbox/threads/store.ts";

/**
 * Conversations of every workspace that the caller may enter, the latest first, in one order over all
 * databases: one query for the workspaces, and two for each database in which they lie.
 */
export async function listAllThreads(ctx: CallerCtx, query: AllThreadsQuery) {
  const after = query.cursor === undefined ? null : placeOf(query.cursor);
  const visible = await visibleWorkspaces(ctx);
  const meant =
    query.workspace_id === undefined
      ? visible
      : visible.filter(({ workspaceId }) => workspaceId === query.workspace_id);
  const names = new Map(meant.map(({ workspaceId, name }) => [workspaceId, name]));
  const now = ctx.now();
  const parts = await Promise.all(
    [...byDatabase(ctx, meant)].map(async ([db, those]) => {
      const ids = those.map(({ workspaceId }) => workspaceId);
      const sought = await findThreads(db, ids, query.q);
      const narrowed = { ...query, only: sought && sought.ids };
      const [rows, count] = await Promise.all([
        selectAllThreads(db, ids, narrowed, after, now),
        countAllThreads(db, ids, narrowed, COUNTED_TO + 1, now),
      ]);
      return { db, sought, rows, count };
    }),
  );
  const found = parts.flatMap(({ rows }) => rows).toSorted(latestFirst);
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1)?.thread;
  const next =
    found.length > query.limit && last
      ? allThreadsCursor({
          at: last.lastMessageAt,
          workspaceId: last.workspaceId,
          id: last.id,
        })
      : null;
  const matches = new Map(
    (
      await Promise.all(
        parts.map(async (part) => {
          const theirs = part.rows.filter((row) => rows.includes(row));
          return [
            ...(await matchesOf(
              part.db,
              part.sought,
              theirs.map(({ thread }) => thread.id),
            )),
          ].map(([id, match]) => [theirs.find(({ thread }) => thread.id === id), match] as const);
        }),
      )
    ).flat(),
  );
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return {
    data: rows.map((row) => ({
      ...presentThread(row, matches.get(row)),
      workspace: {
        id: row.thread.workspaceId,
        name: names.get(row.thread.workspaceId) ?? "",
      },
    })),
    pagination: pageOf({ ...query, page: 1 }, Math.min(total, COUNTED_TO + 1), next),
  };
}

const latestFirst = ({ thread: a }: ThreadRow, { thread: b }: ThreadRow): number =>
  b.lastMessageAt - a.lastMessageAt || b.workspaceId - a.workspaceId || b.id - a.id;

function placeOf(cursor: string): AnyThreadPlace {
  const place = readAllThreadsCursor(cursor);
  if (place) return place;
  throw new AppError("malformed_request", "This cursor is not valid. Start without one.", {
    errors: [{ path: "cursor", code: "invalid_cursor", message: "Use the next_cursor of a page." }],
  });
}
