import { eq, sql } from "drizzle-orm";
import { sessions, users, workspaceMembers } from "#modules/accounts/schema/accounts.ts";
import { workspaceHosts } from "#modules/accounts/schema/brands.ts";
import { pushMessages, pushSubscriptions } from "#modules/accounts/schema/push.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import type { PushMessageId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import type { CauseRow } from "./causes-store.ts";

export type PushMessageRow = typeof pushMessages.$inferSelect;

/**
 * One message for each browser that wants to hear of it, of people who may enter the workspace; none
 * where there is one already.
 */
export const insertMessages = (
  db: InstallDb,
  { workspaceId, key, kind, threadId, userId, amount, createdAt }: CauseRow,
  now: UnixMs,
): InstallStatement =>
  db.run(sql`
    INSERT INTO ${pushMessages} (workspace_id, subscription_id, user_id, cause, kind, thread_id, amount, created_at, due_at)
    SELECT ${workspaceId}, s.id, s.user_id, ${key}, ${kind}, ${threadId}, ${amount}, ${createdAt}, ${now}
    FROM ${pushSubscriptions} s
    WHERE s.user_id IN (SELECT u.id FROM ${users} u WHERE u.role IN ('super_admin', 'admin')
        UNION SELECT m.user_id FROM ${workspaceMembers} m WHERE m.workspace_id = ${workspaceId})
      AND (${userId} IS NULL OR s.user_id = ${userId})
      AND EXISTS (SELECT 1 FROM json_each(s.kinds) k WHERE k.value = ${kind})
    ON CONFLICT (cause, subscription_id) DO NOTHING`);

export async function selectMessagesOf(db: InstallDb, cause: string): Promise<PushMessageId[]> {
  const rows = await db
    .select({ id: pushMessages.id })
    .from(pushMessages)
    .where(sql`${pushMessages.cause} = ${cause} AND ${pushMessages.dueAt} IS NOT NULL`);
  return rows.map(({ id }) => id);
}

/** Of the whole install: messages that wait for an attempt, longest first. */
export async function selectDueMessages(
  db: InstallDb,
  now: UnixMs,
  limit: number,
): Promise<PushMessageId[]> {
  const rows = await db
    .select({ id: pushMessages.id })
    .from(pushMessages)
    .where(sql`${pushMessages.dueAt} IS NOT NULL AND ${pushMessages.dueAt} <= ${now}`)
    .orderBy(pushMessages.dueAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Takes a due message, unless its person got so many within a minute; then it waits for the next one. Null: it was not due, or waits.
 */
export async function takeMessage(
  db: InstallDb,
  id: PushMessageId,
  take: { lease: string; now: UnixMs; leaseUntil: UnixMs; mostAMinute: number },
): Promise<PushMessageRow | null> {
  const due = sql`id = ${id} AND due_at <= ${take.now}`;
  const rows = await db
    .update(pushMessages)
    .set({
      dueAt: take.leaseUntil,
      lease: take.lease,
      triedAt: take.now,
      attempts: sql`attempts + 1`,
    })
    .where(
      sql`${due} AND (SELECT count(DISTINCT x.cause) FROM ${pushMessages} x
        WHERE x.user_id = push_messages.user_id AND x.tried_at > ${later(take.now, -MINUTE_MS)}
          AND x.cause <> push_messages.cause) < ${take.mostAMinute}`,
    )
    .returning();
  if (rows[0]) return rows[0];
  await db
    .update(pushMessages)
    .set({ dueAt: later(take.now, MINUTE_MS) })
    .where(due);
  return null;
}

/** What a message's browser and session are; null: they are gone. */
export async function selectPushReceiver(
  db: InstallDb,
  { subscriptionId, userId }: PushMessageRow,
) {
  const rows = await db
    .select({
      subscription: pushSubscriptions,
      host: sessions.host,
      /** The workspace of the own host at which the person signed in. */
      workspaceOfHost: sql<WorkspaceId | null>`(SELECT h.workspace_id FROM ${workspaceHosts} h
        WHERE h.host = ${sessions.host} AND h.status = 'verified')`.as("workspace_of_host"),
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(
      sql`${pushSubscriptions.id} = ${subscriptionId} AND ${pushSubscriptions.userId} = ${userId}`,
    );
  return rows[0] ?? null;
}
export type Receiver = NonNullable<Awaited<ReturnType<typeof selectPushReceiver>>>;

type Leased = { readonly id: PushMessageId; readonly lease: string };
const held = ({ id, lease }: Leased) =>
  sql`${pushMessages.id} = ${id} AND ${pushMessages.lease} = ${lease}`;

/** Sent, or not to be sent. */
export const finishMessage = (db: InstallDb, leased: Leased): InstallStatement =>
  db.update(pushMessages).set({ dueAt: null, lease: null }).where(held(leased));

export const delayMessage = (db: InstallDb, leased: Leased, dueAt: UnixMs): InstallStatement =>
  db.update(pushMessages).set({ dueAt, lease: null }).where(held(leased));

export const deleteOldMessages = (db: InstallDb, before: UnixMs, limit: number): InstallStatement =>
  db.run(sql`
    DELETE FROM ${pushMessages} WHERE id IN (
      SELECT id FROM ${pushMessages} WHERE created_at < ${before} LIMIT ${limit})`);
