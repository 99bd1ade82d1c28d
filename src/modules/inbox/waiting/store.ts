import { type SQL, sql } from "drizzle-orm";
import { workspaceSettings } from "#modules/accounts/schema/accounts.ts";
import { notifications } from "#modules/events/schema/notices.ts";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import { PUT_AWAY } from "#modules/inbox/rules/thread.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { Db } from "#platform/db/db.ts";
import type { ThreadId, UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { HOUR_MS } from "#platform/rules/time.ts";

const putAway = sql.raw(PUT_AWAY.map((status) => `'${status}'`).join(", "));

/** The lead of the thread `t` wrote last and waits; what is snoozed waits for us. */
const awaits = (now: UnixMs): SQL => sql`t.last_direction = 'inbound' AND t.message_count > 0
  AND t.status NOT IN (${putAway}) AND (t.snoozed_until IS NULL OR t.snoozed_until <= ${now})`;

/** Threads from before that was kept wait since their last message. */
const SINCE = sql`coalesce(t.waiting_since, t.last_message_at)`;

export type WaitingRow = {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId | null;
  readonly hours: number | null;
  readonly waiting: number;
  readonly overdue: number;
  readonly oldestAt: UnixMs;
  readonly threadId: ThreadId;
};

/** Across these workspaces of a database: who waits, by workspace and whose the threads are. */
export const selectWaitingReplies = (
  db: Db,
  ids: readonly WorkspaceId[],
  now: UnixMs,
): Promise<WaitingRow[]> =>
  db.all<WaitingRow>(sql`
    SELECT workspace_id AS "workspaceId", user_id AS "userId", hours, count(*) AS waiting, min(since) AS "oldestAt",
      sum(hours IS NOT NULL AND since <= ${now} - hours * ${HOUR_MS}) AS overdue, thread_id AS "threadId"
    FROM (SELECT t.workspace_id, t.assigned_to AS user_id, ${SINCE} AS since, t.id AS thread_id,
        (SELECT s.value ->> '$.inbox.reply_within_hours' FROM ${workspaceSettings} s WHERE s.workspace_id = j.value) AS hours
      FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN ${threads} t
      WHERE t.workspace_id = j.value AND t.last_message_at > 0 AND ${awaits(now)})
    GROUP BY workspace_id, user_id`);

/** Workspaces that want notices of replies that wait. Across workspaces: the sweep looks for work. */
export const selectWatching = (db: Db): Promise<{ workspaceId: WorkspaceId; hours: number }[]> =>
  db.all(sql`
    SELECT s.workspace_id AS "workspaceId", s.value ->> '$.inbox.reply_within_hours' AS hours
    FROM ${workspaceSettings} s
    WHERE s.workspace_id > 0 AND s.value ->> '$.inbox.reply_within_hours' > 0`);

const NOTICES_AT_ONCE = 50;

/**
 * The replies of a workspace that became due after `since` and have no notice yet, the oldest first, as the
 * source of one: nobody has planned an answer to them.
 */
export function overdue(
  workspaceId: WorkspaceId,
  { due, since, now }: { due: UnixMs; since: UnixMs; now: UnixMs },
) {
  const key = sql`'reply_overdue:' || t.id || ':' || t.waiting_since`;
  const source = sql`FROM ${threads} t
    WHERE t.workspace_id = ${workspaceId} AND t.waiting_since IS NOT NULL AND t.waiting_since <= ${due}
      AND t.waiting_since > ${since} AND ${awaits(now)}
      AND NOT EXISTS (SELECT 1 FROM ${outbox} o WHERE o.workspace_id = ${workspaceId} AND o.thread_id = t.id
        AND o.state IN ('queued', 'leased', 'sending'))
      AND NOT EXISTS (SELECT 1 FROM ${notifications} n WHERE n.workspace_id = ${workspaceId} AND n.dedupe_key = ${key})
    ORDER BY t.waiting_since LIMIT ${NOTICES_AT_ONCE}`;
  return { threadId: sql`t.id`, key, source };
}
