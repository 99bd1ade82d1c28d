import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { weightsOf, withoutLosers, withWinner } from "#modules/campaigns/rules/winners/arms.ts";
import type { Tally } from "#modules/campaigns/rules/winners/evidence.ts";
import { type Judged, judgeContest } from "#modules/campaigns/rules/winners/judge.ts";
import { mergeTallies } from "#modules/campaigns/rules/winners/tallies.ts";
import type { Variant } from "#modules/campaigns/rules/variants.ts";
import {
  closeContest,
  type ContestRow,
  countMails,
  type DueContest,
  type Found,
  selectDueContests,
  selectFirstWaiting,
  writeArms,
  writeFound,
} from "./contest-store.ts";

/** Contests of one look, and how soon one is looked at again at the earliest. */
const AT_ONCE = 50;
const PAUSE_MS = 10 * MINUTE_MS;

/**
 * Sweep: counts the mails whose window is over, and judges the contests that they belong to. What is
 * found is final for that contest. Where a campaign lets the winner take over (`auto_winner`), losers
 * get no more mails, and the winner gets all that have not left. Safe to repeat.
 */
export async function lookAtContests(deps: Deps): Promise<void> {
  for (const due of await selectDueContests(deps.db, deps.now(), AT_ONCE)) await lookAt(deps, due);
}

async function lookAt(deps: Deps, { contest, step, appliesWinner, isGone }: DueContest) {
  const { db } = inWorkspace(deps, contest.workspaceId);
  const now = deps.now();
  if (!step || isGone !== 0 || step.contest !== contest.number) {
    await closeContest(db, contest);
    return;
  }
  const found = contest.state === "open" ? await look(db, contest, step.variants, now) : null;
  if (found) {
    const isWritten = (await writeFound(db, contest, found)).length > 0;
    if (!isWritten) return;
  }
  const as: ContestRow = { ...contest, ...found };
  const mayChange = appliesWinner === true && as.undoneAt === null && as.appliedAt === null;
  const variants = mayChange ? appliedTo(step.variants, as) : null;
  if (variants === null) {
    if (as.state !== "open") await closeContest(db, as);
    return;
  }
  const isOver = as.winner !== null;
  const isDone = await writeArms(
    db,
    as,
    { version: step.version, variants },
    {
      before: as.before ?? step.variants,
      ...(isOver && { appliedAt: now, lookAt: null }),
    },
    now,
  );
  const { campaignId, stepId } = as;
  if (isDone) deps.log(isOver ? "variants.winner" : "variants.out", { campaignId, stepId });
}

/** The step's variants as the contest wants them; null where they are so already. */
function appliedTo(
  variants: readonly Variant[],
  { winner, dropped }: ContestRow,
): Variant[] | null {
  const wanted = winner === null ? withoutLosers(variants, dropped) : withWinner(variants, winner);
  return JSON.stringify(wanted) === JSON.stringify(variants) ? null : wanted;
}

/** Counts what has come to count, once a day everything again, and always before it decides anything. */
async function look(
  db: Parameters<typeof countMails>[0],
  contest: ContestRow,
  variants: readonly Variant[],
  now: UnixMs,
): Promise<Found> {
  const until = later(now, -contest.windowDays * DAY_MS);
  const { talliedUntil, recountedAt } = contest;
  const isFresh = recountedAt !== null && recountedAt > now - DAY_MS;
  const live = liveArms(contest, variants);
  const judge = (tallies: readonly Tally[]) => judgeContest({ arms: contest.arms, live, tallies });
  const recount = async () => ({
    tallies: await countMails(db, contest, unixMs(0), until),
    recountedAt: now,
  });
  let counted: Pick<Found, "tallies" | "recountedAt"> =
    isFresh && talliedUntil !== null
      ? {
          tallies: mergeTallies(
            contest.tallies,
            await countMails(db, contest, talliedUntil, until),
          ),
        }
      : await recount();
  let judged = judge(counted.tallies);
  if (counted.recountedAt === undefined && isNews(judged)) {
    counted = await recount();
    judged = judge(counted.tallies);
  }
  // What leaves from now on counts after a whole window.
  const first = (await selectFirstWaiting(db, contest, until)) ?? now;
  const next = Math.max(first + contest.windowDays * DAY_MS, now + PAUSE_MS);
  const { verdict, losers } = judged;
  return {
    ...counted,
    talliedUntil: until,
    lookAt: unixMs(next),
    dropped: [...contest.dropped, ...losers],
    ...(verdict.kind === "undecided"
      ? {}
      : {
          state: verdict.kind,
          winner: verdict.kind === "winner" ? verdict.label : null,
          decidedAt: now,
        }),
  };
}

const isNews = ({ verdict, losers }: Judged): boolean =>
  verdict.kind !== "undecided" || losers.length > 0;

/** Those of the beginning that nobody has beaten and that nobody has switched off. */
export function liveArms(
  { arms, dropped }: Pick<ContestRow, "arms" | "dropped">,
  variants: readonly Variant[],
): string[] {
  const split = weightsOf(variants);
  return arms.filter((label) => label in split && !dropped.includes(label));
}
