import { phrase } from "#platform/words/phrase.ts";
import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { HOUR_MS } from "#platform/rules/time.ts";
import { installStatement, readInstall } from "#modules/accounts/install/install-values.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { checkUpdate } from "./check-update.ts";
import { selectOperatorHome } from "./home-store.ts";

/** A release waits for nobody within the day. */
const LOOK_MS = 12 * HOUR_MS;

/**
 * Sweep: looks at the releases feed twice a day and tells the operator once of each newer version, in
 * the workspace of the first super_admin. A feed that cannot be used is looked at again later.
 */
export async function lookForRelease(deps: Deps): Promise<void> {
  if (deps.settings.RELEASES_URL === undefined) return;
  const { release_seen: seen } = await readInstall(deps, ["release_seen"]);
  const now = deps.now();
  if (seen && now - seen.at < LOOK_MS) return;
  // First, so that a feed that hangs is not asked by every tick.
  await runBatch(deps.install, [
    installStatement(deps, "release_seen", { at: now, version: seen?.version ?? null }),
  ]);
  const { update_available: isNewer, latest, current } = await checkUpdate(deps);
  if (latest === null) return;
  const version = isNewer ? latest : null;
  const home = version === null ? null : await selectOperatorHome(deps.install);
  if (version !== null && home !== null) {
    const inside = inWorkspace(deps, home);
    await runBatch(inside.db, [
      noticeStatement(inside, {
        kind: "update_available",
        severity: "info",
        title: phrase("Outrider {version} is available", { version }),
        message: phrase(
          "You are running {current}. View the release notes and update under Admin, Updates. If the update fails, it is rolled back automatically.",
          { current },
        ),
        target: { kind: "system", id: null },
        dedupeKey: `update:${version}`,
      }),
    ]);
  }
  await runBatch(deps.install, [installStatement(deps, "release_seen", { at: now, version })]);
}
