import { phrase } from "#platform/words/phrase.ts";
import { databasesOf, type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { kindsOf } from "#modules/delivery/engine/kinds.ts";
import { clampLeases } from "#modules/delivery/engine/moves.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { clampMailboxes } from "./clock-back-store.ts";
import { selectLastTick } from "./store.ts";

/**
 * Sweep, before the one that notes the time: where the clock was ahead and is right again, times
 * that lie further ahead than any rule can set come back into reach: when a mailbox may send again
 * and is read, and how long a claim is held. Reported in the log and to the workspaces it concerns.
 */
export async function correctTimes(deps: Deps): Promise<void> {
  const ahead = await tickAhead(deps);
  if (ahead === 0) return;
  for (const db of await databasesOf(deps)) await correct({ ...deps, db }, ahead);
}

async function correct(deps: Deps, ahead: number): Promise<void> {
  const now = deps.now();
  await runBatch(
    deps.db,
    kindsOf(deps).map((kind) => clampLeases(deps.db, kind, now)),
  );
  const found = await clampMailboxes(deps.db, now);
  const hours = Number((ahead / HOUR_MS).toFixed(1));
  deps.log("clock.set_back", { hours, mailboxes: found.length }, "warn");
  for (const [workspaceId, mailboxes] of Map.groupBy(found, (one) => one.workspaceId)) {
    const message = phrase(
      "The server clock was {hours} hours ahead and is correct again. {mailboxes} mailboxes would have waited until then and now resume. Steps that were scheduled in that time keep their later time.",
      { hours, mailboxes: mailboxes.length },
    );
    await runBatch(deps.db, [
      noticeStatement(inWorkspace(deps, workspaceId), {
        kind: "clock_set_back",
        severity: "warning",
        title: phrase("The clock was ahead"),
        message,
        target: { kind: "system", id: null },
        dedupeKey: `clock:${now}`,
      }),
    ]);
  }
}

/** Machines that share an install differ by less. */
const SLACK_MS = 2 * MINUTE_MS;

/** Milliseconds by which the last run of the sweeper lies in the future: so far was the clock ahead. 0: it was not. */
async function tickAhead(deps: Deps): Promise<number> {
  const last = await selectLastTick(deps.install);
  const ahead = last === null ? 0 : last - deps.now();
  return ahead > SLACK_MS ? ahead : 0;
}
