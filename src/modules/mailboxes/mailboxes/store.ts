import { and, count, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { pageOrder, type ListOrder } from "#platform/db/page-order.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { AUTH_FAILURES_TO_STOP, CONNECT_FAILURES_TO_STOP } from "#platform/rules/mail/mailbox.ts";
import { SANDBOX_HOST } from "#platform/rules/mail/sandbox.ts";
import type { StoppedNotice } from "./stopped-notice.ts";

export type MailboxRow = typeof mailboxes.$inferSelect;
export type MailboxValues = typeof mailboxes.$inferInsert;

const live = (workspaceId: WorkspaceId) =>
  and(eq(mailboxes.workspaceId, workspaceId), isNull(mailboxes.deletedAt));
const one = (workspaceId: WorkspaceId, id: MailboxId) =>
  and(live(workspaceId), eq(mailboxes.id, id));

/**
 * Adds a mailbox. Fails on the unique index for an address that the workspace already has, and by `isMissingValue`
 * where it has `most` of them: a count before the insert lets several in at once.
 */
export async function insertMailbox(
  db: Db,
  { workspaceId, ...values }: MailboxValues,
  also: readonly Statement[],
  most: number | null,
): Promise<MailboxRow> {
  const owner =
    most === null
      ? workspaceId
      : sql`CASE WHEN ${countOfMailboxes(workspaceId)} < ${most} THEN ${workspaceId} END`;
  const results = await runBatch(db, [
    db
      .insert(mailboxes)
      .values({ ...values, workspaceId: owner })
      .returning(),
    ...also,
  ]);
  // RETURNING gives whole rows.
  const [row] = results[0] as MailboxRow[];
  if (!row) throw new Error("an insert returned no row");
  return row;
}

/** Mailboxes of a workspace, as a value in SQL. The sandbox takes nobody's place. */
export const countOfMailboxes = (workspaceId: WorkspaceId): SQL<number> =>
  sql<number>`(SELECT count(*) FROM ${mailboxes} m WHERE m.workspace_id = ${workspaceId} AND m.deleted_at IS NULL
    AND m.smtp_host <> ${SANDBOX_HOST})`;

export async function countMailboxes(db: Db, workspaceId: WorkspaceId): Promise<number> {
  const [row] = await db.all<{ n: number }>(sql`SELECT ${countOfMailboxes(workspaceId)} AS n`);
  return row?.n ?? 0;
}

export async function selectMailboxes(
  db: Db,
  workspaceId: WorkspaceId,
  page: { order: ListOrder; limit: number; offset: number; where: SQL | undefined },
): Promise<{ rows: MailboxRow[]; total: number }> {
  const where = and(live(workspaceId), page.where);
  const { beyond, by } = pageOrder(mailboxes.id, page.order, { email: mailboxes.email });
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(mailboxes)
      .where(and(where, beyond))
      .orderBy(...by)
      .limit(page.limit)
      .offset(page.offset),
    db.select({ n: count() }).from(mailboxes).where(where),
  ]);
  return { rows, total: totals[0]?.n ?? 0 };
}

export async function selectMailbox(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
): Promise<MailboxRow | null> {
  const rows = await db.select().from(mailboxes).where(one(workspaceId, id)).limit(1);
  return rows[0] ?? null;
}

/** Slots that these mailboxes have used, each on its own day, by id; 0 is absent. */
export async function selectUsedSlots(
  db: Db,
  workspaceId: WorkspaceId,
  days: readonly { id: MailboxId; day: string }[],
): Promise<Map<number, number>> {
  const wanted = JSON.stringify(days.map(({ id, day }) => [`${id}`, day]));
  const rows = await db
    .select({ key: dailyUsage.key, used: dailyUsage.used })
    .from(dailyUsage)
    .where(
      and(
        eq(dailyUsage.workspaceId, workspaceId),
        eq(dailyUsage.scope, "mailbox"),
        sql`(${dailyUsage.key}, ${dailyUsage.day}) IN (SELECT value->>0, value->>1 FROM json_each(${wanted}))`,
      ),
    );
  return new Map(rows.map((row) => [Number(row.key), row.used]));
}

/** Those of these mailboxes that are the workspace's and not deleted. */
export async function selectMailboxesById(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MailboxId[],
): Promise<MailboxRow[]> {
  return db
    .select()
    .from(mailboxes)
    .where(
      and(
        eq(mailboxes.workspaceId, workspaceId),
        isNull(mailboxes.deletedAt),
        sql`${mailboxes.id} IN ${theseIds(ids)}`,
      ),
    );
}

