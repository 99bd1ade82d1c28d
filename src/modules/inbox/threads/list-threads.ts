import { type Pagination, paginationOf } from "#platform/contract/common.ts";
import type { ThreadsQuery } from "#modules/inbox/contract/threads.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import {
  readThreadCursor,
  threadCursor,
  type ThreadPlace,
} from "#modules/inbox/rules/thread-cursor.ts";
import { findThreads, matchesOf } from "#modules/inbox/search/find-threads.ts";
import { presentThread } from "./present.ts";
import { countThreads, selectThreads } from "./store.ts";

/** Threads are counted so far and no further. */
const COUNTED_TO = 10_000;

/** Threads that somebody still has to read, counted to `atMost` and no further. */
export const countUnreadThreads = (ctx: WorkspaceCtx, atMost: number): Promise<number> =>
  countThreads(
    ctx.db,
    ctx.workspaceId,
    { unread: true, snoozed: false, only: null },
    atMost,
    ctx.now(),
  );

/** The unified inbox: conversations with at least one message, the latest first where nothing else is asked. */
export async function listThreads(ctx: WorkspaceCtx, query: ThreadsQuery) {
  const { db, workspaceId } = ctx;
  const after = placeOf(query.cursor);
  const sought = await findThreads(db, [workspaceId], query.q);
  const only = sought && sought.ids;
  const [found, counted] = await Promise.all([
    selectThreads(db, workspaceId, { ...query, only }, after, ctx.now()),
    countThreads(db, workspaceId, { ...query, only }, COUNTED_TO + 1, ctx.now()),
  ]);
  const rows = found.slice(0, query.limit);
  const matches = await matchesOf(
    db,
    sought,
    rows.map(({ thread }) => thread.id),
  );
  const last = rows.at(-1)?.thread;
  const next =
    found.length > query.limit && last
      ? threadCursor({ at: last.lastMessageAt, id: last.id })
      : null;
  return {
    data: rows.map((row) => presentThread(row, matches.get(row.thread.id))),
    pagination: pageOf(query, counted, next),
  };
}

function placeOf(cursor: string | undefined): ThreadPlace | null {
  if (cursor === undefined) return null;
  const place = readThreadCursor(cursor);
  if (place) return place;
  throw new AppError("malformed_request", "This cursor is not valid. Start with page 1.", {
    errors: [{ path: "cursor", code: "invalid_cursor", message: "Use the next_cursor of a page." }],
  });
}

function pageOf(query: ThreadsQuery, counted: number, next: string | null): Pagination {
  const block = paginationOf(query, counted, next);
  if (counted <= COUNTED_TO) return block;
  return { ...block, total: null, total_at_least: COUNTED_TO, total_pages: null };
}
