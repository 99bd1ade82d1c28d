import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { CLIENT_KEPT_DAYS } from "#platform/rules/choices.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { collectAudit } from "#modules/accounts/audit/collect-audit.ts";
import { removeCopy } from "#modules/accounts/workspaces/copy-workspace.ts";
import {
  PURGED_OF_INSTALL,
  purgeSomeOfInstall,
  purgeWorkspace,
  selectDueClient,
  whileDue,
} from "./purge-install-store.ts";
import { purgeSome, PURGED } from "./purge-store.ts";

/** Statements of one sweep, beside one for each table: a large client goes over many ticks, and holds none of them up. */
const STATEMENTS_PER_SWEEP = 40;

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
  const parts = [
    ...PURGED.map((place) => () => purgeSome(db, id, place)),
    ...PURGED_OF_INSTALL.map((table) => () => purgeSomeOfInstall(install, id, table)),
  ];
  // Each sweep begins at the first table: however many there are, it has to come to the last.
  let left = STATEMENTS_PER_SWEEP + parts.length;
  for (const purge of parts) {
    for (let isEmpty = false; !isEmpty; left--) {
      if (left === 0) return;
      ({ isEmpty } = await purge());
    }
  }
  await collectAudit(deps);
  await removeCopy(deps, id);
  await runBatch(install, [
    auditStatement(
      { ...deps, clientAddress: "system" },
      { action: "client.purged", workspaceId: id, target: { type: "workspace", id } },
      whileDue(id, until),
    ),
    ...purgeWorkspace(install, id, until),
  ]);
}
