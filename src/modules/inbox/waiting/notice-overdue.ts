import { sql } from "drizzle-orm";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { notifications } from "#modules/events/schema/notices.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { DAY_MS, HOUR_MS, later } from "#platform/rules/time.ts";
import { awaits, isUnplanned, selectWatching } from "./store.ts";

const AT_ONCE = 50;

/**
 * Sweep: tells of replies that nobody answered within the hours that their workspace wants, once for each
 * wait. What was overdue for a day when the wish was set makes none: it is in the list of who waits.
 */
export async function noticeOverdue(deps: Deps): Promise<void> {
  const now = deps.now();
  for (const { workspaceId, hours } of await selectWatching(deps.db)) {
    const ctx = inWorkspace(deps, workspaceId);
    const due = later(now, -hours * HOUR_MS);
    const key = sql`'reply_overdue:' || t.id || ':' || t.waiting_since`;
    const source = sql`FROM ${threads} t
      WHERE t.workspace_id = ${workspaceId} AND t.waiting_since IS NOT NULL AND t.waiting_since <= ${due}
        AND t.waiting_since > ${later(due, -DAY_MS)} AND ${awaits(now)} AND ${isUnplanned(workspaceId)}
        AND NOT EXISTS (SELECT 1 FROM ${notifications} n WHERE n.workspace_id = ${workspaceId} AND n.dedupe_key = ${key})
      ORDER BY t.waiting_since LIMIT ${AT_ONCE}`;
    const title = `A reply has waited for ${hours} ${hours === 1 ? "hour" : "hours"}`;
    await runBatch(ctx.db, [
      noticeStatement(
        ctx,
        {
          kind: "reply_overdue",
          severity: "warning",
          title,
          message: "Open the conversation to answer it, or assign it to someone who can.",
          target: { kind: "thread", id: sql`t.id` },
          dedupeKey: key,
        },
        source,
      ),
    ]);
  }
}
