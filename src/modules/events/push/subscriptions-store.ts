import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { PushKind } from "#platform/rules/choices.ts";
import { installSettings, sessions, users } from "#modules/accounts/schema/accounts.ts";
import { pushSubscriptions } from "#modules/accounts/schema/push.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import type { PushSubscriptionId, UnixMs, UserId } from "#platform/rules/ids.ts";

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;

/** The sealed key pair of the install, unless it has one. */
export async function insertPushIdentity(db: InstallDb, value: string, now: UnixMs): Promise<void> {
  await db
    .insert(installSettings)
    .values({ key: "push_identity", value, updatedAt: now })
    .onConflictDoNothing();
}

/** Its session goes on. */
const stands = (now: UnixMs): SQL =>
  sql`EXISTS (SELECT 1 FROM ${sessions} e WHERE e.id = ${pushSubscriptions.sessionId} AND e.expires_at > ${now})`;

/** A person's own, the first one first. */
export const selectSubscriptions = (
  db: InstallDb,
  userId: UserId,
  now: UnixMs,
): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), stands(now)))
    .orderBy(asc(pushSubscriptions.id));

const own = (userId: UserId, id: PushSubscriptionId) =>
  and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId));

export async function selectSubscription(
  db: InstallDb,
  userId: UserId,
  id: PushSubscriptionId,
  now: UnixMs,
): Promise<SubscriptionRow | null> {
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(and(own(userId, id), stands(now)));
  return rows[0] ?? null;
}

/** For the audit line of a change. */
export const subscriptionIs = (userId: UserId, id: PushSubscriptionId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${pushSubscriptions} p WHERE p.id = ${id} AND p.user_id = ${userId})`;

type NewSubscription = Pick<
  SubscriptionRow,
  "userId" | "sessionId" | "hash" | "target" | "device" | "kinds"
>;

/** A browser is one person's in one session: what it was before, and what the session had before, ends. */
export const endReplacedSubscriptions = (
  db: InstallDb,
  { userId, sessionId, hash }: Pick<NewSubscription, "userId" | "sessionId" | "hash">,
): InstallStatement =>
  db.delete(pushSubscriptions).where(
    sql`(${pushSubscriptions.hash} = ${hash} AND ${pushSubscriptions.userId} <> ${userId})
      OR (${pushSubscriptions.sessionId} = ${sessionId} AND ${pushSubscriptions.hash} <> ${hash})`,
  );

/** Below the limit, or there already: the condition of a new one, and of its audit line. */
export const mayAdd = (userId: UserId, hash: string, most: number): SQL =>
  sql`(SELECT count(*) FROM ${pushSubscriptions} p WHERE p.user_id = ${userId} AND p.hash <> ${hash}) < ${most}`;

/** Adds it, or makes the one of that endpoint the same; answers its row, or none above the limit. */
export const upsertSubscription = (
  db: InstallDb,
  row: NewSubscription,
  most: number,
  now: UnixMs,
): InstallStatement =>
  db.all<{ id: PushSubscriptionId }>(sql`
    INSERT INTO ${pushSubscriptions} (user_id, session_id, session_version, hash, target, device, kinds, created_at)
    SELECT u.id, ${row.sessionId}, u.session_version, ${row.hash}, ${row.target}, ${row.device},
      ${JSON.stringify(row.kinds)}, ${now}
    FROM ${users} u WHERE u.id = ${row.userId} AND ${mayAdd(row.userId, row.hash, most)}
    ON CONFLICT (hash) DO UPDATE SET session_id = excluded.session_id, session_version = excluded.session_version,
      target = excluded.target, device = excluded.device, kinds = excluded.kinds
    RETURNING id`);

export const updateKinds = (
  db: InstallDb,
  userId: UserId,
  id: PushSubscriptionId,
  kinds: PushKind[],
): InstallStatement => db.update(pushSubscriptions).set({ kinds }).where(own(userId, id));

/** Answers a row when it was this call. */
export const deleteSubscription = (
  db: InstallDb,
  userId: UserId,
  id: PushSubscriptionId,
): InstallStatement =>
  db.delete(pushSubscriptions).where(own(userId, id)).returning({ id: pushSubscriptions.id });

/** The push service took a message for it. */
export const noteNotified = (
  db: InstallDb,
  id: PushSubscriptionId,
  now: UnixMs,
): InstallStatement =>
  db.update(pushSubscriptions).set({ notifiedAt: now }).where(eq(pushSubscriptions.id, id));

/** Those whose session is over, in one of `of` parts of them all; `part` begins at 0. */
export const deleteEnded = (
  db: InstallDb,
  now: UnixMs,
  { part, of }: { readonly part: number; readonly of: number },
): InstallStatement => {
  const edge = (n: number): SQL =>
    sql`(SELECT coalesce(max(id), 0) * ${n} / ${of} FROM ${pushSubscriptions})`;
  return db.run(sql`
    DELETE FROM ${pushSubscriptions} WHERE id > ${edge(part)} AND id <= ${edge(part + 1)}
      AND NOT EXISTS (SELECT 1 FROM ${sessions} e
        WHERE e.id = push_subscriptions.session_id AND e.expires_at > ${now})`);
};
