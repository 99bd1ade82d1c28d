import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { CLIENT_KEPT_DAYS } from "#platform/rules/choices.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { auditStatement, bySystem } from "#modules/accounts/audit/audit-statement.ts";
import { collectOwnAudit } from "#modules/accounts/audit/collect-audit.ts";
import { removeCopy, removeDatabase } from "#modules/accounts/workspaces/copy-workspace.ts";
import {
  PURGED_OF_INSTALL,
  purgeSomeOfInstall,
  purgeWorkspace,
  selectDueClient,
  whileDue,
} from "./purge-install-store.ts";
import { purgedNames, purgeSome, PURGED } from "./purge-store.ts";

/** Every table with rows of a workspace, which go and move with it, by name. */
export const tablesOfWorkspace = (): readonly string[] => purgedNames();

/** Full portions of one sweep: a large client goes over many ticks, and holds none of them up. */
const PORTIONS_PER_SWEEP = 40;

/**
 * Sweep: deletes for good what belongs to clients that were deleted thirty days ago, some rows at a
 * time. Killed anywhere, the next one goes on.
 */
export async function purgeClients(deps: Deps): Promise<void> {
  const until = later(deps.now(), -CLIENT_KEPT_DAYS * DAY_MS);
  const id = await selectDueClient(deps.install, until);
  if (id === null) return;
  const { install } = deps;
  const { db } = inWorkspace(deps, id);
  let left = PORTIONS_PER_SWEEP;
  const parts = [
    ...PURGED.map((place) => () => purgeSome(db, id, place)),
    ...PURGED_OF_INSTALL.map((table) => () => purgeSomeOfInstall(install, id, table)),
  ];
  for (const purge of parts) {
    // What is empty already costs nothing of them: else the tables in front would use them up.
    while (!(await purge()).isEmpty) if (--left === 0) return;
  }
  await collectOwnAudit(inWorkspace(deps, id));
  await removeCopy(deps, id);
  await runBatch(install, [
    auditStatement(
      bySystem(deps),
      { action: "client.purged", workspaceId: id, target: { type: "workspace", id } },
      whileDue(id, until),
    ),
    ...purgeWorkspace(install, id, until),
  ]);
  await removeDatabase(deps, id);
}
