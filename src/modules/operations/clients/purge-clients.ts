import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { CLIENT_KEPT_DAYS } from "#platform/rules/choices.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { purgeSome, PURGED, purgeWorkspace, selectDueClient, whileDue } from "./purge-store.ts";

/** Statements of one sweep: a large client goes over many ticks, and holds none of them up. */
const STATEMENTS_PER_SWEEP = 40;

/**
 * Sweep: deletes for good what belongs to clients that were deleted thirty days ago, some rows at a
 * time. Killed anywhere, the next one goes on.
 */
export async function purgeClients(deps: Deps): Promise<void> {
  const until = later(deps.now(), -CLIENT_KEPT_DAYS * DAY_MS);
  const id = await selectDueClient(deps.db, until);
  if (id === null) return;
  let left = STATEMENTS_PER_SWEEP;
  for (const place of PURGED) {
    for (let isEmpty = false; !isEmpty; left--) {
      if (left === 0) return;
      ({ isEmpty } = await purgeSome(deps.db, id, place));
    }
  }
  await runBatch(deps.db, [
    auditStatement(
      { ...deps, clientAddress: "system" },
      { action: "client.purged", workspaceId: id, target: { type: "workspace", id } },
      whileDue(id, until),
    ),
    ...purgeWorkspace(deps.db, id, until),
  ]);
}
