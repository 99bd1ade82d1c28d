import type { NotificationsQuery } from "#contract/notifications.ts";
import { paginationOf } from "#contract/common.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import { pageAfter } from "#core/page-after.ts";
import { presentNotice } from "./present.ts";
import { countNotices, selectNotices } from "./store.ts";

/** The workspace's notices, newest first, with how many nobody has read. */
export async function listNotices(ctx: WorkspaceCtx, query: NotificationsQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const onlyUnread = query.unread === true;
  const [rows, counted] = await Promise.all([
    selectNotices(ctx.db, ctx.workspaceId, { unread: onlyUnread, before }, page),
    countNotices(ctx.db, ctx.workspaceId),
  ]);
  const total = onlyUnread ? counted.unread : counted.all;
  return {
    data: rows.slice(0, query.limit).map(presentNotice),
    pagination: paginationOf(query, total, nextCursor(rows)),
    unread: counted.unread,
  };
}
