import { phrase } from "#platform/words/phrase.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { DAY_MS, HOUR_MS, later } from "#platform/rules/time.ts";
import { overdue, selectWatching } from "./store.ts";

/**
 * Sweep: tells of replies that nobody answered within the hours that their workspace wants, once for each
 * wait. What was overdue for a day when the wish was set makes none: it is in the list of who waits.
 */
export async function noticeOverdue(deps: Deps): Promise<void> {
  const now = deps.now();
  for (const { workspaceId, hours } of await selectWatching(deps.db)) {
    const ctx = inWorkspace(deps, workspaceId);
    const due = later(now, -hours * HOUR_MS);
    const { threadId, key, source } = overdue(workspaceId, {
      due,
      since: later(due, -DAY_MS),
      now,
    });
    const title = phrase("A reply has waited for {hours, plural, one {# hour} other {# hours}}", {
      hours,
    });
    await runBatch(ctx.db, [
      noticeStatement(
        ctx,
        {
          kind: "reply_overdue",
          severity: "warning",
          title,
          message: phrase("Open the conversation to answer it, or assign it to someone who can."),
          target: { kind: "thread", id: threadId },
          dedupeKey: key,
        },
        source,
      ),
    ]);
  }
}
