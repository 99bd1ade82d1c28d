import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { type resends, sends } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import type { SendId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** Gives back the day slots that these sends took. */
export function returnSlots(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly SendId[],
  guard: SQL,
  ledger: typeof sends | typeof resends = sends,
): Statement {
  return db.run(sql`
    UPDATE ${dailyUsage} SET used = used - x.n
    FROM (SELECT u.value->>0 AS scope, u.value->>1 AS key, u.value->>2 AS day, count(*) AS n
          FROM ${ledger} s, json_each(s.usage) u
          WHERE +s.workspace_id = ${workspaceId} AND s.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) GROUP BY 1, 2, 3) x
    WHERE ${dailyUsage}.workspace_id = ${workspaceId} AND ${dailyUsage}.scope = x.scope
      AND ${dailyUsage}.key = x.key AND ${dailyUsage}.day = x.day AND ${guard}`);
}

/** Back to the queue. `counted` false: it was no try (withheld, or the mailbox's own trouble). */
export function requeue(
  db: Db,
  workspaceId: WorkspaceId,
  send: {
    id: SendId;
    dueAt: UnixMs;
    counted: boolean;
    code: number | null;
    response: string | null;
    /** Why it waits, where that is not what a server said. */
    evidence?: "template_error";
  },
  guard: SQL,
  ledger: typeof sends | typeof resends = sends,
): Statement {
  return db.run(sql`
    UPDATE ${ledger} SET state = 'queued', evidence = ${send.evidence ?? null}, due_at = ${send.dueAt}, lease = NULL, lease_until = NULL,
      usage = '[]', attempts = attempts - ${send.counted ? 0 : 1},
      smtp_code = ${send.code}, smtp_response = ${send.response}
    WHERE id = ${send.id} AND workspace_id = ${workspaceId} AND ${guard}`);
}
