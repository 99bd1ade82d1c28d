import type { NotificationsQuery } from "#modules/events/contract/notifications.ts";
import { READER_LANGUAGES, type ReaderLanguage } from "#platform/rules/choices.ts";
import { wishedLanguage } from "#platform/rules/wished-language.ts";
import { paginationOf } from "#platform/contract/common.ts";
import { type MemberCtx, userIdOf } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { type NoticeKind, NOTICES_OF_INSTALL } from "#modules/events/rules/notices.ts";
import { presentNotice } from "./present.ts";
import { countNotices, markRead, type NoticeReader, selectNotices } from "./store.ts";

/** What a caller has no say in; a workspace's own host shows nothing of the install to anybody. */
export const hiddenFrom = ({
  caller: { role },
  ownHost,
}: Pick<MemberCtx, "caller" | "ownHost">): readonly NoticeKind[] =>
  role === "super_admin" && !ownHost ? [] : NOTICES_OF_INSTALL;

const readerOf = (ctx: MemberCtx): NoticeReader => ({
  hidden: hiddenFrom(ctx),
  userId: userIdOf(ctx.caller),
});

/** What a person chose to read, else what the browser wishes; a program gets English. */
const readerLanguage = (
  { caller }: Pick<MemberCtx, "caller">,
  headers: Headers,
): ReaderLanguage | null =>
  caller.byKey
    ? null
    : (caller.language ?? wishedLanguage(headers.get("accept-language"), READER_LANGUAGES));

/** The workspace's notices, newest first, with how many nobody has read. */
export async function listNotices(
  ctx: MemberCtx,
  query: NotificationsQuery,
  { headers }: Pick<Request, "headers">,
) {
  const { before, page, nextCursor } = pageAfter(query);
  const onlyUnread = query.unread === true;
  const reader = readerOf(ctx);
  const language = readerLanguage(ctx, headers);
  const [rows, counted] = await Promise.all([
    selectNotices(ctx.db, ctx.workspaceId, { unread: onlyUnread, before, reader }, page),
    countNotices(ctx.db, ctx.workspaceId, reader),
  ]);
  const total = onlyUnread ? counted.unread : counted.all;
  return {
    data: rows.slice(0, query.limit).map((row) => presentNotice(row, language)),
    pagination: paginationOf(query, total, nextCursor(rows)),
    unread: counted.unread,
  };
}

/** How many of the workspace's notices nobody has read. */
export const countUnreadNotices = async (ctx: MemberCtx): Promise<number> =>
  (await countNotices(ctx.db, ctx.workspaceId, readerOf(ctx))).unread;

/** Marks these notices, or all of them, as read; answers how many are left. Repeats change nothing. */
export async function markNoticesRead(
  ctx: MemberCtx,
  ids: readonly number[] | undefined,
): Promise<{ unread: number }> {
  const reader = readerOf(ctx);
  await markRead(ctx.db, ctx.workspaceId, ids ?? null, reader, ctx.now());
  return { unread: await countUnreadNotices(ctx) };
}
