import { byDatabase, databasesOf, type Deps } from "#platform/ctx/ctx.ts";
import type { InstallStatement } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { deleteCollected, keepLines, selectCollected } from "./collect-store.ts";
import { selectNewLines } from "./lines-store.ts";

const AT_ONCE = 500;

/**
 * Sweep: brings the lines that deeds left in the databases of their workspaces into the log of the
 * install, which admins read. Each comes once, however often this is repeated.
 */
export async function collectAudit(
  deps: Pick<Deps, "install" | "db" | "shards" | "now">,
): Promise<void> {
  if (!deps.shards) return;
  const { install } = deps;
  const [first] = databasesOf(deps);
  const collected = await selectCollected(install);
  for (const [db, own] of byDatabase(deps, collected)) {
    if (db === first) continue;
    const lines = await selectNewLines(db, own, AT_ONCE);
    const last = new Map(own.map((each) => [each.workspaceId, each.last]));
    for (const [id, news] of Map.groupBy(lines, ({ workspaceId }) => workspaceId)) {
      if (id !== null) await keepLines(install, id, last.get(id) ?? 0, news, deps.now());
    }
  }
}

/** The statement after which nobody knows how far a workspace's lines were collected: for the batch that ends it. */
export const forgetCollected = (
  { install }: Pick<Deps, "install">,
  id: WorkspaceId,
): InstallStatement => deleteCollected(install, id);
