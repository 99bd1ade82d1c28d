import { namesOfPeople } from "#modules/accounts/workspaces/list-members.ts";
import { visibleWorkspaces } from "#modules/accounts/workspaces/list-workspaces.ts";
import type { WaitingReplies, WaitingQuery } from "#modules/inbox/contract/waiting.ts";
import { byDatabase, type CallerCtx } from "#platform/ctx/ctx.ts";
import { iso } from "#platform/rules/time.ts";
import { selectWaitingReplies, type WaitingRow } from "./store.ts";

/** Who waits for an answer in the workspaces that the caller may enter: by person and by workspace, the oldest first. */
export async function readWaiting(ctx: CallerCtx, query: WaitingQuery): Promise<WaitingReplies> {
  const visible = (await visibleWorkspaces(ctx)).filter(
    ({ workspaceId }) => query.workspace_id === undefined || workspaceId === query.workspace_id,
  );
  const now = ctx.now();
  const parts = await Promise.all(
    [...byDatabase(ctx, visible)].map(([db, those]) =>
      selectWaitingReplies(
        db,
        those.map(({ workspaceId }) => workspaceId),
        now,
      ),
    ),
  );
  const rows = parts.flat();
  const people = rows.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  const names = new Map((await namesOfPeople(ctx, people)).map(({ id, name }) => [id, name]));
  const workspaces = new Map(visible.map(({ workspaceId, name }) => [workspaceId, name]));
  return {
    as_of: iso(now),
    people: grouped(rows, ({ userId }) => userId).map(([id, counts]) => ({
      user_id: id,
      name: id === null ? "" : (names.get(id) ?? ""),
      ...counts,
    })),
    workspaces: grouped(rows, ({ workspaceId }) => workspaceId).map(([id, counts, first]) => ({
      id,
      name: workspaces.get(id) ?? "",
      reply_within_hours: first.hours,
      ...counts,
    })),
  };
}

/** Sums by a key, the one with the oldest first. */
function grouped<K>(rows: readonly WaitingRow[], keyOf: (row: WaitingRow) => K) {
  return [...Map.groupBy(rows, keyOf)]
    .map(([key, own]) => {
      const [first, ...others] = own.toSorted((a, b) => a.oldestAt - b.oldestAt);
      if (!first) throw new Error("a group without rows");
      const all = [first, ...others];
      const counts = {
        waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
        overdue: all.reduce((sum, { overdue }) => sum + overdue, 0),
        oldest_at: iso(first.oldestAt),
        oldest_thread: { workspace_id: first.workspaceId, id: first.threadId },
      };
      return [key, counts, first] as const;
    })
    .toSorted(([, , a], [, , b]) => a.oldestAt - b.oldestAt);
}
