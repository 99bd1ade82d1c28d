import { markStatement, readMarks } from "#modules/accounts/settings/database-marks.ts";
import { databasesOf, type Deps } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { runBatch } from "#platform/db/db.ts";
import { applyChanges, emptyCopy } from "./copy-store.ts";
import { selectChanges, selectListVersion } from "./store.ts";

/** Changes of one batch: a JSON parameter of some hundred kilobytes. */
const CHANGES_PER_WRITE = 2_000;
/** 200,000 changes in a tick; a longer list takes several, and nothing is sent meanwhile. */
const WRITES_PER_SWEEP = 100;

/**
 * Sweep: brings what changed in the list of the install to this database. The version that it reached
 * is written with the rows, so a process that dies or overlaps leaves a copy that is merely behind.
 */
export async function copyInstallSuppressions(deps: Deps): Promise<void> {
  const version = await selectListVersion(deps.install);
  for (let writes = 0; writes < WRITES_PER_SWEEP; writes++) {
    const reached = (await readMarks(deps)).suppressions_copied ?? 0;
    if (reached === version) return;
    if (reached > version) {
      await runBatch(deps.db, [
        emptyCopy(deps.db),
        markStatement(deps, { suppressions_copied: 0 }),
      ]);
      continue;
    }
    const changes = await selectChanges(deps.install, reached, CHANGES_PER_WRITE);
    const last = changes.at(-1);
    if (!last) return;
    await runBatch(deps.db, [
      ...applyChanges(
        deps.db,
        changes.filter(({ isListed }) => isListed),
        changes.filter(({ isListed }) => !isListed).map(({ hash }) => hash),
      ),
      markStatement(deps, { suppressions_copied: last.version }),
    ]);
  }
}

/**
 * The same in every database, at once after a change. A database that can't be reached stays behind,
 * and its workspaces send nothing until the sweep has seen to it.
 */
export async function copyEverywhere(deps: Deps): Promise<void> {
  for (const db of await databasesOf(deps)) {
    try {
      await copyInstallSuppressions({ ...deps, db });
    } catch (cause) {
      deps.log("suppressions.not_copied", { cause: describe(cause) }, "warn");
    }
  }
}

/** Whether this database lacks changes of the list, so that nothing may leave its workspaces. */
export async function isListBehind(deps: Pick<Deps, "install" | "db">): Promise<boolean> {
  const [version, marks] = await Promise.all([selectListVersion(deps.install), readMarks(deps)]);
  return version !== (marks.suppressions_copied ?? 0);
}
