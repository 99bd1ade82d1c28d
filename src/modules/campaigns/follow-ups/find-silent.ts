import { inWorkspace, type Deps } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { noteSilence, selectSilentRules } from "./causes-store.ts";

/**
 * Sweep: notes leads who have not replied for as long as a rule says. Each mail is looked at once;
 * a kill in between looks at it again, and the key of its cause lets nothing be noted twice.
 */
export async function findSilent(deps: Deps): Promise<void> {
  for (const rule of await selectSilentRules(deps.db)) {
    const { db, now } = inWorkspace(deps, rule.workspaceId);
    const until = later(now(), -rule.days * DAY_MS);
    if (until <= rule.lookedUntil) continue;
    await runBatch(db, noteSilence(db, rule, until, now()));
  }
}
