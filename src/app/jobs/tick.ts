import { keepUsage } from "#modules/operations/costs/keep-usage.ts";
import { describe } from "#platform/ctx/log.ts";
import { metered, usedOnlyBy } from "#platform/ctx/usage.ts";
import { type Deps, dueDatabases, traced } from "#platform/ctx/ctx.ts";
import { forgetOldAnswers } from "#platform/idempotency/once.ts";
import { forgetOldWindows } from "#platform/limits/take.ts";
import { installSweep, type Sweep, sweep } from "#platform/module.ts";
import { MODULES } from "#app/modules.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** What looks for due work in the rows: first what looks after the clock, then module by module. */
const ALL: readonly Sweep[] = [
  ...MODULES.flatMap(({ sweeps }) => sweeps),
  installSweep("limits.old", forgetOldWindows),
  sweep("answers.old", forgetOldAnswers),
];
const SWEEPS = ALL.toSorted((a, b) => Number(b.of === "clock") - Number(a.of === "clock"));
const OF_DATABASES = SWEEPS.filter((one) => one.of === "database");

/**
 * Runs every sweep over every database that is due; one that fails is logged and does not stop the
 * others. Called by cron each minute and by the tick every few seconds; any overlap is harmless.
 */
export async function tick(deps: Deps): Promise<void> {
  // It looks for work of all at once.
  usedOnlyBy(null);
  await runSweeps(SWEEPS, deps);
  for (const db of await dueDatabases(deps)) await turn(OF_DATABASES, { ...deps, db });
}

/** The same for a workspace whose database rings by itself: the sweeps of a database, over its own. */
export async function tickOfWorkspace(deps: Deps, workspaceId: WorkspaceId): Promise<void> {
  await metered(deps, {}, () => {
    usedOnlyBy(workspaceId);
    return runSweeps(OF_DATABASES, traced(deps, `tick-${crypto.randomUUID()}`));
  });
  await keepUsage(deps);
}

/** A database that cannot be opened is logged once a turn, and holds up no other. */
async function turn(sweeps: readonly Sweep[], deps: Deps): Promise<void> {
  const work = (): Promise<void> => runSweeps(sweeps, deps);
  try {
    await (deps.shards?.turn?.(deps.db, work) ?? work());
  } catch (cause) {
    deps.log("workspace.unavailable", { cause: describe(cause) }, "error");
  }
}

/**
 * A tick of the host's own clock, under an id of its own: the jobs and calls of the companion that
 * it sets off carry that through the log, like those of a request.
 */
export async function tickOfClock(deps: Deps): Promise<void> {
  await metered(deps, {}, () => tick(traced(deps, `tick-${crypto.randomUUID()}`)));
  await keepUsage(deps);
}

async function runSweeps(sweeps: readonly Sweep[], deps: Deps): Promise<void> {
  for (const { name, run } of sweeps) {
    try {
      await run(deps);
    } catch (cause) {
      deps.log("tick.failed", { sweep: name, cause: describe(cause) }, "error");
    }
  }
}