/** Counts a failed log-in; the third in a row turns an active mailbox into `connection_error`. */
export async function noteAuthFailure(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  message: string,
  now: UnixMs,
  notice: StoppedNotice,
): Promise<void> {
  const stops = sql`${mailboxes.authFailures} + 1 >= ${AUTH_FAILURES_TO_STOP}`;
  await runBatch(db, [
    notice(stops),
    db
      .update(mailboxes)
      .set({
        authFailures: sql`${mailboxes.authFailures} + 1`,
        status: sql`CASE WHEN ${stops} AND ${mailboxes.status} = 'active' THEN 'connection_error' ELSE ${mailboxes.status} END`,
        statusMessage: message,
        lastErrorAt: now,
        updatedAt: now,
      })
      .where(one(workspaceId, id)),
  ]);
}

/**
 * Counts a connection that failed; the fifth in a row turns an active mailbox into
 * `connection_error`, to be tested again from `recheckAt` on.
 */
export async function noteConnectFailure(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  message: string,
  at: { now: UnixMs; recheckAt: UnixMs },
  notice: StoppedNotice,
): Promise<void> {
  const stops = sql`${mailboxes.connectFailures} + 1 >= ${CONNECT_FAILURES_TO_STOP} AND ${mailboxes.status} = 'active'`;
  await runBatch(db, [
    notice(stops),
    db
      .update(mailboxes)
      .set({
        // What follows the fifth came along with it; from then on tests alone count.
        connectFailures: sql`max(${mailboxes.connectFailures}, min(${mailboxes.connectFailures} + 1, ${CONNECT_FAILURES_TO_STOP}))`,
        status: sql`CASE WHEN ${stops} THEN 'connection_error' ELSE ${mailboxes.status} END`,
        recheckAt: sql`CASE WHEN ${stops} THEN ${at.recheckAt} ELSE ${mailboxes.recheckAt} END`,
        statusMessage: message,
        lastErrorAt: at.now,
        updatedAt: at.now,
      })
      .where(one(workspaceId, id)),
  ]);
}

/** Turns an active mailbox into `sending_error`. */
export async function noteSendingError(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  message: string,
  now: UnixMs,
  notice: StoppedNotice,
): Promise<void> {
  await runBatch(db, [
    notice(sql`1`),
    db
      .update(mailboxes)
      .set({
        status: sql`CASE WHEN ${mailboxes.status} = 'active' THEN 'sending_error' ELSE ${mailboxes.status} END`,
        statusMessage: message,
        lastErrorAt: now,
        updatedAt: now,
      })
      .where(one(workspaceId, id)),
  ]);
}

/** Turns an active mailbox into another status. */
export async function stopActive(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  stop: { status: "paused" | "connection_error"; message: string; now: UnixMs },
  notice: StoppedNotice,
  line: readonly Statement[] = [],
): Promise<void> {
  const { status, message, now } = stop;
  await runBatch(db, [
    ...line,
    notice(sql`1`),
    db
      .update(mailboxes)
      .set({ status, statusMessage: message, lastErrorAt: now, updatedAt: now })
      .where(and(one(workspaceId, id), eq(mailboxes.status, "active"))),
  ]);
}

/** Its server gives mails a Message-ID of its own. */
export async function markReplacedIds(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
): Promise<void> {
  await db
    .update(mailboxes)
    .set({ replacesIds: true })
    .where(and(one(workspaceId, id), eq(mailboxes.replacesIds, false)));
}

export async function forgetFailures(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
): Promise<void> {
  await db
    .update(mailboxes)
    .set({
      authFailures: 0,
      connectFailures: 0,
      statusMessage: sql`CASE WHEN ${mailboxes.status} = 'active' THEN NULL ELSE ${mailboxes.statusMessage} END`,
    })
    .where(
      and(
        one(workspaceId, id),
        or(gt(mailboxes.authFailures, 0), gt(mailboxes.connectFailures, 0)),
      ),
    );
}

/** The row of an address, in the batch that adds it: the source of an audit line, and a list of its id. */
export function ofAddress(workspaceId: WorkspaceId, email: string) {
  const source = sql`FROM ${mailboxes} WHERE ${and(live(workspaceId), eq(mailboxes.email, email))}`;
  return { id: sql`${mailboxes.id}`, source, list: sql`(SELECT ${mailboxes.id} ${source})` };
}

/** A list of ids in SQL. */
export const theseIds = (ids: readonly MailboxId[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** While the mailbox is there: an audit line's condition. */
export const whileThere = (workspaceId: WorkspaceId, id: MailboxId) =>
  sql`WHERE EXISTS (SELECT 1 FROM ${mailboxes} WHERE ${and(live(workspaceId), eq(mailboxes.id, id))})`;
