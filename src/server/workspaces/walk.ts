import { setImmediate as turn } from "node:timers/promises";
import { collectAgain } from "#modules/accounts/settings/database-marks.ts";
import { recoverIn } from "#modules/delivery/engine/recover.ts";
import { databasesOf, type Deps } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";

/**
 * Goes once through the databases of all workspaces beside everything else: each is opened, and so
 * migrated, and what a former process was handing over is given back. `isPutBack`: the install's
 * database alone was put back, and collects once more. A workspace that fails is logged, and opened
 * again by the next use. Answers how the walk is ended.
 */
export function walkWorkspaces(deps: () => Deps, isPutBack: boolean): () => Promise<void> {
  let isEnded = false;
  const walk = async (): Promise<void> => {
    for (const db of (await databasesOf(deps())).slice(1)) {
      if (isEnded) return;
      try {
        await recoverIn({ ...deps(), db }, null);
        if (isPutBack) await collectAgain({ ...deps(), db });
      } catch (cause) {
        deps().log("workspace.unavailable", { cause: describe(cause) }, "error");
      }
      // Requests come first.
      await turn();
    }
  };
  const walked = walk();
  return () => {
    isEnded = true;
    return walked;
  };
}
