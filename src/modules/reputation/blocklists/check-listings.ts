import { phrase } from "#platform/words/phrase.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { openLists } from "#modules/reputation/lists/install-lists.ts";
import type { Judged } from "#modules/reputation/rules/judge-answer.ts";
import { nextStanding, type NextStanding } from "#modules/reputation/rules/listing.ts";
import { queryLabels } from "#modules/reputation/rules/query-name.ts";
import type { BlockList } from "#platform/rules/block-list.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { askList } from "./ask-lists.ts";
import {
  type ListingRow,
  saveAnswer,
  selectDueListings,
  selectNextDue,
  setNames,
  whereAsRead,
} from "./listings-store.ts";
import { addRuns, setListsDue, takeDueRuns } from "./runs-store.ts";
import { watchedNames } from "./watched-names.ts";

/** A check that was lost is found again after this. */
const LEASE_MS = 10 * MINUTE_MS;
const WORKSPACES_AT_ONCE = 20;
/** New mailboxes, links and tracking domains are found within this. */
const LOOK_MS = HOUR_MS;
const ROWS_AT_ONCE = 25;

/** Sweep: wakes the checks of workspaces that are due. */
export async function wakeListChecks(deps: Deps): Promise<void> {
  const now = deps.now();
  await addRuns(deps.db, now, WORKSPACES_AT_ONCE);
  const until = later(now, LEASE_MS);
  for (const workspaceId of await takeDueRuns(
    deps.db,
    "lists_due_at",
    now,
    until,
    WORKSPACES_AT_ONCE,
  )) {
    await deps.queue.send({ type: "blocklists.check.v1", workspaceId });
  }
}

/**
 * Job `blocklists.check.v1`: asks the lists about the workspace's names that are due. A change is reported
 * once a second answer confirms it, in the batch that keeps the answer.
 */
export async function checkListings(ctx: WorkspaceCtx): Promise<Outcome> {
  const { db, workspaceId } = ctx;
  const open = await openLists(ctx);
  const lists = open.lists.filter(({ enabled }) => enabled);
  const names = await watchedNames(ctx);
  const wanted = lists.flatMap((list) =>
    names
      .filter(({ name }) => queryLabels(list.asks, name).length > 0)
      .map((one) => ({ ...one, list: list.id })),
  );
  await setNames(db, workspaceId, wanted, ctx.now());
  const due = await selectDueListings(db, workspaceId, ctx.now());
  for (const list of lists) {
    const rows = due.filter((row) => row.list === list.id);
    if (rows.length === 0) continue;
    const judged = await askList(
      ctx,
      open,
      list,
      rows.map(({ name }) => name),
    );
    await keep(ctx, list, rows, judged);
  }
  const now = ctx.now();
  const next = (await selectNextDue(db, workspaceId)) ?? later(now, LOOK_MS);
  await setListsDue(db, workspaceId, unixMs(Math.min(next, later(now, LOOK_MS))));
  return done;
}

async function keep(
  ctx: WorkspaceCtx,
  list: BlockList,
  rows: readonly ListingRow[],
  judged: readonly Judged[],
): Promise<void> {
  const now = ctx.now();
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const statements = rows.slice(from, from + ROWS_AT_ONCE).flatMap((row, i): Statement[] => {
      const found = judged[from + i];
      if (!found) return [];
      const next = nextStanding(row, found, row.use, now);
      // Reported before the change, under the state that it leaves.
      return [...newsOf(ctx, list, row, next), saveAnswer(ctx.db, row, found, next, now)];
    });
    if (statements.length > 0) await runBatch(ctx.db, statements);
  }
}

function newsOf(
  ctx: WorkspaceCtx,
  list: BlockList,
  row: ListingRow,
  { news }: NextStanding,
): Statement[] {
  if (news === null) return [];
  const isListed = news === "listed";
  const names = { name: row.name, list: list.name };
  const whole = { ...names, use: row.use };
  return [
    noticeStatement(
      ctx,
      {
        kind: isListed ? "domain_listed" : "domain_delisted",
        severity: isListed ? (row.use === "linked" ? "warning" : "error") : "info",
        title: phrase(isListed ? "{name} is on {list}" : "{name} is off {list}", names),
        message: isListed
          ? phrase(
              "{use, select, sending {The sending domain} tracking {The tracking domain} server {The mail server's address} other {The linked domain}} {name} is on the block list {list}, confirmed by a second answer. Find the cause, then ask to be removed: {link}",
              { ...whole, link: list.delisting_url },
            )
          : phrase(
              "{use, select, sending {The sending domain} tracking {The tracking domain} server {The mail server's address} other {The linked domain}} {name} is no longer on the block list {list}, confirmed by a second answer.",
              whole,
            ),
        target: { kind: "reputation", id: null },
        dedupeKey: `listing:${list.id}:${row.name}:${news}:${row.changedAt ?? 0}`,
      },
      // What the answer is kept under as well.
      whereAsRead(row),
    ),
  ];
}
