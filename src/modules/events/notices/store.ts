import { and, count, desc, eq, isNull, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { notifications } from "#modules/events/schema/notices.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { englishOf, keptPhrases, type Words } from "./words-sql.ts";
import type { NoticeKind, NoticeSeverity, NoticeTarget } from "#modules/events/rules/notices.ts";

export type NoticeRow = typeof notifications.$inferSelect;

/**
 * Writes a notice, once per cause. Its mail goes at once, or together with others `gapMs` after the
 * workspace's last one. `source` is `WHERE ...` or `FROM ... WHERE ...`.
 */
export const insertNotice = (
  db: Db,
  workspaceId: WorkspaceId,
  notice: {
    kind: NoticeKind;
    severity: NoticeSeverity;
    title: Words;
    message: Words;
    targetKind: NoticeTarget;
    targetId: number | SQL | null;
    userId: UserId | null;
    dedupeKey: string | SQL;
  },
  at: { now: UnixMs; gapMs: number },
  source: SQL = sql`WHERE true`,
): Statement => {
  const last = sql`(SELECT max(slot_at) FROM ${notifications} WHERE workspace_id = ${workspaceId})`;
  const slot = sql`coalesce(max(${at.now}, CASE WHEN ${last} > ${at.now} THEN ${last} ELSE ${last} + ${at.gapMs} END), ${at.now})`;
  return db.run(sql`
    INSERT INTO ${notifications} (workspace_id, kind, severity, title, message, phrases, target_kind, target_id,
      dedupe_key, user_id, created_at, slot_at, due_at, attempts)
    SELECT ${workspaceId}, ${notice.kind}, ${notice.severity}, ${englishOf(notice.title)}, ${englishOf(notice.message)},
      ${keptPhrases(notice.title, notice.message)},
      ${notice.targetKind}, ${notice.targetId}, ${notice.dedupeKey}, ${notice.userId}, ${at.now}, ${slot}, ${slot}, 0
    ${source}
    ON CONFLICT (workspace_id, dedupe_key) DO NOTHING`);
};

const unread = isNull(notifications.readAt);
/** Who reads: kinds that they have no say in, and their id; a key has none. */
export type NoticeReader = {
  readonly hidden: readonly NoticeKind[];
  readonly userId: UserId | null;
};
/** Without what concerns others. */
const shown = ({ hidden, userId }: NoticeReader) =>
  and(
    userId === null
      ? isNull(notifications.userId)
      : or(isNull(notifications.userId), eq(notifications.userId, userId)),
    hidden.length === 0 ? undefined : notInArray(notifications.kind, [...hidden]),
  );

/** Newest first; `before`: only ids below it. */
export async function selectNotices(
  db: Db,
  workspaceId: WorkspaceId,
  filter: { unread: boolean; before: number | null; reader: NoticeReader },
  page: { limit: number; offset: number },
): Promise<NoticeRow[]> {
  return db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.workspaceId, workspaceId),
        filter.unread ? unread : undefined,
        shown(filter.reader),
        filter.before === null ? undefined : lt(notifications.id, filter.before),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(page.limit)
    .offset(page.offset);
}

/** Old ones are forgotten, so counting a workspace's is a matter of hundreds. */
export async function countNotices(
  db: Db,
  workspaceId: WorkspaceId,
  reader: NoticeReader,
): Promise<{ all: number; unread: number }> {
  const rows = await db
    .select({ all: count(), unread: sql<number>`coalesce(sum(read_at IS NULL), 0)` })
    .from(notifications)
    .where(and(eq(notifications.workspaceId, workspaceId), shown(reader)));
  return rows[0] ?? { all: 0, unread: 0 };
}

/** `ids` null is all of them. */
export async function markRead(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly number[] | null,
  reader: NoticeReader,
  now: UnixMs,
): Promise<void> {
  const which =
    ids === null
      ? sql`${notifications.workspaceId} = ${workspaceId}`
      : sql`+${notifications.workspaceId} = ${workspaceId} AND ${notifications.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  await db
    .update(notifications)
    .set({ readAt: now })
    .where(and(which, unread, shown(reader)));
}

/** Forgets some that are older than `before`. */
export const deleteNotices = (db: Db, before: UnixMs, limit: number): Statement =>
  db.run(sql`
    DELETE FROM ${notifications} WHERE id IN (
      SELECT id FROM ${notifications} WHERE created_at < ${before} LIMIT ${limit})`);
